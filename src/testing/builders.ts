import { type Job, jobSchema } from '../records/job.ts';
import { type Memory, memorySchema } from '../records/memory.ts';
import { type MemoryUse, memoryUseSchema, type Revision, revisionSchema } from '../records/memory-life.ts';
import { type Run, runSchema } from '../records/run.ts';
import { type Message, messageSchema, type Session, sessionSchema } from '../records/session.ts';
import {
  modelStepSchema,
  noteStepSchema,
  type Step,
  type ToolStep,
  toolStepSchema,
} from '../records/step.ts';
import { type Task, taskSchema } from '../records/task.ts';
import { type Template, templateSchema } from '../records/template.ts';
import { type Token, tokenSchema } from '../records/token.ts';
import { base, later, nextId, nextTask } from './builder-base.ts';

export { resetBuilders } from './builder-base.ts';

type ModelStep = Extract<Step, { kind: 'model' }>;
type PartialOfEach<Union> = Union extends unknown ? Partial<Union> : never;
type NoteStep = Extract<Step, { kind: 'note' | 'message' }>;

/** Any part of a memory. `content` goes with a `kind`; the two are checked together. */
export type MemoryOverrides = PartialOfEach<Memory>;

/**
 * A task that is open.
 *
 * @example
 * const task = aTask({ description: 'Refund order 42' });
 */
export function aTask(overrides: Partial<Task> = {}): Task {
  const built = base(`task-${nextTask()}`);
  return taskSchema.parse({
    ...built,
    description: 'Refund an order',
    updatedAt: overrides.createdAt ?? built.createdAt,
    ...overrides,
  });
}

/**
 * A run that is going on.
 *
 * @example
 * const run = aRun({ scope: { user: 'ada', project: 'shop', agent: 'alice' } });
 */
export function aRun(overrides: Partial<Run> = {}): Run {
  return runSchema.parse({
    ...base(nextId('run')),
    task: { description: 'Refund an order' },
    mode: { kind: 'normal' },
    ...overrides,
  });
}

/** What every step starts from: the first step of the first run built. */
function stepBase(overrides: { createdAt?: number }) {
  const built = base(nextId('step'));
  return {
    ...built,
    runId: 'run_000001',
    position: 0,
    startedAt: overrides.createdAt ?? built.createdAt,
    durationMs: 12.5,
    success: true,
  };
}

/**
 * A tool call that went well. Name its run: without `runId` it belongs to the first run that was built.
 *
 * @example
 * const step = aStep({ runId: run.id, tool: 'get_order', arguments: { id: 42 } });
 */
export function aStep(overrides: Partial<ToolStep> = {}): ToolStep {
  return toolStepSchema.parse({
    ...stepBase(overrides),
    kind: 'tool',
    tool: 'get_order',
    arguments: { id: 42 },
    result: { id: 42, status: 'paid' },
    ...overrides,
  });
}

/**
 * A call of a language model.
 *
 * @example
 * const step = aModelStep({ runId: run.id, inputTokens: 1_200, outputTokens: 80 });
 */
export function aModelStep(overrides: Partial<ModelStep> = {}): ModelStep {
  return modelStepSchema.parse({
    ...stepBase(overrides),
    kind: 'model',
    model: 'test-model',
    inputTokens: 100,
    outputTokens: 20,
    ...overrides,
  });
}

/**
 * Something written down during a run.
 *
 * @example
 * const step = aNoteStep({ runId: run.id, text: 'The order was already refunded.' });
 */
export function aNoteStep(overrides: Partial<NoteStep> = {}): NoteStep {
  return noteStepSchema.parse({
    ...stepBase(overrides),
    kind: 'note',
    text: 'The order was already refunded.',
    ...overrides,
  });
}

/**
 * A session, to be stored with its first message.
 *
 * @example
 * const session = aSession();
 * await store.commit([{ type: 'append-message', session, message: aMessage({ sessionId: session.id }) }]);
 */
export function aSession(overrides: Partial<Session> = {}): Session {
  return sessionSchema.parse({ ...base(nextId('ses')), ...overrides });
}

/**
 * A message of a user. Name its session: without `sessionId` it belongs to the first session that was built.
 *
 * @example
 * const message = aMessage({ sessionId: session.id, role: 'assistant', content: 'Done.' });
 */
