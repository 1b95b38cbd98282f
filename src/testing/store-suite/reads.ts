import type { AuditReads } from '../../ports/audit.ts';
import type { Store } from '../../ports/store.ts';
import { ownedKinds } from '../../records/owned/owned-records.ts';
import { latestMoment } from '../../records/record.ts';
import type { Viewer } from '../../records/scope.ts';
import { exportedFrom, inOrder } from './exported.ts';
import { knownFrom } from './follower.ts';
import { keptOf, partsOf } from './kept-index.ts';
import { byAgent, canonical, inOneOrder } from './one-order.ts';
import { findAllOwned } from './owned-records.ts';
import { recordedIn } from './recorded-follower.ts';
import { bytesOf, longAgo, wholeList } from './store-case.ts';
import { failure, type RecordWorld, worldEmbedder } from './world.ts';

/** Methods that answer for the store as a whole, to whoever asks: the rules about viewers are not for them. */
type WholeStoreMethod =
  | 'findToken'
  | 'hasTokens'
  | 'listJobs'
  | 'retrievalTimes'
  | 'memoryChanges'
  | 'recordedChanges'
  | 'vectorsOf'
  | 'keptIndex'
  | 'indexParts'
  | 'dueUses'
  | 'expiredMemories'
  | 'listPlaces'
  | 'openGrants'
  | 'selectRecords'
  | 'surveyRecords'
  | 'retentionPolicies'
  | keyof AuditReads
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
  getRuns: {
    ask: (store, viewer, { run }) => store.getRuns(viewer, [run.id]),
    nothing: [],
  },
  listRuns: { ask: (store, viewer) => store.listRuns(viewer, {}, wholeList), nothing: emptyPage },
  listSteps: { ask: (store, viewer, world) => store.listSteps(viewer, world.run.id), nothing: [] },
  findFailedSteps: {
    ask: (store, viewer) => store.findFailedSteps(viewer, [failure.signature], 10),
    nothing: [],
  },
  latestFailures: {
    ask: (store, viewer, { scope }) =>
      store.latestFailures(viewer, { makers: [scope.agent], signatures: [failure.signature] }, 10),
    nothing: [],
  },
  unsortedFailures: {
    // Marks only tell states of one store apart.
    ask: async (store, viewer) =>
      inOneOrder(
        (await store.unsortedFailures(viewer)).map(({ agent }) => ({ agent })),
        canonical,
      ),
    nothing: [],
  },
  listCallsAfter: {
    ask: (store, viewer, { run }) => store.listCallsAfter(viewer, [{ runId: run.id, position: 0 }], 1),
    nothing: [],
  },
  listCalls: { ask: (store, viewer, { run }) => store.listCalls(viewer, [run.id]), nothing: [] },
  listExecutions: { ask: (store, viewer) => store.listExecutions(viewer, {}, 1_000), nothing: [] },
  getExecutions: {
    ask: (store, viewer, { endedRun }) => store.getExecutions(viewer, [endedRun.id]),
    nothing: [],
  },
  getRecorded: {
    ask: async (store, viewer, { message, endedRun }) => {
      const keys = [
        { kind: 'message', id: message.id },
        { kind: 'run', id: endedRun.id },
      ] as const;
      const found = await store.getRecorded(viewer, keys);
      // Positions only order the messages of a session.
      return inOneOrder(
        found.map(({ position: _, ...each }) => each),
        ({ id }) => id,
      );
    },
    nothing: [],
  },
  tallyRuns: {
    ask: async (store, viewer) => inOneOrder(await store.tallyRuns(viewer), canonical),
    nothing: [],
  },
  tallyHalves: {
    ask: async (store, viewer) => inOneOrder(await store.tallyHalves(viewer, 'agent', longAgo), canonical),
    nothing: [],
  },
  tallyDecisions: {
    ask: async (store, viewer) => inOneOrder(await store.tallyDecisions(viewer), canonical),
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
  findLessonKeys: {
    ask: async (store, viewer, { lesson }) =>
      inOneOrder(await store.findLessonKeys(viewer, 'check', lesson.keys), canonical),
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
  findEntriesByWords: {
    ask: (store, viewer, { memory }) => store.findEntriesByWords(viewer, wordsIn(memory.text), 10),
    nothing: [],
  },
  findRecordedByWords: {
    ask: async (store, viewer, { message, endedRun }) => {
      const words = [...wordsIn(message.content), ...wordsIn(endedRun.task.description)];
      const found = await store.findRecordedByWords(viewer, words, 10);
      // Positions only order the messages of a session; how often it was said is for those who ask for it.
      return inOneOrder(
        found.map(({ kind, id, scope, text }) => ({ kind, id, scope, text })),
        ({ id }) => id,
      );
    },
    nothing: [],
  },
  getMemories: { ask: (store, viewer, world) => store.getMemories(viewer, [world.memory.id]), nothing: [] },
  listRevisions: { ask: (store, viewer, world) => store.listRevisions(viewer, world.memory.id), nothing: [] },
  listUses: { ask: (store, viewer, world) => store.listUses(viewer, world.memory.id, 10), nothing: [] },
  listLinks: { ask: (store, viewer, world) => store.listLinks(viewer, [world.memory.id], 10), nothing: [] },
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
      store.dueWorkflows(viewer, [waitingWorkflow], latestMoment, 1_000),
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

const wordsIn = (text: string): string[] => text.match(/[a-z]{4,}/gi) ?? [];

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
  retrievalTimes: { ask: (store) => store.retrievalTimes(), nothing: { days: [] } },
  recordedChanges: { ask: (store, world) => recordedIn(store, world.scope), nothing: [] },
  memoryChanges: { ask: (store, world) => knownFrom(store, world.scope), nothing: [] },
  vectorsOf: {
    ask: async (store, world) => (await store.vectorsOf(worldEmbedder, [world.memory.id])).map(bytesOf),
    nothing: [],
  },
  keptIndex: { ask: (store, world) => keptOf(store, world.scope), nothing: undefined },
  indexParts: { ask: (store, world) => partsOf(store, world.scope, [1, 'a']), nothing: [] },
  dueUses: {
    ask: async (store) => inOneOrder(await store.dueUses(1_000), ({ use }) => use.memoryId + use.runId),
    nothing: [],
  },
  expiredMemories: { ask: (store) => store.expiredMemories(latestMoment, 1_000), nothing: [] },
  listPlaces: { ask: (store) => store.listPlaces(), nothing: [] },
  openGrants: { ask: (store, world) => store.openGrants(world.scope.user), nothing: [] },
  selectRecords: {
    ask: (store, { scope: { user, project } }) =>
      store.selectRecords({ of: 'memory', user, project }, null, 1_000),
    nothing: emptyPage,
  },
  surveyRecords: {
    ask: (store, { scope: { user, project } }) => store.surveyRecords({ of: 'run', user, project }),
    nothing: [],
  },
  retentionPolicies: { ask: (store) => store.retentionPolicies(), nothing: [] },
  auditHead: { ask: (store) => store.auditHead(), nothing: undefined },
  listAudit: { ask: (store) => store.listAudit({ subject: 'aaaa' }, 1_000), nothing: [] },
  walkAudit: { ask: (store) => store.walkAudit(0, 1_000), nothing: [] },
  auditKey: { ask: (store, world) => store.auditKey(world.scope.user), nothing: undefined },
  auditKeys: { ask: (store) => store.auditKeys(), nothing: [] },
  countUser: { ask: (store, world) => store.countUser(world.scope.user), nothing: {} },
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
