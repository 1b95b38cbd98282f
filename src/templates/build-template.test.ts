import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.ts';
import type { Run, RunWithTotals } from '../records/run.ts';
import type { Step } from '../records/step.ts';
import { type Template, templateSchema } from '../records/template.ts';
import { parameterValues } from '../run/replay/parameters.ts';
import { aModelStep, aNoteStep, aRun, aStep } from '../testing/index.ts';
import { refusal } from '../testing/refusal.ts';
import { buildTemplate } from './build-template.ts';
import { findAbsent } from './plan/present.ts';
import { resolveBinding } from './plan/resolve.ts';

function finished(overrides: Partial<Run> = {}): RunWithTotals {
  const totals = {
    steps: 5,
    toolCalls: 2,
    modelCalls: 3,
    failedSteps: 0,
    inputTokens: 900,
    outputTokens: 90,
    wallTimeMs: 4_200,
  };
  return { ...aRun({ outcome: 'success', ...overrides }), totals };
}

const build = (steps: readonly Step[], run: RunWithTotals = finished()): Template =>
  buildTemplate({ run, steps }, { id: 'tpl_1', slug: undefined, now: 1_000 });

describe('TPL-1 a template', () => {
  it('remembers its run, its task, its agent, its sub-tasks in order, and what the first run cost', () => {
    const run = finished({ task: { ...aRun().task, description: 'Refund order 42!' } });
    const second = { id: 'pay', index: 1, text: 'Pay back' };
    const first = { id: 'look', index: 0, text: 'Look it up' };
    const steps = [
      aStep({ subTask: second, arguments: { id: 1 } }),
      aStep({ subTask: first, arguments: { id: 2 } }),
      aStep({ subTask: second, arguments: { id: 3 } }),
    ];
    const template = build(steps, run);
    expect(template).toMatchObject({
      slug: 'refund-order-42',
      version: 1,
      status: 'draft',
      sourceRunId: run.id,
      task: run.task,
      agents: ['ali'],
      subTasks: [first, second],
      firstRun: { modelCalls: 3, toolCalls: 2, wallTimeMs: 4_200 },
    });
    expect(template.derivedFrom).toEqual([
      { kind: 'run', id: run.id },
      ...steps.map(({ id }) => ({ kind: 'step', id })),
    ]);
  });

  it('takes the name it is given', () => {
    const template = buildTemplate(
      { run: finished(), steps: [aStep()] },
      { id: 'tpl_1', slug: 'refund', now: 1_000 },
    );
    expect(template.slug).toBe('refund');
  });

  it('repeats calls that worked and were made by the agent itself', () => {
    const outer = aStep({ tool: 'outer' });
    const steps = [
      aModelStep(),
      aNoteStep(),
      aStep({ tool: 'failed', success: false }),
      outer,
      aStep({ tool: 'inner', parentId: outer.id }),
      aStep({ tool: 'inside-a-note', parentId: 'step_unknown' }),
    ];
    expect(build(steps).plan.map(({ tool }) => tool)).toEqual(['outer', 'inside-a-note']);
  });

  it('shows calls with real arguments and a real result as examples', () => {
    const steps = [
      aStep({ tool: 'good', arguments: { id: 1 }, result: 'done' }),
      aStep({ tool: 'no-arguments', arguments: {} }),
      aStep({ tool: 'no-result', result: null }),
      aStep({ tool: 'cut', result: { truncated: true }, truncated: ['result'] }),
    ];
    expect(build(steps).examples).toEqual([
      { agent: 'ali', subTask: null, tool: 'good', arguments: { id: 1 }, result: 'done' },
    ]);
  });

  it('keeps what each call was given and answered, and says where an answer was not kept whole', () => {
    const steps = [
      aStep({ tool: 'create_order', arguments: { sku: 'a' }, result: '{"id": 1}', startedAt: 5 }),
      aStep({ tool: 'create_order', arguments: {}, result: { truncated: true }, truncated: ['result'] }),
    ];
    expect(build(steps).plan.map(({ observed }) => observed)).toMatchObject([
      [{ arguments: { sku: 'a' }, result: '{"id": 1}', error: null, at: 5, isCut: false }],
      [{ arguments: {}, isCut: true }],
    ]);
  });

  it('keeps a look that failed, with what it failed with (TPL-6)', () => {
    const error = { type: 'Error', message: 'No such order', signature: 'x' };
    const steps = [aStep({ tool: 'get_order', success: false, error }), aStep({ tool: 'create_order' })];
    expect(build(steps).plan).toMatchObject([
      { tool: 'get_order', observed: [{ error: 'No such order' }] },
      { tool: 'create_order', observed: [{ error: null }] },
    ]);
  });

  it.each([
    ['is still running', null],
    ['ended in failure', 'failure'],
    ['ended in partial', 'partial'],
  ] as const)('is not made of a run that %s', (state, outcome) => {
    const { code, message } = refusal(() => build([aStep()], finished({ outcome })));
    expect(code).toBe('not_replayable');
    expect(message).toContain(state);
  });

  it('is not made of a run without a call to repeat, or with arguments that were cut', () => {
    expect(refusal(() => build([aModelStep(), aStep({ success: false })])).message).toContain(
      'no successful tool',
    );
    const cut = refusal(() => build([aStep({ tool: 'upload', truncated: ['arguments'] })]));
    expect(cut.message).toContain('"upload"');
    expect(cut.message).toContain('capture.maxValueBytes');
  });
});

