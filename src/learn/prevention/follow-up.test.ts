import { beforeEach, describe, expect, it } from 'vitest';
import { callSign } from '../../records/check.ts';
import type { Trial } from '../../records/lesson.ts';
import { schemaVersion } from '../../records/record.ts';
import type { Step, ToolStep } from '../../records/step.ts';
import { aNoteStep, aStep, resetBuilders } from '../../testing/index.ts';
import { aCheck } from './check.fixture.ts';
import { followUp } from './follow-up.ts';

beforeEach(resetBuilders);

const signatures = new Set(['network timeout at <url>']);
const timeout = { type: 'Error', message: 'x', signature: 'network timeout at <url>' };
const other = { type: 'Error', message: 'x', signature: 'disk full' };
const failed = (error = timeout): Partial<ToolStep> => ({ success: false, error });
const needsVerify = aCheck().content;
const question = aCheck({ verify: { kind: 'question', text: 'Is the cache clean?' } }).content;

/** Steps of a run, in order; a text is a note. */
function run(...parts: ReadonlyArray<string | [tool: string, overrides?: Partial<ToolStep>]>): Step[] {
  return parts.map((part, position) =>
    typeof part === 'string'
      ? aNoteStep({ text: part, position })
      : aStep({ tool: part[0], arguments: {}, ...part[1], position }),
  );
}

function fired(content: Partial<Trial['content']> = {}, over: Partial<Trial> = {}): Trial {
  return {
    schemaVersion,
    id: 'les_trial',
    scope: { user: 'ada', project: 'shop', agent: 'ali' },
    createdAt: 0,
    updatedAt: 0,
    revision: 0,
    kind: 'trial',
    slug: null,
    keys: ['run_1', 'les_check', callSign({})],
    derivedFrom: [],
    content: {
      lesson: { kind: 'check', id: 'les_check' },
      use: 'warned',
      runId: 'run_1',
      taskId: null,
      tool: 'npm_install',
      position: 0,
      result: null,
      note: '',
      ...content,
    },
    ...over,
  };
}

const judge = (trial: Trial, check: typeof needsVerify, steps: Step[]) =>
  followUp(trial, check, signatures, { steps, outcome: 'success' });

describe('LRN-4 what came of a warning', () => {
  it('happened: the call was made all the same, and failed as foretold', () => {
    expect(judge(fired(), needsVerify, run(['npm_install', failed()]))).toEqual({
      result: 'happened',
      note: 'npm_install failed as foretold at step 0.',
    });
  });

  it('wrong: the call was made all the same, and worked', () => {
    expect(judge(fired(), needsVerify, run(['npm_install']))).toEqual({
      result: 'wrong',
      note: 'npm_install worked at step 0 although it was not done as asked.',
    });
  });

  it('prevented: what was asked for was done first, and the call worked', () => {
    const steps = run(['npm_install', failed(other)], ['npm_cache_verify'], ['npm_install']);
    expect(judge(fired(), needsVerify, steps)).toEqual({
      result: 'prevented',
      note: 'npm_install worked at step 2 after it was done as asked.',
    });
  });

  it('prevented: the arguments were changed as asked', () => {
    const check = aCheck({
      verify: { kind: 'predicate', all: [{ of: 'argument', path: '$.timeout', is: 'at-least', value: 120 }] },
    }).content;
    const asked = fired({ position: null });
    expect(judge(asked, check, run(['npm_install', { arguments: { timeout: 120 } }])).result).toBe(
      'prevented',
    );
    expect(judge(asked, check, run(['npm_install', { arguments: { timeout: 30 } }])).result).toBe('wrong');
  });

  it('wrong, too, when it was done as asked and did not help', () => {
    const steps = run(['npm_install', failed(other)], ['npm_cache_verify'], ['npm_install', failed()]);
    expect(judge(fired(), needsVerify, steps)).toMatchObject({
      result: 'wrong',
      note: expect.stringContaining('although it was done as asked'),
    });
  });

  it('another failure says nothing about this one', () => {
    expect(judge(fired(), needsVerify, run(['npm_install', failed(other)]))).toEqual({
      result: 'unknown',
      note: 'No call after it says more; the run ended with success.',
    });
  });

  it('any failure counts for a check that names no pattern', () => {
    const check = aCheck({ pattern: null }).content;
    expect(judge(fired(), check, run(['npm_install', failed(other)])).result).toBe('happened');
  });

  it('calls before it, and of other tools, say nothing', () => {
    const steps = run(['npm_install', failed()], ['deploy', failed()], 'thinking');
    expect(judge(fired({ position: 1 }), needsVerify, steps).result).toBe('unknown');
  });

  it('unknown: the arguments were too large to be kept', () => {
    const check = aCheck({
      verify: { kind: 'predicate', all: [{ of: 'argument', path: '$.timeout', is: 'present' }] },
    }).content;
    expect(judge(fired(), check, run(['npm_install', { truncated: ['arguments'] }])).result).toBe('unknown');
  });

  it('prevented: the call took a form the check is not about', () => {
    const check = aCheck({
      when: { tool: 'npm_install', conditions: [{ of: 'argument', path: '$.force', is: 'present' }] },
    }).content;
    expect(judge(fired({ position: null }), check, run(['npm_install'])).result).toBe('prevented');
  });
});

