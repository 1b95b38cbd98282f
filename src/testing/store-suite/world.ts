import type { Command, KeptVector } from '../../ports/store.ts';
import type { Check } from '../../records/lesson.ts';
import type { Memory } from '../../records/memory.ts';
import type { MemoryUse, Revision } from '../../records/memory-life.ts';
import type { MemoryLink } from '../../records/memory-link.ts';
import type { Run } from '../../records/run.ts';
import type { Scope } from '../../records/scope.ts';
import type { Message, Session } from '../../records/session.ts';
import type { ToolStep } from '../../records/step.ts';
import type { Task } from '../../records/task.ts';
import type { Template } from '../../records/template.ts';
import type { Token } from '../../records/token.ts';
import type { Checkpoint, Workflow } from '../../records/workflow.ts';
import {
  aMemory,
  aMessage,
  aRevision,
  aRun,
  aSession,
  aStep,
  aTask,
  aTemplate,
  aToken,
  aUse,
} from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { aLink } from '../retention-builders.ts';
import { aCheckpoint, aWorkflow } from '../workflow-builders.ts';
import { createOwned, type OwnedItem, oneOfEachKind } from './owned-records.ts';
import {
  begin,
  create,
  keepCheckpoint,
  keepVectors,
  keepVersion,
  noteUses,
  record,
  save,
  saveTemplate,
  say,
  theEnd,
} from './store-case.ts';

/** One record of each type, all of one owner. Jobs are nobody's, so there is none. */
export interface RecordWorld {
  readonly scope: Scope;
  readonly task: Task;
  readonly run: Run;
  /** One that is over. It was given the memory, which nobody has counted yet. */
  readonly endedRun: Run;
  readonly failedStep: ToolStep;
  readonly session: Session;
  readonly message: Message;
  /** It was changed once, and expires long after everything else happened. */
  readonly memory: Memory;
  readonly revision: Revision;
  readonly use: MemoryUse;
  readonly vector: KeptVector;
  /** From the memory to itself. */
  readonly link: MemoryLink;
  readonly lesson: Check;
  /** It was changed once, into another version. */
  readonly template: Template;
  readonly templateVersion: Template;
  readonly token: Token;
  readonly workflow: Workflow;
  readonly waitingWorkflow: Workflow;
  readonly checkpoint: Checkpoint;
  /** One of every kind. */
  readonly owned: readonly OwnedItem[];
}

export const failure = {
  type: 'Error',
  message: 'order 42 is locked',
  signature: 'order <number> is locked',
};

/** The embedder whose vector a world holds. */
export const worldEmbedder = 'test-embedder';

const expiresAt = Date.UTC(2100, 0, 1);

export function aWorld(scope: Scope): RecordWorld {
  const run = aRun({ scope });
  const endedRun = aRun({ scope, ...theEnd, successFactors: [...theEnd.successFactors] });
  const session = aSession({ scope });
  const memory = aMemory({
    scope,
    kind: 'decision',
    text: 'alpha beta',
    tags: ['greek'],
    expiresAt,
    revision: 1,
  });
  const workflow = aWorkflow({ scope, runId: run.id, subject: `subject of ${scope.agent}` });
  const template = aTemplate({ scope, sourceRunId: run.id, version: 2, revision: 1 });
  return {
    scope,
    task: aTask({ scope }),
    run,
    endedRun,
    failedStep: aStep({ scope, runId: run.id, position: 1, success: false, error: failure }),
    session,
    message: aMessage({ scope, sessionId: session.id }),
    memory,
    revision: aRevision({ before: { ...memory, text: 'alpha', revision: 0 } }),
    use: aUse({ memoryId: memory.id, runId: endedRun.id }),
    vector: { id: memory.id, revision: 1, vector: new Uint8Array([0, 127, 128, 255]) },
    link: aLink({ scope, from: memory.id, to: memory.id, note: 'alpha' }),
    lesson: aLesson('check', { scope, slug: 'order-is-free', keys: [failure.signature] }),
    template,
    templateVersion: { ...template, version: 1, revision: 0, slug: 'the-first-name' },
    token: aToken({ scope }),
    workflow,
    waitingWorkflow: aWorkflow({ scope, name: 'review', status: 'waiting', wakeAt: 5 }),
    owned: oneOfEachKind(scope),
    checkpoint: aCheckpoint({ scope, workflowId: workflow.id, state: 'begun', input: { amount: 7 } }),
  };
}

/** What writes a world. */
export function commandsOf(world: RecordWorld): Command[] {
  return [
    { type: 'create-task', task: world.task },
    { type: 'start-run', run: world.run },
    { type: 'start-run', run: world.endedRun },
    { type: 'append-step', step: world.failedStep },
    say(world.session, world.message),
    record(world.memory),
    { type: 'keep-revision', revision: world.revision },
    noteUses(world.use),
    keepVectors(worldEmbedder, world.vector),
    { type: 'link-memories', link: world.link },
    save(world.lesson),
    saveTemplate(world.template),
    keepVersion(world.templateVersion),
    create(world.token),
    begin(world.workflow),
    begin(world.waitingWorkflow),
    keepCheckpoint(world.checkpoint),
    ...world.owned.map(({ kind, record }) => createOwned(kind, record)),
  ];
}