/** Few values, so that inputs, task text, results and arguments share them by accident and on purpose. */
const scalar = fc.constantFrom<Json>(
  42,
  7,
  1234,
  1.5,
  -3,
  0,
  true,
  false,
  null,
  '',
  ' ',
  '42',
  'ord-42',
  'ord-1001',
  'ann',
  'Ann Lee',
  'to',
  '/orders/42/lines/1234',
  '[REDACTED:password]',
  'key=[REDACTED:api-key]&id=42',
  '{"id":42}',
  '[1,"ord-1001"]',
  '$',
  'é😀',
);
const key = fc.constantFrom(
  'id',
  'order_id',
  'orderId',
  'order',
  'password',
  'items',
  'value',
  '',
  ' ',
  'a.b',
  'constructor',
  '日本',
);
const value = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: scalar, weight: 4 },
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
}));
const recorded = fc.record({
  inputs: value.object,
  words: fc.array(fc.oneof(scalar, fc.constantFrom('Refund', 'order')), { minLength: 1, maxLength: 6 }),
  calls: fc.array(
    fc.record({
      tool: fc.constantFrom('get_order', 'find_items', 'refund'),
      arguments: value.object,
      result: value.value,
    }),
    {
      minLength: 1,
      maxLength: 5,
    },
  ),
});

describe('TPL-6 replaying in an unchanged world', () => {
  it('makes exactly the recorded calls, for any recorded run', () => {
    fc.assert(
      fc.property(recorded, ({ inputs, words, calls }) => {
        const run = finished({ inputs, task: { ...aRun().task, description: `Do ${words.join(' ')}` } });
        const steps = calls.map((call) => aStep(call));
        const template = build(steps, run);
        expect(templateSchema.parse(JSON.parse(JSON.stringify(template)))).toEqual(template);

        const names = new Set(template.parameters.map(({ name }) => name));
        const given = Object.fromEntries([
          // The inputs of the first run, given again under their own names, change nothing.
          ...Object.entries(inputs).filter(([name]) => names.has(name)),
          ...template.parameters
            .filter(({ source }) => source === 'secret')
            .map(({ name, example }) => [name, example]),
        ]);
        const { values } = parameterValues(template, given, { asRecorded: true });
        const earlier: Json[] = [];
        for (const step of template.plan) {
          const call = steps.find(({ id }) => id === step.recordedStep);
          expect(findAbsent(step, template.parameters, values, earlier)).toBeUndefined();
          const sources = { parameters: values, results: earlier, now: call?.startedAt ?? 0 };
          expect(resolveBinding(step.arguments, sources)).toEqual({ value: call?.arguments });
          earlier.push(call?.result ?? null);
        }
      }),
      { numRuns: 60 },
    );
  });
});
