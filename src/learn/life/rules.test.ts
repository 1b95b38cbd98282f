import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../config/settings.ts';
import { dayMs } from '../../records/lifetime.ts';
import { type Memory, memorySchema } from '../../records/memory.ts';
import { aMemory } from '../../testing/index.ts';
import { lessonKey, lessonKeysOf, ruleFrom, ruleKindOf, strengthened, type TaughtLesson } from './rules.ts';

const settings = settingsSchema.parse({ db: 'memory:' }).memory;
const now = Date.UTC(2025, 6, 1);

function learned(
  lesson: string,
  from: Partial<Memory['provenance']> = {},
  createdAt = now - dayMs,
): TaughtLesson {
  const provenance = { ...aMemory().provenance, ...from };
  return {
    text: lesson,
    memory: aMemory({ kind: 'experience', content: { lesson }, provenance, createdAt }),
  };
}

const inRuns = (...lessons: string[]) =>
  lessons.map((lesson, index) => learned(lesson, { runId: `run_${index}` }, now - (10 - index) * dayMs));
const rule = (lessons: readonly TaughtLesson[]) => ruleFrom(lessons, 'mem_rule', now, settings);

describe('MEM-6 a lesson', () => {
  it('is found in experiences, collaborations, failures and successes, and is one in any of them', () => {
    const keys = [
      aMemory({ kind: 'experience', content: { lesson: 'Run the tests first' } }),
      aMemory({
        kind: 'collaboration',
        content: { lessons: ['Ask early for help', 'Always run the tests first.'] },
      }),
      aMemory({ kind: 'failure', content: { prevention: 'run the tests first' } }),
      aMemory({ kind: 'success', content: { keyFactors: ['Run the tests first'] } }),
    ].map((memory) => lessonKeysOf(memory, settings));
    expect(keys.map((list) => list.length)).toEqual([1, 2, 1, 1]);
    expect(new Set(keys.map((list) => list.at(-1))).size).toBe(1);
  });

  it('is not found in what has to vanish, in what does not stand, or in a word', () => {
    const content = { lesson: 'Run the tests first' };
    expect(lessonKeysOf(aMemory({ kind: 'experience', content, expiresAt: now }), settings)).toEqual([]);
    expect(lessonKeysOf(aMemory({ kind: 'experience', content, standing: 'demoted' }), settings)).toEqual([]);
    expect(lessonKeysOf(aMemory({ kind: 'experience', content: { lesson: 'Tests' } }), settings)).toEqual([]);
    expect(lessonKeysOf(aMemory(), settings)).toEqual([]);
  });

  it.each([
    'n/a',
    'none so far',
    'Nothing to report about this run.',
    'See above.',
    'TODO: fill in this field',
    'not applicable',
    'It worked well this time',
    'I do not know what happened',
    'lorem ipsum dolor sit',
    '👍 👍 👍',
    '42 17 99',
    'Should the tests run first?',
    'The user said hi again',
    'Ask Ann',
  ])('is not found in words that teach nothing: %s', (lesson) => {
    expect(lessonKeysOf(aMemory({ kind: 'experience', content: { lesson } }), settings)).toEqual([]);
  });

  it('is of one owner: another agent that learned the same learned its own', () => {
    const scope = { user: 'ada', project: 'shop', agent: 'ali' };
    const text = 'Run the tests first';
    expect(lessonKey({ scope }, text)).not.toBe(lessonKey({ scope: { ...scope, agent: 'bob' } }, text));
    expect(lessonKey({ scope }, text)).not.toBe(lessonKey({ scope: { ...scope, agent: null } }, text));
  });
});

