import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Binding, Parameter, PlanStep } from '../../records/plan.ts';
import { createObservations, type Scenery } from './observations.ts';
import { anObservation, aParameter, aPlan, aPlanStep, generous } from './world.fixture.ts';

const parameter = (name: string): Binding => ({ from: 'parameter', name });

/** What a replay of a plan sees, with the results so far. */
function observing(
  plan: PlanStep[],
  parameters: Parameter[] = [],
  scenery: Partial<Scenery> = {},
  task = 'Do it',
) {
  const template = aPlan(plan, { parameters });
  return createObservations(
    { ...template, task: { ...template.task, description: task } },
    { values: {}, openFrom: undefined, results: [], now: generous.now, ...scenery },
  );
}

describe('TPL-6 an answer of a replay', () => {
  const look = (result: Json, overrides: Partial<PlanStep> = {}) =>
    aPlanStep('get', {}, { observed: [anObservation({}, result)], ...overrides });

  it('is told with its tool, its place, and what was expected', () => {
    expect(observing([look({ state: 'open' })]).findDifference(0, {}, { state: 'sold' })).toEqual({
      reason: 'In the answer of "get", $.state is not what it was',
      expected: '"open"',
      found: '"sold"',
      place: '1:$.state',
    });
  });

  it('is not compared when a person added the call, or freed the place', () => {
    expect(observing([aPlanStep('get')]).findDifference(0, {}, { state: 'sold' })).toBeUndefined();
    const freed = look({ state: 'open' }, { free: ['$.state'] });
    expect(observing([freed]).findDifference(0, {}, { state: 'sold' })).toBeUndefined();
  });

  it('cannot be compared with one that was not kept whole', () => {
    const cut = look(null, { observed: [anObservation({}, null, { isCut: true })] });
    expect(observing([cut]).findDifference(0, {}, null)).toMatchObject({ expected: 'a recorded answer' });
  });

  it('is compared with an error where the look failed in the recorded run', () => {
    const failed = look(null, { observed: [anObservation({}, null, { error: 'No such file' })] });
    expect(observing([failed]).findDifference(0, {}, 'No such file')).toBeUndefined();
    expect(observing([failed]).findDifference(0, {}, 'Permission denied')).toBeDefined();
  });

  it('has what a check captured in the run of the open values, else in all runs that captured something', () => {
    const captured = (value: Json) => anObservation({}, null, { captured: { value } });
    const nothing = anObservation({}, null, { captured: { error: 'too slow' } });
    const step = look(null, { observed: [captured('a'), captured('b'), nothing, captured('a')] });
    expect(observing([step]).capturedBefore(0)).toEqual(['a', 'b']);
    expect(observing([step], [], { openFrom: 1 }).capturedBefore(0)).toEqual(['b']);
    expect(observing([step], [], { openFrom: 2 }).capturedBefore(0)).toEqual(['a', 'b']);
    expect(observing([look(null)]).capturedBefore(0)).toEqual([]);
  });

  it('is compared with numbers of the task that are no inputs', () => {
    const stock = aPlanStep('get', {}, { observed: [anObservation({ id: 'a-100' }, { left: 50 })] });
    const seen = observing(
      [stock],
      [aParameter('id', { example: 7 })],
      { values: { id: 7 } },
      'Take 7 if more than 40 are left',
    );
    expect(seen.findDifference(0, { id: 'a-200' }, { left: 60 })).toBeUndefined();
    expect(seen.findDifference(0, { id: 'a-200' }, { left: 30 })).toMatchObject({ expected: 'above' });
  });

  it('is also compared with a small number of the task that equals an input', () => {
    const list = aPlanStep('list', {}, { observed: [anObservation({ of: 'a-100' }, [10, 20, 30])] });
    const count = aParameter('count', { example: 4 });
    const given = (values: JsonObject) => observing([list], [count], { values }, 'Unless there are 4');
    expect(given({ count: 6 }).findDifference(0, { of: 'a-200' }, [10, 20])).toBeUndefined();
    expect(given({ count: 6 }).findDifference(0, { of: 'a-200' }, [10, 20, 30, 40])).toMatchObject({
      reason: expect.stringContaining('4 of the task'),
    });
  });

  it('is one to another question after a change that was made otherwise', () => {
    const change = aPlanStep(
      'put',
      { n: parameter('n') },
      {
        effect: 'write',
        observed: [anObservation({ n: 5 }, {})],
      },
    );
    const count = look({ rows: 500 });
    const afterChange = (made: JsonObject) => {
      const seen = observing([change, count], [], { results: [{}] });
      seen.findDifference(0, made, {});
      return seen.findDifference(1, {}, { rows: 501 });
    };
    expect(afterChange({ n: 5 })).toBeDefined();
    expect(afterChange({ n: 6 })).toBeUndefined();
  });

  it('may have another name of a thing that a later call takes from it, and another key', () => {
    const taken: Binding = {
      from: 'item',
      step: 0,
      path: '$[*]',
      value: '$.id',
      selectors: [{ where: [], take: 'only' }],
    };
    const plan = [
      look([{ id: 'W-1003', owner: 'u-100' }]),
      aPlanStep('put', { id: taken }, { effect: 'write' }),
    ];
    expect(observing(plan).findDifference(0, {}, [{ id: 'W-2004', owner: 'u-100' }])).toBeUndefined();
    expect(observing(plan).findDifference(0, {}, [{ id: 'W-1003', owner: 'u-200' }])).toBeDefined();
  });

  it('must be that of the run whose open values are repeated', () => {
    const plan = [
      look({}, { observed: [anObservation({ id: 1 }, { a: 50 }), anObservation({ id: 2 }, { a: 70 })] }),
    ];
    const seen = (openFrom: number | undefined) => observing(plan, [], { openFrom });
    expect(seen(1).findDifference(0, { id: 2 }, { a: 70 })).toBeUndefined();
    expect(seen(1).findDifference(0, { id: 2 }, { a: 50 })).toBeDefined();
    expect(seen(undefined).findDifference(0, { id: 3 }, { a: 60 })).toBeUndefined();
    expect(seen(0).findDifference(0, { id: 3 }, { a: 60 })).toBeDefined();
  });
});

