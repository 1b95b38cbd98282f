import { describe, expect, it } from 'vitest';
import { aStep } from '../../testing/index.ts';
import { countRepairs, repairsAfter } from './repairs.ts';

const error = { type: 'Error', message: 'timed out', signature: 'timed out' };
const failed = (position: number, given: object = {}) =>
  aStep({ tool: 'npm_install', position, success: false, error, arguments: { timeout: 30 }, ...given });
const worked = (position: number, tool: string, given: object = {}) =>
  aStep({ tool, position, success: true, error: null, arguments: {}, ...given });

describe('LRN-2 what was tried after a failure', () => {
  it('is the same call again', () => {
    const repairs = repairsAfter(failed(1), [worked(2, 'npm_install', { arguments: { timeout: 30 } })]);
    expect(repairs).toMatchObject([{ kind: 'retry', tool: 'npm_install', worked: true }]);
  });

  it('is the call with another argument', () => {
    const repairs = repairsAfter(failed(1), [worked(2, 'npm_install', { arguments: { timeout: 120 } })]);
    expect(repairs).toMatchObject([
      { kind: 'arguments', changed: [{ path: '$.timeout', failed: 30, worked: 120 }], worked: true },
    ]);
  });

  it('is another tool that ran before the call worked', () => {
    const repairs = repairsAfter(failed(1), [worked(2, 'npm_cache_clean'), worked(3, 'npm_install')]);
    expect(repairs).toMatchObject([{ kind: 'first', tool: 'npm_cache_clean', worked: true }]);
  });

  it('is another tool in its place', () => {
    const repairs = repairsAfter(failed(1), [worked(3, 'yarn_install')]);
    expect(repairs).toMatchObject([{ kind: 'instead', tool: 'yarn_install', worked: true }]);
  });

  it('did not help when the same failure followed', () => {
    const repairs = repairsAfter(failed(1), [
      worked(2, 'reboot'),
      failed(3),
      worked(4, 'npm_cache_clean'),
      worked(5, 'npm_install'),
    ]);
    expect(repairs).toMatchObject([
      { kind: 'first', tool: 'reboot', worked: false },
      { kind: 'first', tool: 'npm_cache_clean', worked: true },
    ]);
  });

  it('ends where another failure begins', () => {
    const other = { ...error, signature: 'no such package' };
    expect(repairsAfter(failed(1), [failed(2, { error: other }), worked(3, 'npm_install')])).toEqual([]);
  });

  it('is of the same level, and later', () => {
    const repairs = repairsAfter(failed(5), [
      worked(4, 'earlier'),
      worked(6, 'inner', { parentId: 'step_9' }),
      worked(7, 'npm_install'),
    ]);
    expect(repairs).toMatchObject([{ kind: 'arguments', tool: 'npm_install' }]);
  });

  it('is nothing when nothing followed', () => {
    expect(repairsAfter(failed(1), [])).toEqual([]);
  });
});

describe('LRN-2 repairs counted together', () => {
  const cleaned = (runId: string, success: boolean) =>
    repairsAfter(failed(1, { runId }), [
      worked(2, 'npm_cache_clean', { runId }),
      success ? worked(3, 'npm_install', { runId }) : failed(3, { runId }),
    ]);

  it('say in words what was done, and how often it helped', () => {
    const [first] = countRepairs([
      ...cleaned('run_1', true),
      ...cleaned('run_2', true),
      ...cleaned('run_3', false),
    ]);
    expect(first).toMatchObject({
      approach: 'call npm_cache_clean, then npm_install again',
      successes: 2,
      failures: 1,
      runs: ['run_1', 'run_2', 'run_3'],
    });
  });

  it('name the value that worked last', () => {
    const withTimeout = (timeout: number, startedAt: number) =>
      repairsAfter(failed(1), [worked(2, 'npm_install', { arguments: { timeout }, startedAt })]);
    const [first] = countRepairs([...withTimeout(120, 200), ...withTimeout(90, 100)]);
    expect(first).toMatchObject({ approach: 'call npm_install with timeout 120', successes: 2 });
  });

  it('come in one order, whatever order they were met in', () => {
    const repairs = [...cleaned('run_1', true), ...repairsAfter(failed(1), [worked(2, 'yarn_install')])];
    expect(countRepairs(repairs)).toEqual(countRepairs([...repairs].reverse()));
  });
});
