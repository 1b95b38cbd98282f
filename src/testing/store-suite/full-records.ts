import type { Job } from '../../records/job.ts';
import type { Memory, MemoryContent, MemoryKind } from '../../records/memory.ts';
import { latestMoment } from '../../records/record.ts';
import type { Run } from '../../records/run.ts';
import type { Message } from '../../records/session.ts';
import type { ToolStep } from '../../records/step.ts';
import type { Task } from '../../records/task.ts';
import type { Token } from '../../records/token.ts';
import { aJob, aMemory, aMessage, aRun, aStep, aTask, aToken, type MemoryOverrides } from '../builders.ts';

/** Records with every field set to something other than its default, so that a field left out is noticed. */

/** What is said about a task, all of it. */
export const taskDetails = {
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
    agents: ['zoë', 'coder'],
    inputs: { orderId: 42, customer: { name: 'Zoë', tags: ['new', null, 1.25] } },
    mode: { kind: 'template', style: 'adaptive', templateId: 'tpl_1' },
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
    provenance: 'transcript',
    startedAt: 1_234,
    durationMs: 0.125,
    success: false,
    error: { type: 'TypeError', message: 'order 42 is locked', signature: 'order <number> is locked' },
    tool: 'get_order',
    arguments: { id: 42, deep: { list: [[{ a: null }], [], {}], yes: true, no: false } },
    result: [{ rows: [1, -2.5, 1e21, 'three'] }],
    truncated: ['arguments', 'result'],
    captured: { value: { status: 'pending', items: [1, null] } },
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
      byPerson: true,
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
    epoch: 12,
    beat: 345,
    leaseUntil: latestMoment,
    done: 1_234_567,
    left: 89,
    state: { after: ['mem_1', null, 1.5], deep: { list: [[{}], []], yes: true } },
    error: 'The store is busy.\nTry again.',
    updatedAt: 1_800_000_000_000,
  });
