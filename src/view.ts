import type { Access, CreatedToken, CreateToken, ShownToken } from './access/tokens.ts';
import type { ImportReport } from './capture/import-memories.ts';
import type { ImportSession, SessionImport } from './capture/import-sessions.ts';
import type { RecordMemory } from './capture/memories.ts';
import type { AppendStep, FinishedRun, FinishRun, StartRun } from './capture/runs.ts';
import type { AppendMessage, SessionHandle } from './capture/sessions.ts';
import type { CreateTask, UpdateTask } from './capture/tasks.ts';
import type { Consolidate } from './learn/life/consolidate.ts';
import type { Why } from './learn/life/explain.ts';
import type { HistoryEntry } from './learn/life/history.ts';
import type { Prune, PruneReport } from './learn/life/prune.ts';
import type { ConsolidationReport } from './learn/life/round.ts';
import type { Feedback } from './learn/life/uses.ts';
import type { LearningView, PreventionView } from './learning-view.ts';
import type { AskReport } from './measure/learning.ts';
import type { Statistics } from './measure/measure.ts';
import type { WatchReport } from './measure/watch-report.ts';
import type { RunHandle, RunOptions } from './ports/run-handle.ts';
import type { AgentSummary } from './ports/store.ts';
import type {
  Listing,
  ListMemories,
  ListRuns,
  ListSessions,
  ListTasks,
  RunDetails,
  SessionDetails,
} from './recall/browse.ts';
import type { PromptContext } from './recall/context/markdown.ts';
import type { AskContext } from './recall/prompt-context.ts';
import type { Recalled } from './recall/rank.ts';
import type { RetrieveMemories, SearchMemories } from './recall/recall.ts';
import type { SimilarTask, SimilarTasks } from './recall/similar-tasks.ts';
import type { Memory } from './records/memory.ts';
import type { Report } from './records/report.ts';
import type { Run, RunWithTotals } from './records/run.ts';
import type { Viewer } from './records/scope.ts';
import type { Message, SessionSummary } from './records/session.ts';
import type { Step } from './records/step.ts';
import type { Task } from './records/task.ts';
import type { Execute } from './run/execute/contract.ts';
import type { CacheStatistics } from './run/replay/cache.ts';
import type { SolveTask, TemplatesView } from './template-view.ts';
import type { SessionTemplatesView } from './templates/session-templates/contract.ts';

/** How to read a file of sessions. */
export interface ImportFile extends Omit<ImportSession, 'content' | 'name'> {
  /** Hears how many records were read so far. */
  readonly onProgress?: (records: number) => void;
}

/**
 * Everything Engram does, for one viewer: an agent, or the project's owner. What another agent or user owns
 * is neither read nor changed through it; it is answered like what does not exist.
 */
export interface View {
  readonly viewer: Viewer;

  /**
   * Starts a run and returns a handle to record it with.
   *
   * @example
   * const run = await alice.startRun({ description: 'Refund order 42', inputs: { orderId: 42 } });
   * const tools = run.tools({ getOrder, refund });
   * await tools.refund({ id: (await tools.getOrder({ id: 42 })).id });
   * await run.finish({ outcome: 'success' });
   */
  startRun(input: StartRun, options?: RunOptions): Promise<RunHandle>;

  /**
   * Runs a piece of work as a run: success when it returns, failure when it throws. The error goes on.
   *
   * @example
   * const refund = await alice.run({ description: 'Refund order 42' }, (run) => run.call('refund', { id: 42 }, refundOrder));
   */
  run<Result>(
    input: StartRun,
    work: (run: RunHandle) => Promise<Result> | Result,
    options?: RunOptions,
  ): Promise<Result>;

  /** Opens a session. Nothing is written before its first message. */
  session(id?: string): SessionHandle;

  readonly tasks: {
    create(input: CreateTask): Promise<Task>;
    update(input: UpdateTask): Promise<Task>;
    show(id: string): Promise<Task>;
    list(input?: ListTasks): Promise<Listing<Task>>;
    /** Work of the past that is like a task, best first. */
    similar(input: SimilarTasks): Promise<readonly SimilarTask[]>;
  };

  /** Recording from outside the process, one call at a time; and reading what was recorded. */
  readonly runs: {
    start(input: StartRun): Promise<Run>;
    step(input: AppendStep): Promise<Step>;
    finish(input: FinishRun): Promise<FinishedRun>;
    show(id: string): Promise<RunDetails>;
    list(input?: ListRuns): Promise<Listing<RunWithTotals>>;
  };