describe('TPL-6 an open value that repeats what a change answered', () => {
  const create = aPlanStep('create', {}, { effect: 'write', observed: [anObservation({}, { id: 'T-900' })] });
  const note = aParameter('note', {
    source: 'unexplained',
    example: 'See T-900',
    unseen: true,
    repeats: [{ step: 0, path: '$.id' }],
  });
  const send = aPlanStep('send', { note: parameter('note') }, { effect: 'write' });
  const outdated = (
    answer: Json,
    {
      given = [],
      step = send,
      openFrom = 0,
    }: { given?: string[]; step?: PlanStep; openFrom?: number | undefined } = {},
  ) => observing([create, step], [note], { results: [answer], openFrom }).findOutdated(step, new Set(given));

  it('stops when that answer is another now', () => {
    expect(outdated({ id: 'T-900' })).toBeUndefined();
    expect(outdated({ id: 'T-901' })).toEqual({
      reason: '"note" repeats $.id of call 1, which is another now',
      expected: '"T-900"',
      found: '"T-901"',
    });
  });

  it('is used when it is given, put together again, or not of this call', () => {
    expect(outdated({ id: 'T-901' }, { given: ['note'] })).toBeUndefined();
    const otherwise: Binding = { from: 'result', step: 0, path: '$.id' };
    const again = aPlanStep('send', { note: { from: 'given', name: 'note', otherwise } });
    expect(outdated({ id: 'T-901' }, { step: again })).toBeUndefined();
    expect(outdated({ id: 'T-901' }, { step: aPlanStep('send') })).toBeUndefined();
  });
});