describe('LRN-4 what came of a question', () => {
  it('wrong: the very call it stood before worked, and nobody can have heeded it in between', () => {
    const [step] = run(['npm_install', { arguments: { key: '[REDACTED:api-key]' } }]);
    const named = fired({}, { keys: [step?.id ?? ''] });
    expect(judge(named, question, step === undefined ? [] : [step])).toEqual({
      result: 'wrong',
      note: 'npm_install worked at step 0, and nobody did anything about it.',
    });
    expect(judge(fired(), question, run(['npm_install', failed()])).result).toBe('happened');
  });

  it('wrong: the same call followed, with nothing called in between', () => {
    expect(judge(fired(), question, run(['npm_install'])).result).toBe('wrong');
    expect(judge(fired({ position: null }), question, run(['npm_install'])).result).toBe('wrong');
  });

  it('unknown: somebody may have thought about it, or done something, before the call', () => {
    const changed = run(['npm_install', { arguments: { force: true } }]);
    expect(judge(fired(), question, changed)).toEqual({
      result: 'unknown',
      note: 'npm_install worked at step 0; whether the question was heeded cannot be seen.',
    });
    const cut = run(['npm_install', { truncated: ['arguments'] }]);
    expect(judge(fired(), question, cut).result).toBe('unknown');
    expect(judge(fired(), question, run(['ls'], ['npm_install'])).result).toBe('unknown');
    expect(judge(fired({ position: null }), question, run(['ls'], ['npm_install'])).result).toBe('unknown');
  });

  it('from outside is followed by what was recorded afterwards', () => {
    const steps = run(['npm_install', failed()]);
    const afterwards = fired({ position: null }, { createdAt: (steps[0]?.createdAt ?? 0) + 1 });
    expect(judge(afterwards, question, steps).result).toBe('unknown');
    expect(judge(fired({ position: null }), question, steps).result).toBe('happened');
  });

  it('about many tools is not wrong because one of them worked', () => {
    const check = aCheck({ when: { tool: 'npm_*' }, verify: { kind: 'question', text: '?' } }).content;
    expect(judge(fired(), check, run(['npm_install'], ['npm_ci', failed()])).result).toBe('happened');
    expect(judge(fired(), check, run(['npm_install'], ['npm_ci'])).result).toBe('unknown');
  });
});

describe('LRN-4 what came of a block', () => {
  const blocked = fired({ use: 'blocked' });

  it('prevented: the call was made later in a form that passes, and worked', () => {
    const steps = run('blocked', ['npm_cache_verify'], ['npm_install']);
    expect(judge(blocked, needsVerify, steps).result).toBe('prevented');
  });

  it('wrong: it was forced, and worked', () => {
    expect(judge(blocked, needsVerify, run('blocked', ['npm_install'])).result).toBe('wrong');
    expect(judge(blocked, question, run('blocked', ['npm_install'])).result).toBe('wrong');
  });

  it('happened: it was forced, and failed as foretold', () => {
    expect(judge(blocked, needsVerify, run('blocked', ['npm_install', failed()])).result).toBe('happened');
    expect(judge(blocked, question, run('blocked', ['npm_install', failed()])).result).toBe('happened');
  });

  it('unknown: a blocked question was followed by another call, or by something in between', () => {
    const changed = run('blocked', ['npm_install', { arguments: { force: true } }]);
    const between = run('blocked', ['ls'], ['npm_install']);
    expect(judge(blocked, question, changed).result).toBe('unknown');
    expect(judge(blocked, question, between).result).toBe('unknown');
  });

  it('unknown: the run went on without it', () => {
    expect(judge(blocked, needsVerify, run('blocked', ['yarn_install']))).toEqual({
      result: 'unknown',
      note: 'No call after it says more; the run ended with success.',
    });
  });
});
