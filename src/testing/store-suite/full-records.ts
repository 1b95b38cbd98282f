import type { Condition } from '../../model/check.ts';
import type { Job } from '../../model/job.ts';
import type { LessonKind, LessonOf } from '../../model/lesson.ts';
import type { Memory, MemoryContent, MemoryKind } from '../../model/memory.ts';
import { latestMoment } from '../../model/record.ts';
import type { Run } from '../../model/run.ts';
import type { Message } from '../../model/session.ts';
import type { ToolStep } from '../../model/step.ts';
import type { Task } from '../../model/task.ts';
import type { Template } from '../../model/template.ts';
import type { Token } from '../../model/token.ts';
import {
  aJob,
  aMemory,
  aMessage,
  aRun,
  aStep,
  aTask,
  aTemplate,
  aToken,
  type MemoryOverrides,
} from '../builders.ts';

import { aLesson, type LessonOverrides } from '../lesson-builders.ts';

/** Records with every field set to something other than its default, so that a field left out is noticed. */

const taskDetails = {
  description: 'Refund order 42',
  category: 'refunds',
  type: 'money',
  dependencies: ['task-0', 'task-00'],
  effort: 1.5,
};

export const aFullTask = (): Task =>
  aTask({ ...taskDetails, stage: 'release', status: 'failed', createdAt: 1_000, updatedAt: 2_000 });

export const aFullRun = (): Run =>
  aRun({
    task: { id: 'task-1', ...taskDetails },
    inputs: { orderId: 42, customer: { name: 'Zoë', tags: ['new', null, 1.25] } },
    mode: { kind: 'template', style: 'replay', templateId: 'tpl_1' },
    approach: 'ask-first',
    stage: 'release',
    successFactors: ['asked', 'checked'],
    outcome: 'partial',
    summary: 'Refunded one of two.',
    finishedAt: 1_800_000_000_000,
  });

export const aFullStep = (runId: string): ToolStep =>
  aStep({
    runId,
    parentId: 'step_0',
    subTask: { id: 'sub-1', index: 3, text: 'Find the order' },
    position: 7,
    startedAt: 1_234,
    durationMs: 0.125,
    success: false,
    error: { type: 'TypeError', message: 'order 42 is locked', signature: 'order <number> is locked' },
    tool: 'get_order',
    arguments: { id: 42, deep: { list: [[{ a: null }], [], {}], yes: true, no: false } },
    result: [{ rows: [1, -2.5, 1e21, 'three'] }],
    truncated: ['arguments', 'result'],
  });

export const aFullMessage = (sessionId: string): Message =>
  aMessage({
    sessionId,
    role: 'tool',
    content: '{"ok":true}',
    toolCalls: [{ id: 'call_1', name: 'get_order', arguments: { id: 42, options: { deep: [1] } } }],
    toolCallId: 'call_0',
    toolName: 'get_order',
  });

const fullContents: { readonly [Kind in MemoryKind]: Required<MemoryContent<Kind>> } = {
  decision: {
    context: 'API timeout',
    action: 'retry',
    outcome: 'partial',
    outcomeQuality: 0.75,
    alternatives: ['give up'],
    features: { attempts: 3, service: 'orders' },
  },
  failure: { errorSignature: 'ETIMEDOUT', rootCause: 'slow', solution: 'wait', prevention: 'cache' },
  success: { context: 'API timeout', approach: 'retry', keyFactors: ['calm'], replicationSteps: ['wait'] },
  collaboration: { partners: ['alice'], interaction: 'review', outcome: 'success', lessons: ['ask early'] },
  knowledge: { domain: 'payments', knowledgeKind: 'fact', expertise: 'high', relatedEntities: ['order'] },
  experience: {
    context: 'API timeout',
    action: 'retry',
    tools: ['get_order'],
    outcome: 'failure',
    metrics: { seconds: 1.5 },
    lesson: 'Wait longer.',
    issueId: 'issue-1',
    pullRequestId: 'pr-1',
  },
  entity: {
    entityType: 'service',
    name: 'orders',
    properties: { owner: { team: ['a', 'b'] } },
    firstSeen: 1,
    lastUpdated: 2,
    interactionCount: 3,
    relations: [{ relation: 'uses', entity: 'payments' }],
  },
  rule: { ruleKind: 'constraint', learnedFrom: 'run_1', timesApplied: 4, ruleSuccessRate: 0.5 },
  preference: { key: 'language', value: ['en', { or: 'de' }], metadata: { since: 2024 } },
};

