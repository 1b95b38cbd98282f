import type { JsonObject } from '../json/json.ts';
import type { Call, DecisionTally, Execution, RunHalves, RunTally } from '../records/execution.ts';
import type { Grant, GrantedViewer } from '../records/grant.ts';
import type { Job } from '../records/job.ts';
import type { LessonKey, LessonKind, LessonOf } from '../records/lesson.ts';
import type { Memory, MemoryKind } from '../records/memory.ts';
import type { MemoryUse, Revision } from '../records/memory-life.ts';
import type { MemoryLink } from '../records/memory-link.ts';
import type { OwnedFilter, OwnedKind, OwnedOf } from '../records/owned/owned-records.ts';
import type { Position } from '../records/page.ts';
import type { RetrievalTimes } from '../records/retrieval-times.ts';
import type { RunWithTotals } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';
import type { Message, Session, SessionSummary } from '../records/session.ts';
import type { Step } from '../records/step.ts';
import type { Task } from '../records/task.ts';
import type { Template } from '../records/template.ts';
import type { Token } from '../records/token.ts';
import type { Checkpoint, Workflow } from '../records/workflow.ts';
import type { AuditReads } from './audit.ts';
import type { Command, Committed, Exported } from './commands.ts';
import type { FailureReads } from './failure-reads.ts';
import type { ExecutionFilter, MemoryFilter, RunFilter, TaskFilter, WorkflowFilter } from './filters.ts';
import type { KeptIndexReads } from './kept-index.ts';
import type { DueUse, KeptVector, MemoryChanges, MemoryEntry, ProjectOfUser } from './memory-changes.ts';
import type { RecordedReads } from './recorded-changes.ts';
import type { RetentionReads } from './retention-reads.ts';
import type { WordReads } from './word-reads.ts';

export type { Command, CommandOf, CommandType, Committed, Exported, RunEnd } from './commands.ts';
export type {
  ExecutionFilter,
  FailureFilter,
  MemoryFilter,
  RunFilter,
  StepPlace,
  TaskFilter,
  WorkflowFilter,
} from './filters.ts';
export type { Corpus, IndexPart, IndexPlace, KeptIndex } from './kept-index.ts';
export type * from './memory-changes.ts';
export type { FoundRecorded, RecordedEntry } from './recorded-changes.ts';

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

/** One agent as its records show it. Its runs are those that an agent did (`isByAgent`). */
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
  /** Those that an agent did (`isByAgent`), as `successfulRuns`. */
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
  /** 0 as long as nothing was written. */
  readonly formatVersion: number;
  /** Null when whoever asks may not know. */
  readonly sizeBytes: number | null;
  /** What the backend found wrong with itself; empty is good. */
  readonly problems: readonly string[];
  readonly details: JsonObject;
}

/**
 * Where records live. Guarantees that hold on every backend, proven by `describeStore`:
 *
 * - `commit` is atomic: all commands take effect, in order, or none does and the first failing command's
 *   error is thrown. When it resolves, the records survive the death of the process.
 * - Reads see only what `viewer` may see, label by label; memories also what a `reader` was granted. What it may not see is answered like what does not
 *   exist: `undefined` or an empty page.
 * - Lists are newest first by `createdAt`, then by id, and stable under paging while others write.
 * - A record read is equal to the record written.
 */
