import type { SessionImport } from '../../capture/import-sessions.ts';
import type { StartRun } from '../../capture/runs.ts';
import type { SessionHandle } from '../../capture/sessions.ts';
import type { RunPlan } from '../../coordinate/run-plan.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import type { GroupedMessage } from '../../learn/failures/group-messages.ts';
import type { WatchReport } from '../../measure/watch-report.ts';
import type { PlanRunners } from '../../ports/plan-runner.ts';
import type { RunHandle, RunOptions, Tools } from '../../ports/run-handle.ts';
import type { AnyWorkflow, WorkflowDefinition } from '../../ports/workflow-definition.ts';
import type { GivenAgain } from '../../ports/workflow-runtime.ts';
import type { Viewer } from '../../records/scope.ts';
import type { PendingTasks, PlanDetails } from '../../records/task-plan.ts';
import type { DryRun, TemplateRun } from '../../records/template-run.ts';
import type { ShownWorkflow } from '../../records/workflow-inputs.ts';
import type { RunTemplateOptions } from '../../run/agent-setup.ts';
import type { Execute } from '../../run/execute/contract.ts';
import type { RunTemplate } from '../../run/run.ts';
import type { BeginTemplate, Begun } from '../../templates/begin.ts';
import type { ImportFile } from '../../templates/import-sessions.ts';
import type { LibraryOf } from './library.ts';

/** Runs a template. The type of its answer depends on `dryRun`. */
export interface RunTemplateAgain {
  (
    input: RunTemplate & { readonly dryRun: true },
    tools?: Tools,
    options?: RunTemplateOptions,
  ): Promise<DryRun>;
  (
    input: RunTemplate & { readonly dryRun?: false },
    tools?: Tools,
    options?: RunTemplateOptions,
  ): Promise<TemplateRun>;
  (input: RunTemplate, tools?: Tools, options?: RunTemplateOptions): Promise<TemplateRun | DryRun>;
}

/** Saved runs that can be executed again. */
export interface TemplatesView extends Omit<LibraryOf<'templates'>, 'run'>, LibraryOf<'templateChanges'> {
  /**
   * Executes it again: `replay` without a model, stopping at the first difference from what was recorded; `adaptive` by the
   * configured model, which is told what was learned. A replay that stops is handed to the model, when there is one.
   *
   * A dry run (`dryRun: true`) shows the calls and makes none; it answers with `status: 'planned'`. The tools are the
   * configured MCP servers and the functions that are handed over.
   *
   * @throws before anything is called: `tool_missing` for a tool of the plan that is not there.
   * @example
   * const report = await alice.templates.run({ id: 'refund-order', inputs: { orderId: 43 } }, { getOrder, refund });
   */
  run: RunTemplateAgain;
  /**
   * Begins an adaptive run for an agent that calls its own model: the system message with what was learned, and the run to
   * record it with. When the run is finished, what it taught is merged into the memory.
   *
   * @example
   * const { system, run } = await alice.templates.begin({ id: 'refund-order', system: 'You help customers.' });
   */
  begin(input: BeginTemplate): Promise<Begun>;
  /** What each agent knows about the work of a template. */
  readonly memory: LibraryOf<'templateMemory'>;
  /** Successful calls to show to an agent, newest first. */
  readonly examples: LibraryOf<'templateExamples'>;
}

/** Long work that survives crashes. */
export interface WorkflowsView extends LibraryOf<'workflows'> {
  /** Registers definitions, so that this process can continue workflows that were begun with them. */
  register(...definitions: readonly AnyWorkflow[]): Promise<void>;
  /** Continues workflows of the registered definitions in the background until Engram is closed. */
  work(): Promise<void>;
  /**
   * Runs a workflow in this process until it has ended or needs input, and returns its state. With an `id` of your own, the
   * same call continues it after a crash.
   *
   * @example
   * const { status, output } = await engram.workflows.run(release, { tag: 'v2' }, { id: 'release-v2' });
   */
  run<Input extends JsonObject, Output extends Json>(
    definition: WorkflowDefinition<Input, Output>,
    input: Input,
    options?: { readonly id?: string; readonly signal?: AbortSignal },
  ): Promise<ShownWorkflow>;
  /** Waits until a workflow has ended or needs input. */
  result(id: string, options?: { readonly signal?: AbortSignal }): Promise<ShownWorkflow>;
  /** Continues a workflow that needs input in this process, with the values that were not stored because they hold secrets. */
  resumeWith(id: string, again: GivenAgain): Promise<ShownWorkflow>;
}

