import { beforeEach, describe, expect, it } from 'vitest';
import { memoryKinds } from '../../records/memory.ts';
import { aMemory, type MemoryOverrides, resetBuilders } from '../../testing/builders.ts';
import { type Experience, experienceOf } from './experience.ts';

beforeEach(resetBuilders);

const nothing: Experience = { situation: null, action: null, result: null, lesson: null };

const told: ReadonlyArray<readonly [MemoryOverrides, Partial<Experience>]> = [
  [
    {
      kind: 'decision',
      text: 'The gateway was only slow.',
      content: {
        context: 'payment timeout',
        action: 'retry',
        outcome: 'partial',
        outcomeQuality: 0.7,
        alternatives: ['give up', 'ask'],
      },
    },
    {
      situation: 'payment timeout',
      action: 'retry. Instead of: give up; ask',
      result: 'partial. Quality: 70 %',
      lesson: 'The gateway was only slow.',
    },
  ],
  [
    {
      kind: 'failure',
      content: {
        errorSignature: 'EACCES <path>',
        rootCause: 'wrong owner',
        solution: 'chown it',
        prevention: 'Install as the user.',
      },
    },
    { situation: 'EACCES <path>. Cause: wrong owner', action: 'chown it', lesson: 'Install as the user.' },
  ],
  [
    {
      kind: 'success',
      content: {
        context: 'slow build',
        approach: 'Cache it.',
        keyFactors: ['one key'],
        replicationSteps: ['hash', 'store'],
      },
    },
    {
      situation: 'slow build',
      action: 'Cache it. Steps: hash; store',
      lesson: 'What mattered: one key',
    },
  ],
  [
    {
      kind: 'collaboration',
      content: {
        partners: ['bob', 'eve'],
        interaction: 'review',
        outcome: 'success',
        lessons: ['Ask early', 'Ask'],
      },
    },
    { situation: 'review. With: bob; eve', result: 'success', lesson: 'Ask early; Ask' },
  ],
  [
    {
      kind: 'knowledge',
      text: 'Refunds need the id of the payment.',
      content: { domain: 'payments', knowledgeKind: 'fact', expertise: 'high', relatedEntities: ['shop'] },
    },
    {
      situation: 'About: payments; Kind: fact; Expertise: high; Related: shop',
      lesson: 'Refunds need the id of the payment.',
    },
  ],
  [
    {
      kind: 'experience',
      content: {
        context: 'flaky test',
        action: 'waited for the event',
        tools: ['vitest'],
        outcome: 'success',
        metrics: { minutes: 12 },
        lesson: 'Never sleep.',
        issueId: '42',
        pullRequestId: '43',
      },
    },
    {
      situation: 'flaky test. Issue: 42. Pull request: 43',
      action: 'waited for the event. Tools: vitest',
      result: 'success. minutes: 12',
      lesson: 'Never sleep.',
    },
  ],
  [
    {
      kind: 'entity',
      content: {
        entityType: 'service',
        name: 'payments-api',
        properties: { port: 8080, tags: ['a'], owner: 'ada' },
        interactionCount: 3,
        relations: [{ relation: 'uses', entity: 'postgres' }],
      },
    },
    {
      situation: 'service: payments-api',
      result: 'Times met: 3',
      lesson: 'port: 8080; tags: ["a"]; owner: ada. uses postgres',
    },
  ],
  [
    {
      kind: 'rule',
      text: 'Never push on Friday.',
      content: { ruleKind: 'constraint', timesApplied: 4, ruleSuccessRate: 0.75 },
    },
    {
      situation: 'Kind of rule: constraint',
      result: 'Times applied: 4. Successful: 75 %',
      lesson: 'Never push on Friday.',
    },
  ],
  [
    { kind: 'preference', content: { key: 'editor.tabs', value: { size: 2 }, metadata: { by: 'ada' } } },
    { situation: 'editor.tabs', lesson: '{"size":2}' },
  ],
];

describe('REC-4 a memory as an experience', () => {
  it.each(told.map(([memory, expected]) => [memory.kind, memory, expected] as const))(
    'tells the fields of: %s',
    (_kind, memory, expected) => expect(experienceOf(aMemory(memory))).toEqual({ ...nothing, ...expected }),
  );

  it('is tested for every kind', () => expect(told.map(([{ kind }]) => kind)).toEqual([...memoryKinds]));

  it.each(memoryKinds)('takes text alone for what happened or what is to be learned: %s', (kind) => {
    const experience = experienceOf(aMemory({ kind, text: 'It is so.', content: {} } as MemoryOverrides));
    const isStory = ['failure', 'collaboration', 'experience'].includes(kind);
    expect(experience).toEqual({ ...nothing, [isStory ? 'situation' : 'lesson']: 'It is so.' });
  });

  it('keeps text beside a situation, and ends each sentence', () => {
    const memory = aMemory({
      kind: 'failure',
      text: 'Happened twice',
      content: { errorSignature: 'EIO', prevention: 'Check the disk!' },
    });
    expect(experienceOf(memory)).toEqual({
      ...nothing,
      situation: 'EIO',
      lesson: 'Happened twice. Check the disk!',
    });
  });

  it('keeps lines as they are, without blank ones around them', () => {
    const code = 'Do:\n\n```ts\nif (a) {\n\tb();\n}\n```';
    expect(experienceOf(aMemory({ text: `\r\n  \n${code.replaceAll('\n', '\r\n')}  \n\n` })).lesson).toBe(
      code,
    );
    expect(experienceOf(aMemory({ text: '  one \t two\u00a0 ' })).lesson).toBe('one \t two');
  });

  it('puts statements below each other where one has several lines', () => {
    const memory = aMemory({
      kind: 'failure',
      text: 'Run:\nnpm ci',
      content: { errorSignature: 'EIO', prevention: 'Check the disk' },
    });
    expect(experienceOf(memory).lesson).toBe('Run:\nnpm ci\nCheck the disk');
  });

  it('tells nothing where there is nothing', () => {
    const empty = [
      aMemory({ kind: 'preference', content: { metadata: { by: 'ada' } } }),
      aMemory({ kind: 'success', content: { keyFactors: ['', ' '], context: ' \n' } }),
    ];
    for (const memory of empty) expect(experienceOf(memory)).toEqual(nothing);
  });
});