export interface Store
  extends AuditReads,
    FailureReads,
    RetentionReads,
    KeptIndexReads,
    RecordedReads,
    WordReads {
  readonly name: string;
  /** False for the store that keeps nothing. */
  readonly keeps: boolean;

  commit(commands: readonly Command[]): Promise<Committed>;

  /** Every task of this id the viewer may see: its own, the project's, or for the owner each agent's. */
  findTasks(viewer: Viewer, id: string): Promise<readonly Task[]>;
  listTasks(viewer: Viewer, filter: TaskFilter, page: Page): Promise<PageOf<Task>>;

  getRun(viewer: Viewer, id: string): Promise<RunWithTotals | undefined>;
  /** The runs of these ids that the viewer may see, each once; in no order. */
  getRuns(viewer: Viewer, ids: readonly string[]): Promise<readonly RunWithTotals[]>;
  listRuns(viewer: Viewer, filter: RunFilter, page: Page): Promise<PageOf<RunWithTotals>>;
  /** In order of position, then id. Empty for a run the viewer may not see. */
  listSteps(viewer: Viewer, runId: string): Promise<readonly Step[]>;
  /** The tool calls of these runs without what they said; by run, then position, then id of the step. */
  listCalls(viewer: Viewer, runIds: readonly string[]): Promise<readonly Call[]>;
  /**
   * Finished runs without their steps, those that ended last first, then by id descending. All their steps are counted, whenever they came.
   * Those that an agent did (`isByAgent`); of a template also its replays.
   */
  listExecutions(viewer: Viewer, filter: ExecutionFilter, limit: number): Promise<readonly Execution[]>;
  /** The same of these runs, as far as an agent did them; in no order. */
  getExecutions(viewer: Viewer, runIds: readonly string[]): Promise<readonly Execution[]>;
  /** All finished runs that an agent did, or all runs of templates, counted by day; in no order. */
  tallyRuns(viewer: Viewer, of?: 'agents' | 'templates'): Promise<readonly RunTally[]>;
  /** The same runs, those that ended at `since` or later, in two halves for each category or agent; in no order. */
  tallyHalves(viewer: Viewer, by: 'category' | 'agent', since: number): Promise<readonly RunHalves[]>;
  /**
   * What was decided in runs, counted by day, in no order: memories of kind `decision` within reach that name their run, of every standing, but for
   * copies; and one decision for each finished run that has none of them, the choice of how to do it. A decision is informed when its run was given
   * another memory by the time it was recorded.
   */
  tallyDecisions(viewer: Viewer): Promise<readonly DecisionTally[]>;

  /** Every lesson of this kind the viewer may see whose id, slug or one of whose keys is among these names; by `createdAt`, then id. */
  findLessons<Kind extends LessonKind>(
    viewer: Viewer,
    kind: Kind,
    names: readonly string[],
  ): Promise<ReadonlyArray<LessonOf<Kind>>>;
  /** Which lessons of this kind the viewer may see have one of these keys, once for each key; in no order. Nothing else of them is read. */
  findLessonKeys(viewer: Viewer, kind: LessonKind, keys: readonly string[]): Promise<readonly LessonKey[]>;
  listLessons<Kind extends LessonKind>(
    viewer: Viewer,
    kind: Kind,
    page: Page,
  ): Promise<PageOf<LessonOf<Kind>>>;

  /** Every session of this id the viewer may see. */
  findSessions(viewer: Viewer, id: string): Promise<readonly SessionSummary[]>;
  listSessions(viewer: Viewer, page: Page): Promise<PageOf<SessionSummary>>;
  /** In the order they were appended. Empty for a session the viewer may not see. */
  listMessages(viewer: Viewer, session: Pick<Session, 'id' | 'scope'>): Promise<readonly Message[]>;

  /** Expired memories are found by id, so that they can be deleted. Callers that return one must check its expiry first. */
  getMemory(reader: GrantedViewer, id: string): Promise<Memory | undefined>;
  listMemories(reader: GrantedViewer, filter: MemoryFilter, page: Page): Promise<PageOf<Memory>>;
  /** The first of what `listMemories` gives, without checking them: for statistics over many. */
  listEntries(reader: GrantedViewer, filter: MemoryFilter, limit: number): Promise<readonly MemoryEntry[]>;
  /** Those of these memories that the viewer may see, in no order; expired ones too. */
  getMemories(reader: GrantedViewer, ids: readonly string[]): Promise<readonly Memory[]>;
  /** The same without checking them: for statistics over many. */
  getEntries(reader: GrantedViewer, ids: readonly string[]): Promise<readonly MemoryEntry[]>;
  /** The changes of a memory, oldest first. Empty for one the viewer may not see. */
  listRevisions(viewer: Viewer, id: string): Promise<readonly Revision[]>;
  /**
   * Links from or to one of these memories, newest first by `createdAt`, then by id: those made within the reader's reach whose
   * both ends the reader may see. Expired ends are not left out.
   */
  listLinks(reader: GrantedViewer, ids: readonly string[], limit: number): Promise<readonly MemoryLink[]>;
  /** The runs that were given a memory, newest first. Empty for one the viewer may not see. */
  listUses(viewer: Viewer, memoryId: string, limit: number): Promise<readonly MemoryUse[]>;

  /**
   * What happened to the memories of a project since `mark` (null: from the beginning), about `limit` at a time.
   * A caller that follows all marks knows every memory that was committed before the last call, whichever process
   * committed it. For an index that serves several viewers: it asks for what it answers by `getMemories`, which
   * knows who may see what.
   */
  memoryChanges(place: ProjectOfUser, mark: string | null, limit: number): Promise<MemoryChanges>;
  /** The vectors this embedder made of these memories. For the same index, so it takes no viewer. */
  vectorsOf(embedder: string, ids: readonly string[]): Promise<readonly KeptVector[]>;

  /** Of the store as a whole, for work in the background: uses whose run has ended and that were not counted. */
  dueUses(limit: number): Promise<readonly DueUse[]>;
  /** Memories of the whole store that have expired by `now`: those that may be removed, or those that a hold covers. */
  expiredMemories(now: number, limit: number, which?: 'removable' | 'held'): Promise<readonly Memory[]>;
  /** Every project that has memories. */
  listPlaces(): Promise<readonly ProjectOfUser[]>;

  /** Every template the viewer may see whose id or slug this is. */
  findTemplates(viewer: Viewer, idOrSlug: string): Promise<readonly Template[]>;
  listTemplates(viewer: Viewer, page: Page): Promise<PageOf<Template>>;
  /** What a template was before, the latest version first; without the version it has now. Empty for one the viewer may not see. */
  listTemplateVersions(viewer: Viewer, id: string): Promise<readonly Template[]>;

  /** Newest first. */
  listTokens(viewer: Viewer): Promise<readonly Token[]>;
  /**
   * Whose token this is; nobody is asking yet, so this and `hasTokens` take no viewer. `hasTokens` stays true
   * when all were revoked: access that was restricted once stays restricted.
   */
  findToken(hash: string): Promise<Token | undefined>;
  hasTokens(): Promise<boolean>;

  /**
   * Every workflow the viewer may see whose id, run or request key is among these names, and every open one whose subject is;
   * by `createdAt`, then id.
   */
  findWorkflows(viewer: Viewer, names: readonly string[]): Promise<readonly Workflow[]>;
  listWorkflows(viewer: Viewer, filter: WorkflowFilter, page: Page): Promise<PageOf<Workflow>>;
  /**
   * Workflows of these definitions that the viewer may change and that can be continued at `now`: queued ones, those whose time has
   * come, and those with a request, the longest waiting first; at most `limit`.
   */
  dueWorkflows(
    viewer: Viewer,
    definitions: ReadonlyArray<Pick<Workflow, 'name' | 'version'>>,
    now: number,
    limit: number,
  ): Promise<readonly Workflow[]>;
  /** By key. Empty for a workflow the viewer may not see. */
  listCheckpoints(viewer: Viewer, workflowId: string): Promise<readonly Checkpoint[]>;

  /** Jobs are of the store as a whole. By name. */
  listJobs(): Promise<readonly Job[]>;
  /** How long finding memories took, in all processes together. Of the store as a whole. */
  retrievalTimes(): Promise<RetrievalTimes>;

  /** Every owned record of this kind the viewer may see whose id or key this is. */
  findRecords<Kind extends OwnedKind>(
    viewer: Viewer,
    kind: Kind,
    idOrKey: string,
  ): Promise<ReadonlyArray<OwnedOf<Kind>>>;
  listRecords<Kind extends OwnedKind>(
    viewer: Viewer,
    kind: Kind,
    filter: OwnedFilter<Kind>,
    page: Page,
  ): Promise<PageOf<OwnedOf<Kind>>>;

  /** Every grant of a user that nobody revoked, by id. Some may be over: `access/grants.ts` knows which hold. */
  openGrants(user: string): Promise<readonly Grant[]>;

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