export function aFullMemory(kind: MemoryKind): Memory {
  return aMemory({
    kind,
    content: fullContents[kind],
    text: 'What is known',
    tags: ['payments', 'größe'],
    confidence: 0.875,
    relevance: 0.125,
    successRate: 0.25,
    lastAccessedAt: 1_700_000_000_001,
    accessCount: 9,
    expiresAt: 1_900_000_000_000,
    visibility: 'shareable',
    provenance: {
      runId: 'run_1',
      stepId: 'step_1',
      importedFrom: 'backup',
      agent: 'alice',
      externalId: 'ticket/7 – größe',
      sessionId: 'chat-1',
      position: 12,
    },
    derivedFrom: [
      { kind: 'run', id: 'run_1' },
      { kind: 'step', id: 'step_1' },
    ],
    standing: 'superseded',
    evidence: { successes: 2.5, failures: 0.125 },
    confirmedAt: 1_700_000_000_002,
    validUntil: 1_700_000_000_003,
    links: [
      { kind: 'superseded-by', id: 'mem_2' },
      { kind: 'contradicts', id: 'mem_3' },
    ],
    revision: 4,
  } as MemoryOverrides);
}

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
};

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

export const aFullTemplate = (): Template =>
  aTemplate({
    slug: 'refund.order_42',
    version: 3,
    status: 'approved',
    task: { id: 'task-1', ...taskDetails },
    subTasks: [{ id: 'sub-1', index: 0, text: 'Find the order' }],
    agents: ['ali', 'alice'],
    parameters: [
      {
        name: 'order',
        source: 'picked',
        example: { id: 42 },
        presentIn: { step: 0, path: '$.orders[*].id' },
      },
      { name: 'token', source: 'secret', example: null, presentIn: null },
    ],
    plan: [
      {
        tool: 'refund',
        arguments: {
          from: 'object',
          members: {
            id: { from: 'result', step: 0, path: '$.id' },
            note: {
              from: 'text',
              parts: [
                { from: 'constant', value: 'for ' },
                { from: 'parameter', name: 'order' },
              ],
            },
            lines: { from: 'list', items: [{ from: 'constant', value: { deep: [null] } }] },
          },
        },
        expects: { type: 'object', members: { lines: { type: 'list', items: { type: 'any' } } } },
        recordedStep: 'step_1',
      },
    ],
    examples: [{ agent: null, subTask: 'sub-1', tool: 'refund', arguments: { id: 42 }, result: [true] }],
    firstRun: { modelCalls: 5, toolCalls: 2, wallTimeMs: 1_234.5 },
    updatedAt: 1_800_000_000_000,
    derivedFrom: [
      { kind: 'run', id: 'run_1' },
      { kind: 'memory', id: 'mem_1' },
    ],
  });

/** It has expired: whoever finds it decides what that means. */
export const aFullToken = (): Token =>
  aToken({
    name: 'Zoë’s laptop',
    scopes: ['admin', 'delete', 'read', 'write'],
    anyProject: true,
    expiresAt: 1,
    hash: '0123456789abcdef'.repeat(4),
  });

export const aFullJob = (): Job =>
  aJob({
    name: 'Größe, 50% _off',
    holder: 'worker "1"',
    leaseUntil: latestMoment,
    done: 1_234_567,
    left: 89,
    state: { after: ['mem_1', null, 1.5], deep: { list: [[{}], []], yes: true } },
    error: 'The store is busy.\nTry again.',
    updatedAt: 1_800_000_000_000,
  });
