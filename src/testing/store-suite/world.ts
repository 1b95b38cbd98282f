import type { Command, KeptVector, Store } from '../../ports/store.ts';
import type { Check } from '../../records/lesson.ts';
import type { Memory } from '../../records/memory.ts';
import type { MemoryUse, Revision } from '../../records/memory-life.ts';
import { ownedKinds } from '../../records/owned/owned-records.ts';
import { latestMoment } from '../../records/record.ts';
import type { Run } from '../../records/run.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
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
import { aCheckpoint, aWorkflow } from '../workflow-builders.ts';
import { exportedFrom, inOrder } from './exported.ts';
import { knownFrom } from './follower.ts';
import { byAgent, canonical, inOneOrder } from './one-order.ts';
import { createOwned, findAllOwned, type OwnedItem, oneOfEachKind } from './owned-records.ts';
import {
  begin,
  bytesOf,
  create,
  keepCheckpoint,
  keepVectors,
  keepVersion,
  longAgo,
  noteUses,
  record,
  save,
  saveTemplate,
  say,
  theEnd,
  wholeList,
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

const failure = { type: 'Error', message: 'order 42 is locked', signature: 'order <number> is locked' };

/** The embedder whose vector a world holds. */
export const worldEmbedder = 'test-embedder';

const expiresAt = Date.UTC(2100, 0, 1);

export function aWorld(scope: Scope): RecordWorld {
  const run = aRun({ scope });
  const endedRun = aRun({ scope, ...theEnd, successFactors: [...theEnd.successFactors] });
  const session = aSession({ scope });
  const memory = aMemory({ scope, text: 'alpha beta', tags: ['greek'], expiresAt, revision: 1 });
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

/** Methods that answer for the store as a whole, to whoever asks: the rules about viewers are not for them. */
type WholeStoreMethod =
  | 'findToken'
  | 'hasTokens'
  | 'listJobs'
  | 'memoryChanges'
  | 'vectorsOf'
  | 'dueUses'
  | 'expiredMemories'
  | 'listPlaces'
  | 'export';

export type ReadMethod = Exclude<
  keyof Store,
  'name' | 'keeps' | 'commit' | 'health' | 'tidy' | 'close' | WholeStoreMethod
>;

interface Read {
  /** Asks for what the world holds. */
  ask(store: Store, viewer: Viewer, world: RecordWorld): Promise<unknown>;
  /** The answer when there is nothing this viewer may see. */
  readonly nothing: unknown;
  /** Whether it shows what the viewer may change, and not all it may see. */
  readonly isToChange?: true;
}

export const emptyPage = { items: [], next: null };
export const zeroCounts = {
  tasks: 0,
  runs: 0,
  finishedRuns: 0,
  successfulRuns: 0,
  steps: 0,
  sessions: 0,
  messages: 0,
  memories: 0,
  memoriesByKind: {},
  templates: 0,
};

const notExpired = { now: longAgo };

/** Every way to read, so that no rule about reading can forget one: a new method does not compile without a line here. */
export const reads: Readonly<Record<ReadMethod, Read>> = {
  findTasks: {
    ask: async (store, viewer, world) => byAgent(await store.findTasks(viewer, world.task.id)),
    nothing: [],
  },
  listTasks: { ask: (store, viewer) => store.listTasks(viewer, {}, wholeList), nothing: emptyPage },
  getRun: { ask: (store, viewer, world) => store.getRun(viewer, world.run.id), nothing: undefined },
  listRuns: { ask: (store, viewer) => store.listRuns(viewer, {}, wholeList), nothing: emptyPage },
  listSteps: { ask: (store, viewer, world) => store.listSteps(viewer, world.run.id), nothing: [] },
  findFailedSteps: {
    ask: (store, viewer) => store.findFailedSteps(viewer, [failure.signature], 10),
    nothing: [],
  },
  listStepsAfter: {
    ask: (store, viewer, { run }) => store.listStepsAfter(viewer, [{ runId: run.id, position: 0 }], 1),
    nothing: [],
  },
  listCalls: { ask: (store, viewer, { run }) => store.listCalls(viewer, [run.id]), nothing: [] },
  listExecutions: { ask: (store, viewer) => store.listExecutions(viewer, {}, 1_000), nothing: [] },
  tallyRuns: {
    ask: async (store, viewer) => inOneOrder(await store.tallyRuns(viewer), canonical),
    nothing: [],
  },
  tallyFailures: {
    ask: async (store, viewer) => inOneOrder(await store.tallyFailures(viewer, longAgo), canonical),
    nothing: [],
  },
  findLessons: {
    ask: (store, viewer, { lesson }) => store.findLessons(viewer, 'check', lesson.keys),
    nothing: [],
  },
  listLessons: { ask: (store, viewer) => store.listLessons(viewer, 'check', wholeList), nothing: emptyPage },
  findSessions: {
    ask: async (store, viewer, world) => byAgent(await store.findSessions(viewer, world.session.id)),
    nothing: [],
  },
  listSessions: { ask: (store, viewer) => store.listSessions(viewer, wholeList), nothing: emptyPage },
  listMessages: { ask: (store, viewer, world) => store.listMessages(viewer, world.session), nothing: [] },
  getMemory: { ask: (store, viewer, world) => store.getMemory(viewer, world.memory.id), nothing: undefined },
  listMemories: {
    ask: (store, viewer) => store.listMemories(viewer, notExpired, wholeList),
    nothing: emptyPage,
  },
  listEntries: { ask: (store, viewer) => store.listEntries(viewer, notExpired, 1_000), nothing: [] },
  getEntries: { ask: (store, viewer, world) => store.getEntries(viewer, [world.memory.id]), nothing: [] },
  getMemories: { ask: (store, viewer, world) => store.getMemories(viewer, [world.memory.id]), nothing: [] },
  listRevisions: { ask: (store, viewer, world) => store.listRevisions(viewer, world.memory.id), nothing: [] },
  listUses: { ask: (store, viewer, world) => store.listUses(viewer, world.memory.id, 10), nothing: [] },
  findTemplates: {
    ask: async (store, viewer, world) => byAgent(await store.findTemplates(viewer, world.template.slug)),
    nothing: [],
  },
  listTemplates: { ask: (store, viewer) => store.listTemplates(viewer, wholeList), nothing: emptyPage },
  listTemplateVersions: {
    ask: (store, viewer, { template }) => store.listTemplateVersions(viewer, template.id),
    nothing: [],
  },
  listTokens: { ask: (store, viewer) => store.listTokens(viewer), nothing: [] },
  findWorkflows: {
    ask: (store, viewer, { workflow }) => store.findWorkflows(viewer, [workflow.id, workflow.subject]),
    nothing: [],
  },
  listWorkflows: { ask: (store, viewer) => store.listWorkflows(viewer, {}, wholeList), nothing: emptyPage },
  dueWorkflows: {
    ask: (store, viewer, { waitingWorkflow }) =>
      store.dueWorkflows(viewer, [waitingWorkflow.name], latestMoment, 1_000),
    nothing: [],
    isToChange: true,
  },
  listCheckpoints: {
    ask: (store, viewer, { workflow }) => store.listCheckpoints(viewer, workflow.id),
    nothing: [],
  },
  findRecords: {
    ask: (store, viewer, { owned }) => findAllOwned(store, viewer, owned),
    nothing: [],
  },
  listRecords: {
    ask: (store, viewer) =>
      Promise.all(ownedKinds.map((kind) => store.listRecords(viewer, kind, {}, wholeList))),
    nothing: ownedKinds.map(() => emptyPage),
  },
  listAgents: { ask: (store, viewer) => store.listAgents(viewer), nothing: [] },
  count: { ask: (store, viewer) => store.count(viewer, longAgo), nothing: zeroCounts },
};

export const readMethods = Object.keys(reads) as ReadMethod[];

interface WholeStoreRead {
  ask(store: Store, world: RecordWorld): Promise<unknown>;
  /** The answer of a store that has nothing. */
  readonly nothing: unknown;
}

/** The same for what takes no viewer. */
export const wholeStoreReads: Readonly<Record<WholeStoreMethod, WholeStoreRead>> = {
  findToken: { ask: (store, world) => store.findToken(world.token.hash), nothing: undefined },
  hasTokens: { ask: (store) => store.hasTokens(), nothing: false },
  listJobs: { ask: (store) => store.listJobs(), nothing: [] },
  memoryChanges: { ask: (store, world) => knownFrom(store, world.scope), nothing: [] },
  vectorsOf: {
    ask: async (store, world) => (await store.vectorsOf(worldEmbedder, [world.memory.id])).map(bytesOf),
    nothing: [],
  },
  dueUses: {
    ask: async (store) => inOneOrder(await store.dueUses(1_000), ({ use }) => use.memoryId + use.runId),
    nothing: [],
  },
  expiredMemories: { ask: (store) => store.expiredMemories(latestMoment, 1_000), nothing: [] },
  listPlaces: { ask: (store) => store.listPlaces(), nothing: [] },
  export: { ask: async (store) => inOrder(await exportedFrom(store)), nothing: [] },
};

export const wholeStoreMethods = Object.keys(wholeStoreReads) as WholeStoreMethod[];

/** All that a viewer can read of a world and its lists, to compare before with after. */
export async function everythingSeen(
  store: Store,
  viewer: Viewer,
  world: RecordWorld,
): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const method of readMethods) seen[method] = await reads[method].ask(store, viewer, world);
  return seen;
}

/** All there is to read of a world by the owner of its project and of the store as a whole. */
export async function everythingKept(store: Store, world: RecordWorld): Promise<Record<string, unknown>> {
  const kept = await everythingSeen(store, { ...world.scope, agent: null }, world);
  for (const method of wholeStoreMethods) kept[method] = await wholeStoreReads[method].ask(store, world);
  return kept;
}