/** Tasks broken down into sub-tasks for several agents. */
export interface PlansView extends Omit<LibraryOf<'plans'>, 'run'> {
  /**
   * Runs a plan in this process until it ends or needs input. The same call continues it after a crash, and does the sub-tasks
   * again that failed. `runners` is one function for all agents, or one for each; without them the configured model works.
   *
   * @example
   * const { status } = await engram.plans.run({ name: 'checkout' }, { ada: ({ subTask }) => build(subTask.text), bob: test });
   */
  run(
    input: RunPlan,
    runners?: PlanRunners,
    options?: { readonly signal?: AbortSignal },
  ): Promise<PlanDetails>;
}

/** What is to be done, and who does it. */
export interface TasksView extends Omit<LibraryOf<'tasks'>, 'runPending'> {
  /**
   * Does all open tasks in the order of their dependencies, like a plan, and keeps their status. The same call continues after a
   * crash.
   *
   * @example
   * const { plan, blocked } = await engram.tasks.runPending({}, ({ subTask, memory }) => doIt(subTask.text, memory));
   */
  runPending(
    input?: Omit<RunPlan, 'name'>,
    runners?: PlanRunners,
    options?: { readonly signal?: AbortSignal },
  ): Promise<PendingTasks>;
}

/**
 * Everything Engram does, for one viewer: an agent, or the project's owner. Records of another agent or user are
 * neither read nor changed through it; they are answered as if they did not exist.
 */
export interface View extends LibraryOf<'statistics'>, LibraryOf<'report'>, LibraryOf<'solve'> {
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
   * Runs a piece of work as a run: success when it returns, failure when it throws. The error is rethrown.
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

  readonly tasks: TasksView;
  /** Recording from outside the process, one call at a time; and reading what was recorded. */
  readonly runs: LibraryOf<'runs'>;
  readonly sessions: LibraryOf<'sessions'> & {
    /** Imports a file of sessions of any size; `.gz` is unpacked on the way, a session database is read only. */
    importFile(path: string, options?: ImportFile): Promise<SessionImport>;
  };
  readonly memories: LibraryOf<'memories'> &
    LibraryOf<'memoryLife'> &
    LibraryOf<'memoryKeeping'> &
    LibraryOf<'sharing'>;
  /** How long records are kept, and which must not be deleted. */
  readonly retention: LibraryOf<'retention'>;

  /** What is known, as files, and from one agent to another. */
  readonly knowledge: LibraryOf<'knowledge'>;

  /** What was learned from decisions, failures and runs. */
  readonly learning: LibraryOf<'patterns'> &
    LibraryOf<'failures'> &
    LibraryOf<'advice'> & {
      /** Groups a stream of messages, such as the lines of a file of any length. Nothing is stored. */
      groupLines(lines: AsyncIterable<string> | Iterable<string>): AsyncIterable<GroupedMessage>;
    };
  /** Checks before tool calls. Those of a run's stage look at every call made through it. */
  readonly prevention: LibraryOf<'prevention'>;
  /**
   * Makes the report again and again, until the signal ends it.
   *
   * @example
   * await engram.watchReport({ onReport: (report) => writeFile('report.html', reportPage(report)), signal });
   */
  watchReport(options: WatchReport): Promise<void>;

  /** Saved runs that can be executed again. */
  readonly templates: TemplatesView;
  /** Calls that worked in one session, shown to the next. */
  readonly sessionTemplates: LibraryOf<'sessionTemplates'>;
  readonly agents: LibraryOf<'agents'>;
  /** Issues and pull requests at GitHub. */
  readonly github: LibraryOf<'github'>;
  /** Where user-model entries are kept, and what is in them. */
  readonly backend: LibraryOf<'backend'>;
  /** What was written down: who did what to whose records. */
  readonly audit: LibraryOf<'audit'>;
  /** A user as a whole. */
  readonly users: LibraryOf<'users'>;
  /** Long work that survives crashes. */
  readonly workflows: WorkflowsView;
  /** Tasks broken down into sub-tasks for several agents. */
  readonly plans: PlansView;

  /**
   * Executes a task by the strategy that is recommended for it or fits its work, with recovery from known errors.
   *
   * @example
   * const { result } = await alice.execute({ description: 'Migrate the database' }, { parts: { backup, migrate } });
   */
  readonly execute: Execute;

  /** Tokens for the interfaces that listen on a network. */
  readonly tokens: LibraryOf<'tokens'>;
}