  readonly sessions: {
    append(input: AppendMessage): Promise<Message>;
    /**
     * Brings in sessions made elsewhere, each as a run with its steps and a session with its messages. Doing it
     * again adds only what is new.
     *
     * @example
     * await alice.sessions.import({ format: 'openai', content: messages, task: 'Refund order 42' });
     */
    import(input: ImportSession): Promise<SessionImport>;
    /** The same from a file of any size; `.gz` is unpacked on the way, a session database is read only. */
    importFile(path: string, options?: ImportFile): Promise<SessionImport>;
    show(id: string): Promise<SessionDetails>;
    list(input?: ListSessions): Promise<Listing<SessionSummary>>;
  };

  readonly memories: {
    /**
     * @example
     * await alice.memories.record({ kind: 'decision', content: { context: 'api-auth-timeout', action: 'increase-timeout', outcome: 'failure' } });
     */
    record(input: RecordMemory): Promise<Memory>;
    get(id: string): Promise<Memory>;
    list(input?: ListMemories): Promise<Listing<Memory>>;
    /** By what they say, in any words, best first. */
    search(input: SearchMemories): Promise<readonly Recalled[]>;
    /** By situation: what was recorded about exactly this one first. */
    retrieve(input: RetrieveMemories): Promise<readonly Recalled[]>;
    /**
     * What is worth knowing before a piece of work, as Markdown for a prompt, within a budget of tokens.
     *
     * @example
     * const { text } = await alice.memories.context({ query: 'Refund order 42', tokens: 800, run: run.id });
     */
    context(input: AskContext): Promise<PromptContext>;
    /**
     * Brings memories in from elsewhere; those with an `externalId` only once.
     *
     * @example
     * await alice.memories.import([{ kind: 'knowledge', text: 'The staging API needs a VPN', externalId: 'note-7' }]);
     */
    import(items: readonly unknown[]): Promise<ImportReport>;
    /** Removes it, its index entries and everything derived from it. */
    delete(id: string): Promise<{ deleted: string }>;
    /**
     * Says whether a memory helped; its confidence follows.
     *
     * @example
     * await alice.memories.feedback({ id: memory.id, outcome: 'success' });
     */
    feedback(input: Feedback): Promise<Memory>;
    /** Everything that explains a memory: sources, evidence, confidence, standing, uses. */
    why(id: string): Promise<Why>;
    /** What happened to a memory since it was recorded, oldest first. */
    history(id: string): Promise<readonly HistoryEntry[]>;
    /** Removes what has expired. It also happens by itself where jobs run. */
    prune(input?: Prune): Promise<PruneReport>;
    /** Merges what says the same, settles contradictions, generates rules, archives what is old and of little use. */
    consolidate(input?: Consolidate): Promise<ConsolidationReport>;
  };

  /** What was learned from decisions, failures and runs. */
  readonly learning: LearningView;
  /** Checks before tool calls. Those of a run's stage look at every call made through it. */
  readonly prevention: PreventionView;

  /** How work goes, what was learned and whether it helps. `reportMarkdown` and `reportPage` make a page of it. */
  report(input?: AskReport): Promise<Report>;
  /**
   * Makes the report again and again, until the signal ends it.
   *
   * @example
   * await engram.watchReport({ onReport: (report) => writeFile('report.html', reportPage(report)), signal });
   */
  watchReport(options: WatchReport): Promise<void>;

  /** Saved runs that can be executed again. */
  readonly templates: TemplatesView;
  readonly solve: SolveTask;
  /** Calls that worked in one session, shown to the next. */
  readonly sessionTemplates: SessionTemplatesView;

  readonly agents: { list(): Promise<readonly AgentSummary[]> };

  /**
   * Executes a task by the strategy that is recommended for it or fits its work, with recovery from known errors.
   *
   * @example
   * const { result } = await alice.execute({ description: 'Migrate the database' }, { parts: { backup, migrate } });
   */
  readonly execute: Execute;

  /** Keys to the doors that listen on a network. */
  readonly tokens: {
    /**
     * The secret is shown once; only its hash is kept.
     *
     * @example
     * const { secret } = await engram.tokens.create({ name: 'ci', scopes: ['read'] });
     */
    create(input: CreateToken): Promise<CreatedToken>;
    list(): Promise<readonly ShownToken[]>;
    revoke(id: string): Promise<{ revoked: string }>;
  };

  /** Counts what there is, and how often a kept result spared a call in this process. */
  stats(): Promise<Statistics & { readonly resultCache: CacheStatistics }>;
}

export type * from './learning-view.ts';
export type * from './template-view.ts';
export type {
  Access,
  AgentSummary,
  ConsolidationReport,
  CreatedToken,
  FinishedRun,
  HistoryEntry,
  ImportReport,
  Listing,
  PromptContext,
  PruneReport,
  Recalled,
  Report,
  RunDetails,
  SessionDetails,
  SessionImport,
  ShownToken,
  SimilarTask,
  Statistics,
  Why,
};
