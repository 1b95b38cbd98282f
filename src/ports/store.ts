import type { Job } from '../model/job.ts';
import type { JsonObject } from '../model/json.ts';
import type { Memory, MemoryKind, Standing } from '../model/memory.ts';
import type { MemoryUse, Revision } from '../model/memory-life.ts';
import type { Position } from '../model/page.ts';
import type { Outcome } from '../model/record.ts';
import type { Run, RunWithTotals } from '../model/run.ts';
import type { Scope, Viewer } from '../model/scope.ts';
import type { Message, Session, SessionSummary } from '../model/session.ts';
import type { Step } from '../model/step.ts';
import type { Task } from '../model/task.ts';
import type { Template } from '../model/template.ts';
import type { Token } from '../model/token.ts';
import type { DueUse, KeptVector, MemoryChanges, Place } from './memory-changes.ts';

export type { DueUse, KeptVector, MemoryChanges, MemoryEntry, Place } from './memory-changes.ts';

/**
 * Everything that can be written. Commands are data, so that what must commit together is a list, on every
 * backend, without a transaction callback.
 *
 * `owner` in a command names the scope whose record is changed; a record outside it is answered as
 * `not_found`, exactly like one that does not exist.
 *
 * With `ifAbsent`, a command whose record is there already is ignored instead of refused, and the record stays
 * as it is: what imports and moves records may be repeated. `commit` answers which commands were ignored.
 */
export type Command =
  /** `conflict` when the owner already has a task of this id. */
  | { readonly type: 'create-task'; readonly task: Task; readonly ifAbsent?: boolean }
  /** Replaces `owner`'s task of that id, wherever `task.scope` puts it now. `not_found` when there is none; `conflict` when the new place is taken. */
  | { readonly type: 'update-task'; readonly owner: Scope; readonly task: Task }
  /** `conflict` when the id is taken. */
  | { readonly type: 'start-run'; readonly run: Run; readonly ifAbsent?: boolean }
  /**
   * `not_found` without such a run in the step's scope. The same id in the same run again is ignored:
   * at-least-once writers are safe. A step that arrives after its run was finished is kept.
   */
  | { readonly type: 'append-step'; readonly step: Step }
  /** `not_found` without such a run; `conflict` when it already ended with another outcome; the same end again is ignored. */
  | { readonly type: 'finish-run'; readonly owner: Scope; readonly runId: string; readonly end: RunEnd }
  /**
   * Creates the session with its first message, in the same commit; sessions without messages never exist.
   * The same message id again is ignored. Session ids are the owner's own: two agents may use the same one.
   */
  | { readonly type: 'append-message'; readonly session: Session; readonly message: Message }
  /** `conflict` when the id is taken, or the owner has a memory of the same external id. */
  | { readonly type: 'record-memory'; readonly memory: Memory; readonly ifAbsent?: boolean }
  /** Removes the memory, its index entries and every memory derived from it. `not_found` when there is none. */
  | { readonly type: 'delete-memory'; readonly owner: Scope; readonly id: string }
  /**
   * Replaces `owner`'s memory and keeps what it was in its history, as `change` says. `memory.revision` is one
   * above that of the memory it was made from: `not_found` when there is none, `conflict` when it was changed
   * meanwhile. Owner, kind, moment of creation and the counts of
   * accesses stay as the store has them; provenance is the caller's to leave as it is.
   */
  | {
      readonly type: 'revise-memory';
      readonly owner: Scope;
      readonly memory: Memory;
      readonly change: Omit<Revision, 'before'>;
    }
  /**
   * Removes those of these memories that have expired by `now`, and their index entries. What was derived from
   * them stays, because it was learned while they held. Others, and unknown ids, are left alone.
   */
  | { readonly type: 'prune-memories'; readonly ids: readonly string[]; readonly now: number }
  /**
   * Puts a revision into the history of a memory, for moves. One that is there, that the memory has not come to, or
   * of an unknown memory, is ignored.
   */
  | { readonly type: 'keep-revision'; readonly revision: Revision }
  /**
   * Notes that runs were given memories. A use that is known stays, and is settled once either says so. Those
   * of unknown memories are ignored.
   */
  | { readonly type: 'note-uses'; readonly uses: readonly MemoryUse[] }
  /** Keeps vectors, each instead of the one before; those of a memory that is gone or was changed are ignored. */
  | { readonly type: 'keep-vectors'; readonly embedder: string; readonly vectors: readonly KeptVector[] }
  /** Counts a use. Unknown ids are ignored: a memory may be deleted while it is being read. */
  | { readonly type: 'count-access'; readonly ids: readonly string[]; readonly at: number }
  /** `conflict` when the scope already has a template of this slug, or the id is taken. */
  | { readonly type: 'save-template'; readonly template: Template; readonly ifAbsent?: boolean }
  /** `conflict` when the id or the hash is taken. */
  | { readonly type: 'create-token'; readonly token: Token; readonly ifAbsent?: boolean }
  /** `not_found` when the owner has no such token. */
  | { readonly type: 'revoke-token'; readonly owner: Scope; readonly id: string }
  /**
   * Claims, reports on or lets go of a job: writes it as given when it is new, when its holder is the one
   * given, or when its lease is over at `now`. `conflict` when another holds it.
   */
  | { readonly type: 'hold-job'; readonly job: Job; readonly holder: string; readonly now: number };