describe('MEM-6 a rule', () => {
  it('is made from a lesson that three different runs taught', () => {
    const lessons = inRuns('Run the tests first', 'run tests first', 'Run the tests first');
    const made = rule(lessons);
    expect(made).toMatchObject({
      kind: 'rule',
      text: 'Run the tests first',
      tags: ['generated'],
      confidence: 0.8,
      content: { ruleKind: 'guideline', learnedFrom: lessons[0]?.memory.id, timesApplied: 0 },
      derivedFrom: lessons.map(({ memory }) => ({ kind: 'memory', id: memory.id })),
    });
    expect(memorySchema.parse(made)).toEqual(made);
  });

  it('is not made when one run or one conversation taught it three times, or nobody knows which', () => {
    const text = 'Run the tests first';
    expect(rule([1, 2, 3].map(() => learned(text, { runId: 'run_1' })))).toBeNull();
    expect(rule([1, 2, 3].map(() => learned(text, { sessionId: 'ses_1' })))).toBeNull();
    expect(rule([1, 2, 3].map(() => learned(text)))).toBeNull();
    expect(rule(['a', 'b', 'c'].map((sessionId) => learned(text, { sessionId })))).not.toBeNull();
  });

  it('is made after as many as the settings say', () => {
    const lessons = inRuns('Ask Ann about refunds', 'Ask Ann about refunds');
    expect(rule(lessons)).toBeNull();
    expect(ruleFrom(lessons, 'mem_rule', now, { ...settings, ruleSupport: 2 })?.confidence).toBe(0.75);
  });

  it('has the most frequent wording, then the shortest', () => {
    expect(
      rule(inRuns('Please ask Ann about refunds', 'Ask Ann about refunds', 'Please ask Ann about refunds'))
        ?.text,
    ).toBe('Please ask Ann about refunds');
    expect(
      rule(inRuns('Please ask Ann about refunds', 'Ask Ann about refunds', 'Always ask Ann about refunds'))
        ?.text,
    ).toBe('Ask Ann about refunds');
  });

  it.each([
    ['Never deploy on Fridays', 'constraint'],
    ['You must not log tokens', 'constraint'],
    ["Don't retry payments", 'constraint'],
    ['Avoid long transactions', 'constraint'],
    ['Prefer small commits', 'preference'],
    ['Rather ask than guess', 'preference'],
    ['Run the tests first', 'guideline'],
    ['Back off when the API does not answer', 'guideline'],
  ])('%s is a %s', (text, kind) => expect(ruleKindOf(text)).toBe(kind));

  it('is the same one, whoever makes it', () => {
    const lessons = inRuns('Ask Ann about refunds', 'ask Ann about refunds', 'Ask Ann about refunds!');
    const names = [lessons, [...lessons].reverse()].map((list) => rule(list)?.provenance.externalId);
    expect(names[0]).toBe(names[1]);
    expect(names[0]).toMatch(/^rule-/);
  });
});

describe('MEM-6 a rule that is taught again', () => {
  const lessons = inRuns(
    'Ask Ann about refunds',
    'Ask Ann about refunds',
    'Ask Ann about refunds',
    'Ask Ann about refunds',
    'Ask Ann about refunds',
  );
  const made = rule(lessons.slice(0, 3)) ?? aMemory();

  it('carries the new evidence and gets surer', () => {
    const change = strengthened(made, lessons, settings);
    expect(change).toMatchObject({ reason: 'confirmed', note: '2 more memories teach it.' });
    expect(change?.memory.derivedFrom).toHaveLength(5);
    expect(change?.memory.confidence).toBeCloseTo(6 / 7, 10);
  });

  it('keeps what came of applying it', () => {
    const failed = { ...made, confidence: 0.32, evidence: { successes: 0, failures: 3 }, confirmedAt: now };
    expect(strengthened(failed, lessons, settings)?.memory.confidence).toBeCloseTo((2 * (6 / 7)) / 5, 10);
  });

  it('is never less sure for that, though what taught it first is gone', () => {
    expect(strengthened(made, lessons.slice(4), settings)?.memory.confidence).toBe(0.8);
  });

  it('does not change when nothing is new, when it does not stand, or when somebody wrote it down', () => {
    expect(strengthened(made, lessons.slice(0, 3), settings)).toBeNull();
    expect(strengthened({ ...made, standing: 'demoted' }, lessons, settings)).toBeNull();
    expect(strengthened({ ...made, tags: [] }, lessons, settings)).toBeNull();
  });

  it('names two hundred memories at most', () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      learned('Ask Ann about refunds', { runId: `run_${index}` }),
    );
    const full = rule(many) ?? made;
    expect(full.derivedFrom).toHaveLength(200);
    expect(strengthened(full, many, settings)).toBeNull();
  });
});
