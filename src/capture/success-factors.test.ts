import { describe, expect, it } from 'vitest';
import type { FactorRule } from '../records/factor-rule.ts';
import type { Step } from '../records/step.ts';
import { aRun, aStep } from '../testing/builders.ts';
import { watchFactors } from './success-factors.ts';

function factorsOf(
  steps: readonly Step[],
  {
    task = {},
    rules = [],
    summary = null,
  }: { task?: object; rules?: FactorRule[]; summary?: string | null } = {},
): string[] {
  const run = aRun();
  const watch = watchFactors({ task: { ...run.task, ...task } }, rules);
  for (const step of steps) watch.saw(step);
  return watch.found(summary);
}

const call = (tool: string, given: Record<string, string>, overrides: Partial<Step> = {}): Step =>
  aStep({ tool, arguments: given, result: 'ok', ...overrides } as Parameters<typeof aStep>[0]);

describe('LRN-13 success factors are found by themselves', () => {
  it('file_creation, when files were created', () => {
    expect(factorsOf([call('write_file', { path: 'src/app.ts', content: 'x' })])).toEqual(['file_creation']);
    expect(factorsOf([call('Create', { file_path: '/tmp/notes', text: 'a b' })])).toEqual(['file_creation']);
    expect(factorsOf([call('read_file', { path: 'src/app.ts' })])).toEqual([]);
    expect(factorsOf([call('create_refund', { order: '42' })])).toEqual([]);
    expect(factorsOf([call('write_file', { path: 'src/app.ts' }, { success: false })])).toEqual([]);
  });

  it('api_integration, when API calls were made', () => {
    expect(factorsOf([call('fetch', { url: 'https://api.example.com/v1/orders' })])).toEqual([
      'api_integration',
    ]);
    expect(factorsOf([call('note', { text: 'see https://example.com for more' })])).toEqual([]);
  });

  it('dependency_resolution, when the task depends on others', () => {
    expect(factorsOf([], { task: { dependencies: ['auth-122'] } })).toEqual(['dependency_resolution']);
  });

  it('component_creation, when the output of a frontend task names a component', () => {
    const frontend = { category: 'frontend' };
    expect(factorsOf([], { task: frontend, summary: 'Added the Login Component' })).toEqual([
      'component_creation',
    ]);
    expect(
      factorsOf([call('build', {}, { result: 'component ok' } as Partial<Step>)], { task: frontend }),
    ).toEqual(['component_creation']);
    expect(factorsOf([], { task: { category: 'backend' }, summary: 'a component' })).toEqual([]);
  });

  it("the user's own rules, beside the usual ones", () => {
    const rules = [{ name: 'tested', tool: 'run_tests' }, { name: 'empty' }];
    const steps = [call('run_tests', {}), call('fetch', { url: 'http://localhost:1/x' })];
    expect(factorsOf(steps, { rules })).toEqual(['api_integration', 'tested']);
  });
});