/** What a commit did: the places, in the list, of the commands with `ifAbsent` whose record was there already. */
export interface Committed {
  readonly ignored: readonly number[];
}

/** A piece of a whole store, as the commands that write it again. */
export interface Exported {
  readonly commands: readonly Command[];
  /** Pass it on as `after`; null at the end. */
  readonly next: string | null;
}

/** The end of a run. */
export interface RunEnd {
  readonly outcome: Outcome;
  readonly finishedAt: number;
  readonly summary: string | null;
  readonly successFactors: readonly string[];
}

/** Newest first; `after` is the answer's `next` of the page before. */
export interface Page {
  readonly limit: number;
  readonly after?: Position | undefined;
}

/** One page of a list. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** Pass it on as `after` for the next page; null on the last one. */
  readonly next: Position | null;
}

/** Which memories to look at. */
export interface MemoryFilter {
  readonly kind?: MemoryKind | undefined;
  readonly tag?: string | undefined;
  readonly topic?: string | undefined;
  /** Only memories that stand so; `active` when it is not said. */
  readonly standing?: Standing | undefined;
  /** Memories that expired at or before this moment are left out. */
  readonly now: number;
}

/** Which runs to list. */
export interface RunFilter {
  readonly outcome?: Outcome | 'running' | undefined;
  readonly taskId?: string | undefined;
}

/** Which tasks to list. */
export interface TaskFilter {
  readonly status?: Task['status'] | undefined;
  readonly stage?: string | undefined;
}

/** One agent as its records show it. */
export interface AgentSummary {
  readonly agent: string;
  readonly runs: number;
  readonly successes: number;
  readonly finished: number;
  readonly memories: number;
  readonly lastSeenAt: number;
}

/** How many records a viewer has. */
export interface StoreCounts {
  readonly tasks: number;
  readonly runs: number;
  readonly finishedRuns: number;
  readonly successfulRuns: number;
  readonly steps: number;
  readonly sessions: number;
  readonly messages: number;
  readonly memories: number;
  readonly memoriesByKind: Readonly<Partial<Record<MemoryKind, number>>>;
  readonly templates: number;
}

/** What a store says about itself. */
export interface StoreHealth {
  readonly backend: string;
  /** Where the data is, without secrets; null when nothing is kept. */
  readonly location: string | null;
  readonly formatVersion: number;
  readonly sizeBytes: number;
  /** What the backend found wrong with itself; empty is good. */
  readonly problems: readonly string[];
  readonly details: JsonObject;
}

/**
 * Where records live. Guarantees that hold on every backend, proven by `describeStore`:
 *
 * - `commit` is atomic: all commands take effect, in order, or none does and the first failing command's
 *   error is thrown. When it resolves, the records survive the death of the process.
 * - Reads see only what `viewer` may see, label by label. What it may not see is answered like what does not
 *   exist: `undefined` or an empty page.
 * - Lists are newest first by `createdAt`, then by id, and stable under paging while others write.
 * - A record read is equal to the record written.
 */
export interface Store {
  readonly name: string;
  /** False for the store that keeps nothing. */
  readonly keeps: boolean;

  commit(commands: readonly Command[]): Promise<Committed>;

  /** Every task of this id the viewer may see: its own, the project's, or for the owner each agent's. */
  findTasks(viewer: Viewer, id: string): Promise<readonly Task[]>;
  listTasks(viewer: Viewer, filter: TaskFilter, page: Page): Promise<PageOf<Task>>;

