import type { Condition } from '../../records/check.ts';
import type { LessonKind, LessonOf } from '../../records/lesson.ts';
import { aLesson, type LessonOverrides } from '../lesson-builders.ts';

const condition: Condition = {
  of: 'argument',
  path: '$.items[*].id',
  is: 'one-of',
  value: [1, { deep: [null] }],
};

const fullLessons: { readonly [Kind in LessonKind]: Required<LessonOf<Kind>['content']> } = {
  failure: {
    template: 'order <*> is locked',
    signature: 'order <number> is locked',
    mergedInto: 'les_2',
    rootCause: 'A job holds it – größe',
  },
  solution: {
    pattern: 'les_1',
    errorType: 'TypeError',
    signature: 'order <number> is locked',
    approach: 'wait',
    steps: ['wait', '', 'ask'],
    categories: ['refunds'],
    successes: 1.5,
    failures: 0.25,
    lastTriedAt: 1_700_000_000_001,
  },
  check: {
    message: 'Is it free?\nLook first.',
    when: {
      tool: 'refund*',
      mentions: ['order', 'locked'],
      conditions: [condition, { of: 'recent', tool: 'get_order', within: 5, is: 'failed' }],
      category: 'refunds',
      context: 'locked order',
      stage: 'release',
    },
    verify: { kind: 'predicate', all: [condition, { ...condition, is: 'at-least', value: 0.5 }] },
    action: 'block',
    pattern: 'les_1',
    enabled: false,
    offReason: 'It was wrong.',
    record: { fired: 5, prevented: 1, happened: 2, wrong: 3, unknown: 4 },
    countsFrom: { fired: 4, prevented: 1, happened: 1, wrong: 2, unknown: 3 },
  },
  trial: {
    lesson: { kind: 'solution', id: 'les_1' },
    use: 'tried',
    runId: 'run_1',
    taskId: 'task-1',
    tool: 'refund',
    position: 3,
    result: 'worked',
    note: 'At once.',
  },
  name: { of: 'sequence', slug: 'get-order.refund' },
  grouping: { state: { tree: [[1, { words: ['order', '<*>'] }], null, true, 'x'.repeat(10_000)] } },
  'agent-memory': {
    templateId: 'tpl_1',
    agent: null,
    subTask: 'sub-1',
    strategies: ['Look first.', ''],
    toolSequence: [{ step: 2, tool: 'get_order', rationale: 'It has the payment – größe.' }],
    pitfalls: ['A locked order cannot be refunded.'],
    tips: ['Ask once.\nNot twice.'],
    insights: ['Most orders have one payment.'],
    confidence: 0.875,
    distillations: 3,
    successes: 2,
    executions: 4,
    meanSteps: 5.25,
    origin: 'outside',
    lastUpdatedAt: 1_800_000_000_000,
    sent: { template_id: 7, memory_context: { key_insights: 'One text.' } },
  },
  example: {
    templateId: 'tpl_1',
    agent: null,
    subTask: 'sub-1',
    sourceTaskId: 'task-1',
    tool: 'refund',
    arguments: { id: 42, deep: { list: [[null]] } },
    result: [{ rows: [1, -2.5, 'three'] }],
    success: false,
    at: 1_700_000_000_001,
    sent: { template_id: -1, tool_args: '{"id":42}', note: [null] },
  },
  'session-template': {
    sessionId: 'chat-1',
    type: 'research',
    tags: ['payments', 'größe'],
    description: 'How to read.\nThen search.',
    examples: [
      { callId: 'call_1', tool: 'search', arguments: { words: ['a'] }, result: { found: [null] }, turn: 2 },
    ],
    imported: { usage: 3 },
    version: 3,
    status: 'retired',
    retiredBecause: 'Seeded sessions went worse.',
    automatic: true,
    usage: 7,
    lastUsedAt: 1_700_000_000_002,
    successes: 4.5,
    failures: 2,
    earlier: [{ version: 2, sessionId: 'chat-0', usage: 3, successes: 0.5, failures: 1.5 }],
    seedings: [{ version: 3, at: 1_000, sessionId: 'chat-2', runId: 'run_1', outcome: 'partial' }],
  },
  experiment: {
    template: 'read-files',
    version: 2,
    cold: [
      {
        ...{
          sessionId: 'chat-1',
          turns: 12,
          earlyErrors: 3,
          earlyCalls: 9,
          totalErrors: 4,
          toolDiversity: 5,
        },
        timeToFirstSuccessMs: null,
        callsToFirstSuccess: null,
      },
    ],
    seeded: [
      {
        ...{ sessionId: 'chat-2', turns: 8, earlyErrors: 1, earlyCalls: 7, totalErrors: 1, toolDiversity: 4 },
        timeToFirstSuccessMs: 1_234.5,
        callsToFirstSuccess: 2,
      },
    ],
    comparisons: [
      {
        ...{ figure: 'totalErrors', cold: 4, seeded: 1.5, coldSessions: 1, seededSessions: 1 },
        effect: -0.5,
        p: 0.125,
      },
    ],
    significance: { turns: 0.125, totalErrors: null },
    summary: 'Fewer errors – größe.',
  },
};

/** A lesson with every field set to something other than its default, so that a field left out is noticed. */
export const aFullLesson = <Kind extends LessonKind>(kind: Kind): LessonOf<Kind> =>
  aLesson(kind, {
    slug: `full-${kind}`,
    updatedAt: 1_800_000_000_000,
    revision: 4,
    keys: ['b', 'a', 'b', 'größe 🧠', 'x'.repeat(2_000)],
    derivedFrom: [
      { kind: 'memory', id: 'mem_1' },
      { kind: 'lesson', id: 'les_1' },
    ],
    content: fullLessons[kind] as Partial<LessonOf<Kind>['content']>,
  } as LessonOverrides<Kind>);
