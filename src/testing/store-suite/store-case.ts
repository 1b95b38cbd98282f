import { expect } from 'vitest';
import type { EngramError, ErrorCode } from '../../errors.ts';
import type { Command, KeptVector, RunEnd, Store } from '../../ports/store.ts';
import type { Job } from '../../records/job.ts';
import type { Lesson } from '../../records/lesson.ts';
import type { Memory } from '../../records/memory.ts';
import type { MemoryUse, Revision } from '../../records/memory-life.ts';
import type { Run } from '../../records/run.ts';
import type { Scope } from '../../records/scope.ts';
import type { Message, Session } from '../../records/session.ts';
import type { Step } from '../../records/step.ts';
import type { Template } from '../../records/template.ts';
import type { Token } from '../../records/token.ts';
import type { Checkpoint, Workflow, WorkflowRequest } from '../../records/workflow.ts';
import { asRefusal } from '../refusal.ts';

/** One sentence of the contract of `Store`, with the proof. */
export interface StoreCase {
  readonly title: string;
  /** Gets a store nobody has used before; `openAnother` opens a second one, as empty, beside it. */
  check(store: Store, openAnother: () => Promise<Store>): Promise<void>;
}

/** Cases that belong together, under the heading a test report shows. */
export interface StoreTheme {
  readonly title: string;
  readonly cases: readonly StoreCase[];
}

export const ali: Scope = { user: 'ada', project: 'shop', agent: 'ali' };
export const alice: Scope = { user: 'ada', project: 'shop', agent: 'alice' };
/** The project itself, and as a viewer its owner. */
export const shop: Scope = { user: 'ada', project: 'shop', agent: null };
export const shop2: Scope = { ...ali, project: 'shop2' };
export const bob: Scope = { ...ali, user: 'bob' };

/** Large enough for everything a case writes. */
export const wholeList = { limit: 1_000 };

/** Long before anything a builder builds expires. */
export const longAgo = 0;

export const record = (memory: Memory): Command => ({ type: 'record-memory', memory });
export const remove = (memory: Memory): Command => ({
  type: 'delete-memory',
  owner: memory.scope,
  id: memory.id,
});
/** Puts this memory in the place of the one it was made from, as the next revision of it. */
export const revise = (
  memory: Memory,
  change: Partial<Omit<Revision, 'before'>> = {},
): Extract<Command, { type: 'revise-memory' }> => ({
  type: 'revise-memory',
  owner: memory.scope,
  memory,
  change: { at: 7_000, reason: 'confirmed', note: '', ...change },
});
/** The memory with these changes, as its next revision. */
export const changed = (memory: Memory, changes: Partial<Memory>): Memory =>
  ({ ...memory, ...changes, revision: memory.revision + 1 }) as Memory;
export const prune = (now: number, ...memories: readonly Pick<Memory, 'id'>[]): Command => ({
  type: 'prune-memories',
  ids: memories.map(({ id }) => id),
  now,
});
export const noteUses = (...uses: readonly MemoryUse[]): Command => ({ type: 'note-uses', uses });
export const keepVectors = (embedder: string, ...vectors: readonly KeptVector[]): Command => ({
  type: 'keep-vectors',
  embedder,
  vectors,
});
/** A vector of this memory as it is, of these bytes. */
export const vectorOf = ({ id, revision }: Memory, ...bytes: readonly number[]): KeptVector => ({
  id,
  revision,
  vector: new Uint8Array(bytes),
});
/** A vector for comparing: backends answer bytes in arrays of different classes. */
export const bytesOf = ({ id, revision, vector }: KeptVector) => ({ id, revision, bytes: [...vector] });

export const save = (lesson: Lesson): Command => ({ type: 'save-lesson', lesson });
/** The lesson with these changes, as its next revision. */
export const improved = <Any extends Lesson>(lesson: Any, changes: Partial<Any> = {}): Any => ({
  ...lesson,
  ...changes,
  revision: lesson.revision + 1,
});
export const unlearn = (lesson: Lesson): Command => ({
  type: 'delete-lesson',
  owner: lesson.scope,
  id: lesson.id,
});

export const saveTemplate = (template: Template): Command => ({ type: 'save-template', template });
/** Puts this template in the place of the one it was made from. */
export const reviseTemplate = (template: Template): Command => ({
  type: 'revise-template',
  owner: template.scope,
  template,
});
/** The template with these changes, as its next revision. */
export const reworked = (template: Template, changes: Partial<Template> = {}): Template => ({
  ...template,
  ...changes,
  revision: template.revision + 1,
});
export const keepVersion = (template: Template): Command => ({ type: 'keep-template-version', template });
export const removeTemplate = (template: Template): Command => ({
  type: 'delete-template',
  owner: template.scope,
  id: template.id,
});

export const start = (run: Run): Command => ({ type: 'start-run', run });
export const join = (run: Run, ...agents: readonly string[]): Command => ({
  type: 'join-run',
  owner: run.scope,
  runId: run.id,
  agents,
});
export const append = (step: Step): Command => ({ type: 'append-step', step });

export const say = (session: Session, message: Message): Command => ({
  type: 'append-message',
  session,
  message,
});

export const create = (token: Token): Command => ({ type: 'create-token', token });
export const revoke = (token: Token): Command => ({
  type: 'revoke-token',
  owner: token.scope,
  id: token.id,
});
export const begin = (workflow: Workflow): Command => ({ type: 'begin-workflow', workflow });
export const holdWork = (workflow: Workflow, epoch = workflow.epoch): Command => ({
  type: 'hold-workflow',
  workflow,
  epoch,
});
export const keepCheckpoint = (checkpoint: Checkpoint, epoch = 1): Command => ({
  type: 'keep-checkpoint',
  checkpoint,
  epoch,
});
export const signal = (checkpoint: Checkpoint): Command => ({ type: 'signal-workflow', checkpoint });
export const requestOf = ({ scope, id }: Workflow, request: WorkflowRequest): Command => ({
  type: 'request-of-workflow',
  owner: scope,
  id,
  request,
});
export const endWork = ({ scope, id, epoch }: Workflow): Command => ({
  type: 'end-workflow',
  owner: scope,
  id,
  epoch,
});
/** Unless it is said which epoch is known, the job is being claimed. */
export const hold = (job: Job, epoch = job.epoch - 1): Command => ({ type: 'hold-job', job, epoch });

/** How runs end in these cases, unless they say otherwise. */
export const theEnd: RunEnd = {
  outcome: 'success',
  finishedAt: Date.UTC(2025, 0, 1, 13),
  summary: 'Refunded.',
  successFactors: ['checked the order first'],
};

export const finish = (run: Run, end: Partial<RunEnd> = {}): Command => ({
  type: 'finish-run',
  owner: run.scope,
  runId: run.id,
  end: { ...theEnd, ...end },
});

/** The error a commit is refused with; fails when it is accepted or the error is not a typed one. */
export async function refusal(store: Store, commands: readonly Command[]): Promise<EngramError> {
  const error: unknown = await store.commit(commands).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return asRefusal(error);
}

export async function expectRefusal(
  store: Store,
  commands: readonly Command[],
  code: ErrorCode,
): Promise<void> {
  expect((await refusal(store, commands)).code).toBe(code);
}

export const idsOf = (records: readonly { readonly id: string }[]): string[] =>
  records.map((item) => item.id);