export function aMessage(overrides: Partial<Message> = {}): Message {
  return messageSchema.parse({
    ...base(nextId('msg')),
    sessionId: 'ses_000001',
    role: 'user',
    content: 'Please refund order 42.',
    ...overrides,
  });
}

/**
 * A memory; knowledge as plain text, unless another kind is asked for.
 *
 * @example
 * const decision = aMemory({ kind: 'decision', content: { context: 'timeout', action: 'retry', outcome: 'success' } });
 */
export function aMemory(overrides: MemoryOverrides = {}): Memory {
  return memorySchema.parse({
    ...base(nextId('mem')),
    kind: 'knowledge',
    text: overrides.content === undefined ? 'Refunds need the id of the payment.' : '',
    content: {},
    ...overrides,
  });
}

/**
 * A change of a memory that an outcome confirmed. Say what the memory was before it.
 *
 * @example
 * const revision = aRevision({ before: memory, reason: 'demoted', note: 'It kept hurting.' });
 */
export function aRevision(overrides: Partial<Revision> = {}): Revision {
  return revisionSchema.parse({
    at: later(),
    reason: 'confirmed',
    note: 'A run that used it succeeded.',
    before: overrides.before ?? aMemory(),
    ...overrides,
  });
}

/**
 * That a run was given a memory. Name both: without, it is the first run and the first memory built.
 *
 * @example
 * const use = aUse({ memoryId: memory.id, runId: run.id });
 */
export function aUse(overrides: Partial<MemoryUse> = {}): MemoryUse {
  return memoryUseSchema.parse({
    memoryId: 'mem_000001',
    runId: 'run_000001',
    at: later(),
    ...overrides,
  });
}

/**
 * A template of one call that takes one parameter. Its slug is made from its id, so that no two are alike.
 *
 * @example
 * const template = aTemplate({ slug: 'refund-order', sourceRunId: run.id });
 */
export function aTemplate(overrides: Partial<Template> = {}): Template {
  const built = base(nextId('tpl'));
  return templateSchema.parse({
    ...built,
    slug: (overrides.id ?? built.id).replaceAll('_', '-'),
    sourceRunId: 'run_000001',
    task: { description: 'Refund an order' },
    parameters: [{ name: 'orderId', source: 'input', example: 42 }],
    plan: [
      {
        tool: 'get_order',
        arguments: { from: 'object', members: { id: { from: 'parameter', name: 'orderId' } } },
        observed: [{ arguments: { id: 42 }, result: { id: 42 }, at: 0 }],
        recordedStep: 'step_000001',
      },
    ],
    examples: [{ agent: 'ali', subTask: null, tool: 'get_order', arguments: { id: 42 }, result: { id: 42 } }],
    firstRun: { modelCalls: 3, toolCalls: 1, wallTimeMs: 4_200 },
    updatedAt: overrides.createdAt ?? built.createdAt,
    derivedFrom: [{ kind: 'run', id: overrides.sourceRunId ?? 'run_000001' }],
    ...overrides,
  });
}

/**
 * A token of an agent that may read. Its hash is made from its id, so that no two are alike.
 *
 * @example
 * const token = aToken({ name: 'laptop', scopes: ['read', 'write'] });
 */
export function aToken(overrides: Partial<Token> = {}): Token {
  const built = base(nextId('tok'));
  return tokenSchema.parse({
    ...built,
    name: 'laptop',
    scopes: ['read'],
    anyProject: false,
    expiresAt: null,
    hash: Buffer.from(overrides.id ?? built.id)
      .toString('hex')
      .padStart(64, '0')
      .slice(-64),
    ...overrides,
  });
}

/**
 * A job that somebody has just begun and holds for a minute.
 *
 * @example
 * const job = aJob({ name: 'index-memories', left: 2_000 });
 * await store.commit([{ type: 'hold-job', job, epoch: 0 }]);
 */
export function aJob(overrides: Partial<Job> = {}): Job {
  const now = later();
  return jobSchema.parse({
    name: 'index-memories',
    holder: 'worker-1',
    epoch: 1,
    beat: 0,
    leaseUntil: now + 60_000,
    done: 0,
    left: null,
    state: null,
    error: null,
    updatedAt: now,
    ...overrides,
  });
}