  getRun(viewer: Viewer, id: string): Promise<RunWithTotals | undefined>;
  listRuns(viewer: Viewer, filter: RunFilter, page: Page): Promise<PageOf<RunWithTotals>>;
  /** In order of position, then id. Empty for a run the viewer may not see. */
  listSteps(viewer: Viewer, runId: string): Promise<readonly Step[]>;
  /** Failed steps with this error signature, newest first. */
  findFailedSteps(viewer: Viewer, signature: string, limit: number): Promise<readonly Step[]>;

  /** Every session of this id the viewer may see. */
  findSessions(viewer: Viewer, id: string): Promise<readonly SessionSummary[]>;
  listSessions(viewer: Viewer, page: Page): Promise<PageOf<SessionSummary>>;
  /** In the order they were appended. Empty for a session the viewer may not see. */
  listMessages(viewer: Viewer, session: Pick<Session, 'id' | 'scope'>): Promise<readonly Message[]>;

  /** Expired memories are found by id, so that they can be inspected and deleted. */
  getMemory(viewer: Viewer, id: string): Promise<Memory | undefined>;
  listMemories(viewer: Viewer, filter: MemoryFilter, page: Page): Promise<PageOf<Memory>>;
  /** Those of these memories that the viewer may see, in no order; expired ones too. */
  getMemories(viewer: Viewer, ids: readonly string[]): Promise<readonly Memory[]>;
  /** The changes of a memory, oldest first. Empty for one the viewer may not see. */
  listRevisions(viewer: Viewer, id: string): Promise<readonly Revision[]>;
  /** The runs that were given a memory, newest first. Empty for one the viewer may not see. */
  listUses(viewer: Viewer, memoryId: string, limit: number): Promise<readonly MemoryUse[]>;

  /**
   * What happened to the memories of a project since `mark` (null: from the beginning), about `limit` at a time.
   * Whoever follows all marks knows every memory that was committed before the last call, whichever process
   * committed it. For an index that serves several viewers: it asks for what it answers by `getMemories`, which
   * knows who may see what.
   */
  memoryChanges(place: Place, mark: string | null, limit: number): Promise<MemoryChanges>;
  /** The vectors this embedder made of these memories. For the same index, so it takes no viewer. */
  vectorsOf(embedder: string, ids: readonly string[]): Promise<readonly KeptVector[]>;

  /** Of the store as a whole, for work in the background: uses whose run has ended and that were not counted. */
  dueUses(limit: number): Promise<readonly DueUse[]>;
  /** Memories of the whole store that have expired by `now`. */
  expiredMemories(now: number, limit: number): Promise<readonly Memory[]>;
  /** Every project that has memories. */
  listPlaces(): Promise<readonly Place[]>;

  /** Every template the viewer may see whose id or slug this is. */
  findTemplates(viewer: Viewer, idOrSlug: string): Promise<readonly Template[]>;
  listTemplates(viewer: Viewer, page: Page): Promise<PageOf<Template>>;

  /** Newest first. */
  listTokens(viewer: Viewer): Promise<readonly Token[]>;
  /**
   * Whose token this is; nobody is asking yet, so this and `hasTokens` take no viewer. `hasTokens` stays true
   * when all were revoked: a door that was shut once does not open by itself.
   */
  findToken(hash: string): Promise<Token | undefined>;
  hasTokens(): Promise<boolean>;

  /** Jobs are of the store as a whole. By name. */
  listJobs(): Promise<readonly Job[]>;

  listAgents(viewer: Viewer): Promise<readonly AgentSummary[]>;
  count(viewer: Viewer, now: number): Promise<StoreCounts>;
  /** `thorough` (the default) looks for damage and takes time with the size of the store; `quick` does not. */
  health(depth?: 'quick' | 'thorough'): Promise<StoreHealth>;

  /**
   * A bounded piece of the backend's own upkeep, such as indexing what was recorded: at most `limit` records.
   * Several processes may do it at once. Answers how many it did and how many are left.
   */
  tidy(limit: number): Promise<{ readonly done: number; readonly left: number }>;

  /**
   * The whole store, of all users, piece by piece: about `limit` commands with `ifAbsent` that write the same
   * records into another store. Records that others write meanwhile may be left out. Jobs are not part of it.
   */
  export(after: string | null, limit: number): Promise<Exported>;

  close(): Promise<void>;
}

/** The part of a store about the life of memories and those who follow it. */
export type LifeReads = Pick<
  Store,
  | 'getMemories'
  | 'listRevisions'
  | 'listUses'
  | 'memoryChanges'
  | 'vectorsOf'
  | 'dueUses'
  | 'expiredMemories'
  | 'listPlaces'
>;
