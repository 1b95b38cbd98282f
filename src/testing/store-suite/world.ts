import type { Memory } from '../../model/memory.ts';
import type { Run } from '../../model/run.ts';
import type { Scope, Viewer } from '../../model/scope.ts';
import type { Message, Session } from '../../model/session.ts';
import type { ToolStep } from '../../model/step.ts';
import type { Task } from '../../model/task.ts';
import type { Template } from '../../model/template.ts';
import type { Token } from '../../model/token.ts';
import type { Command, Store, TextCandidate } from '../../ports/store.ts';
import { aMemory, aMessage, aRun, aSession, aStep, aTask, aTemplate, aToken } from '../builders.ts';
import { exportedFrom, inOrder } from './exported.ts';
import { create, longAgo, record, say, wholeList } from './store-case.ts';

/** One record of each type, all of one owner. Jobs are nobody's, so there is none. */
export interface World {
  readonly scope: Scope;
  readonly task: Task;
  readonly run: Run;
  readonly failedStep: ToolStep;
  readonly session: Session;
  readonly message: Message;
  readonly memory: Memory;
  readonly template: Template;
  readonly token: Token;
}

const failure = { type: 'Error', message: 'order 42 is locked', signature: 'order <number> is locked' };

export function aWorld(scope: Scope): World {
  const run = aRun({ scope });
  const session = aSession({ scope });
  return {
    scope,
    task: aTask({ scope }),
    run,
    failedStep: aStep({ scope, runId: run.id, success: false, error: failure }),
    session,
    message: aMessage({ scope, sessionId: session.id }),
    memory: aMemory({ scope, text: 'alpha beta', tags: ['greek'] }),
    template: aTemplate({ scope, sourceRunId: run.id }),
    token: aToken({ scope }),
  };
}

/** What writes a world. */
export function commandsOf(world: World): Command[] {
  return [
    { type: 'create-task', task: world.task },
    { type: 'start-run', run: world.run },
    { type: 'append-step', step: world.failedStep },
    say(world.session, world.message),
    record(world.memory),
    { type: 'save-template', template: world.template },
    create(world.token),
  ];
}

/** Methods that answer for the store as a whole, to whoever asks: the rules about viewers are not for them. */
type WholeStoreMethod = 'findToken' | 'hasTokens' | 'listJobs' | 'export';

export type ReadMethod = Exclude<
  keyof Store,
  'name' | 'keeps' | 'commit' | 'health' | 'tidy' | 'close' | WholeStoreMethod
>;

interface Read {
  /** Asks for what the world holds. */
  ask(store: Store, viewer: Viewer, world: World): Promise<unknown>;
  /** The answer when there is nothing this viewer may see. */
  readonly nothing: unknown;
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

/** Where the contract promises no order, answers are put into one before they are compared. */
const byAgent = <Item extends { readonly scope: Scope }>(items: readonly Item[]): Item[] =>
  items.toSorted((left, right) => ((left.scope.agent ?? '') < (right.scope.agent ?? '') ? -1 : 1));
const byMemory = (candidates: readonly TextCandidate[]): TextCandidate[] =>
  candidates.toSorted((left, right) => (left.memory.id < right.memory.id ? -1 : 1));

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
    ask: (store, viewer) => store.findFailedSteps(viewer, failure.signature, 10),
    nothing: [],
  },
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
  findByTerms: {
    ask: async (store, viewer) => byMemory(await store.findByTerms(viewer, ['alpha'], notExpired, 10)),
    nothing: [],
  },
  countMemories: { ask: (store, viewer) => store.countMemories(viewer, notExpired), nothing: 0 },
  findTemplates: {
    ask: async (store, viewer, world) => byAgent(await store.findTemplates(viewer, world.template.slug)),
    nothing: [],
  },
  listTemplates: { ask: (store, viewer) => store.listTemplates(viewer, wholeList), nothing: emptyPage },
  listTokens: { ask: (store, viewer) => store.listTokens(viewer), nothing: [] },
  listAgents: { ask: (store, viewer) => store.listAgents(viewer), nothing: [] },
  count: { ask: (store, viewer) => store.count(viewer, longAgo), nothing: zeroCounts },
};

export const readMethods = Object.keys(reads) as ReadMethod[];

interface WholeStoreRead {
  ask(store: Store, world: World): Promise<unknown>;
  /** The answer of a store that has nothing. */
  readonly nothing: unknown;
}

/** The same for what takes no viewer. */
export const wholeStoreReads: Readonly<Record<WholeStoreMethod, WholeStoreRead>> = {
  findToken: { ask: (store, world) => store.findToken(world.token.hash), nothing: undefined },
  hasTokens: { ask: (store) => store.hasTokens(), nothing: false },
  listJobs: { ask: (store) => store.listJobs(), nothing: [] },
  export: { ask: async (store) => inOrder(await exportedFrom(store)), nothing: [] },
};

export const wholeStoreMethods = Object.keys(wholeStoreReads) as WholeStoreMethod[];

/** All that a viewer can read of a world and its lists, to compare before with after. */
export async function everythingSeen(
  store: Store,
  viewer: Viewer,
  world: World,
): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const method of readMethods) seen[method] = await reads[method].ask(store, viewer, world);
  return seen;
}

/** All there is to read of a world by the owner of its project and of the store as a whole. */
export async function everythingKept(store: Store, world: World): Promise<Record<string, unknown>> {
  const kept = await everythingSeen(store, { ...world.scope, agent: null }, world);
  for (const method of wholeStoreMethods) kept[method] = await wholeStoreReads[method].ask(store, world);
  return kept;
}
