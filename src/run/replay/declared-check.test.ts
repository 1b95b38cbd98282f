import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import type { ToolCheck } from '../../ports/tool-check.ts';
import { replay } from './replay.ts';
import { anObservation, aPlan, aPlanStep, aRunHandle, aSecret, aWorld, generous } from './world.fixture.ts';

/** A call of a random plan, and what its check says now. */
interface RandomCall {
  readonly effect: 'read' | 'write';
  readonly subTask: string | null;
  /** What each run captured; undefined where it captured nothing. */
  readonly captured: ReadonlyArray<Json | undefined>;
  readonly verdict: 'true' | 'false' | 'text' | 'throws' | 'rejects' | 'other' | 'capture throws' | 'gone';
}

const randomCall: fc.Arbitrary<RandomCall> = fc.record({
  effect: fc.constantFrom('read', 'write'),
  subTask: fc.constantFrom(null, 'one', 'two'),
  captured: fc.array(fc.option(fc.jsonValue() as fc.Arbitrary<Json>, { nil: undefined }), {
    minLength: 1,
    maxLength: 3,
  }),
  verdict: fc.constantFrom('true', 'false', 'text', 'throws', 'rejects', 'other', 'capture throws', 'gone'),
});

function checkThatSays(verdict: RandomCall['verdict']): ToolCheck | undefined {
  if (verdict === 'gone') return undefined;
  const fail = (): never => {
    throw new Error('no');
  };
  return {
    capture: () => (verdict === 'capture throws' ? fail() : 'now'),
    compare: () => {
      if (verdict === 'throws') return fail();
      if (verdict === 'rejects') return Promise.reject(new Error('no'));
      if (verdict === 'text') return 'it is held';
      return verdict === 'other' ? ('' as string) : verdict === 'true';
    },
  };
}

const isGuarded = ({ captured, verdict }: RandomCall): boolean =>
  verdict !== 'true' && captured.some((value) => value !== undefined);

describe('TPL-6 a replay whose checks do not agree', () => {
  it('never calls such a tool, nor changes anything after it, in any plan', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomCall, { minLength: 1, maxLength: 6 }), async (calls) => {
        const name = (index: number): string => `tool${index}`;
        const world = aWorld(
          Object.fromEntries(calls.map((_, index) => [name(index), () => ({ ok: true })])),
        );
        const plan = calls.map(({ effect, subTask, captured, verdict }, index) => {
          const check = checkThatSays(verdict);
          world.says[name(index)] = check === undefined ? {} : { check };
          const observed = captured.map((value) =>
            anObservation({}, { ok: true }, value === undefined ? {} : { captured: { value } }),
          );
          return aPlanStep(name(index), {}, { effect, subTask, observed });
        });
        const subTasks = ['one', 'two'].map((id, index) => ({ id, index, text: id }));
        const { run } = aRunHandle();
        const report = await replay(aPlan(plan, { subTasks }), {}, world.tools, run, generous);
        const called = world.diary.map((line) => Number(/^tool(\d+)/.exec(line)?.[1]));
        const first = calls.findIndex(isGuarded);
        expect(called.filter((index) => calls[index] !== undefined && isGuarded(calls[index]))).toEqual([]);
        expect(report.status).toBe(first === -1 ? 'completed' : 'diverged');
        if (first === -1) return;
        expect(report.divergence?.check).toBe(true);
        const changedAfter = called.filter((index) => index > first && calls[index]?.effect === 'write');
        expect(changedAfter).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('asks no further once one run agrees', async () => {
    const seen: Json[] = [];
    const check: ToolCheck = { capture: () => 'now', compare: (recorded) => seen.push(recorded) > 0 };
    const world = aWorld({ cancel: () => ({ ok: true }) });
    world.says['cancel'] = { check };
    const captured = (value: Json) => anObservation({}, { ok: true }, { captured: { value } });
    const step = aPlanStep(
      'cancel',
      {},
      { effect: 'write', observed: [captured('first'), captured('second')] },
    );
    await replay(aPlan([step]), {}, world.tools, aRunHandle().run, generous);
    expect(seen).toEqual(['first']);
  });

  it('shows no secret that was given for it', async () => {
    const world = aWorld({ login: () => ({ ok: true }) });
    world.says['login'] = { check: { capture: ({ pin }: { pin: string }) => ({ pin }) } };
    const step = aPlanStep(
      'login',
      { pin: { from: 'parameter', name: 'pin' } },
      {
        effect: 'write',
        observed: [anObservation({ pin: '[REDACTED:pin]' }, { ok: true }, { captured: { value: 1 } })],
      },
    );
    const template = aPlan([step], { parameters: [aSecret('pin')] });
    const report = await replay(template, { pin: '4711-0815' }, world.tools, aRunHandle().run, generous);
    expect(report).toMatchObject({ status: 'diverged', divergence: { found: '{"pin":"[REDACTED:pin]"}' } });
    expect(world.diary).toEqual([]);
  });
});
