import { describe, expect, it } from 'vitest';
import { maxSeedings, sessionTemplateContentSchema } from '../../records/session-template.ts';
import { afterEnd, afterUse, firstVersion, keysOf, type NewVersion, nextVersion } from './versions.ts';

const example = { callId: 'a', tool: 'read_file', arguments: { path: 'a' }, result: 'hello' };
const given: NewVersion = { sessionId: 's1', type: 'file', examples: [example], automatic: false };
const other: NewVersion = { ...given, sessionId: 's2', examples: [{ ...example, callId: 'b' }] };
const seeding = (runId: string, version = 1) => ({ version, at: 5, sessionId: null, runId, outcome: null });
const ended = (runId: string, outcome: 'success' | 'failure' | 'partial') => ({
  sessionId: null,
  runId,
  outcome,
});

describe('SES-6 versions of a session template', () => {
  it('begin without a record; that of the one before is kept', () => {
    const used = afterEnd(afterUse(firstVersion({ ...given, tags: ['x'] }), seeding('r1')), {
      ...ended('r1', 'success'),
    });
    expect(nextVersion(used, other)).toMatchObject({
      version: 2,
      sessionId: 's2',
      tags: ['x'],
      usage: 0,
      successes: 0,
      lastUsedAt: null,
      earlier: [{ version: 1, sessionId: 's1', usage: 1, successes: 1, failures: 0 }],
    });
  });

  it('are active again when the one before was retired', () => {
    const retired = { ...firstVersion(given), status: 'retired' as const, retiredBecause: 'It does harm.' };
    expect(nextVersion(retired, other)).toMatchObject({ status: 'active', retiredBecause: null });
  });

  it('have the type that somebody states, else that of the calls', () => {
    const stated = firstVersion({ ...given, statedType: 'research' });
    expect([stated.type, firstVersion(given).type]).toEqual(['research', 'file']);
    expect(nextVersion(stated, given).type).toBe('research');
    expect(nextVersion(stated, { ...given, statedType: 'code' })).toMatchObject({ version: 1, type: 'code' });
    expect(nextVersion(stated, other)).toMatchObject({ version: 2, type: 'file' });
  });

  it('stay the same when the examples do; tags and description may change', () => {
    const used = afterUse(firstVersion(given), seeding('r1'));
    expect(nextVersion(used, { ...given, description: 'for tests' })).toEqual({
      ...used,
      description: 'for tests',
    });
  });

  it('are credited with the sessions they were injected into, each once', () => {
    const used = afterUse(afterUse(firstVersion(given), seeding('r1')), seeding('r2'));
    const once = afterEnd(used, ended('r1', 'partial'));
    expect(once).toMatchObject({ usage: 2, successes: 0.5, failures: 0.5 });
    expect(afterEnd(once, ended('r1', 'failure'))).toBe(once);
    expect(afterEnd(once, ended('unknown', 'success'))).toBe(once);
  });

  it('are credited with a session that ends after another version took their place', () => {
    const second = nextVersion(afterUse(firstVersion(given), seeding('r1')), other);
    expect(afterEnd(second, ended('r1', 'failure'))).toMatchObject({
      successes: 0,
      failures: 0,
      earlier: [{ version: 1, failures: 1 }],
    });
  });

  it('remember the latest seedings only, and stay what a store keeps', () => {
    let content = firstVersion(given);
    for (let number = 0; number < maxSeedings + 5; number += 1) {
      content = afterUse(content, { ...seeding(`r${number}`), sessionId: `s${number}` });
    }
    expect(content.usage).toBe(maxSeedings + 5);
    expect(content.seedings).toHaveLength(maxSeedings);
    expect(keysOf(content).length).toBeLessThanOrEqual(1_000);
    expect(sessionTemplateContentSchema.parse(content)).toEqual(content);
  });

  it('count a use whose session nobody names', () => {
    const content = afterUse(firstVersion(given), { ...seeding('x'), runId: null });
    expect(content).toMatchObject({ usage: 1, lastUsedAt: 5, seedings: [] });
  });
});
