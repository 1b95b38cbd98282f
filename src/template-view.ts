import type { Tools } from './ports/run-handle.ts';
import type { Listing, ListTemplates } from './recall/browse.ts';
import type { AgentMemory } from './records/lesson.ts';
import type { LearnedTemplate, MadeTemplate, ShownTemplate, Template } from './records/template.ts';
import type { TemplateDiff } from './records/template-diff.ts';
import type { DryRun, TemplateComparison, TemplateRun } from './records/template-run.ts';
import type { AgentProgress } from './run/agent/run-agent.ts';
import type { ReplayProgress } from './run/replay/replay.ts';
import type { RunTemplate } from './run/run.ts';
import type { Solve, Solved } from './run/solve.ts';
import type { AskAgentMemory, KeepAgentMemory } from './templates/agent-memory.ts';
import type { SaveTemplate } from './templates/apply.ts';
import type { BeginTemplate, Begun } from './templates/begin.ts';
import type { AddExamples, GivenExample, ListExamples } from './templates/examples.ts';
import type { DiffTemplate, EditTemplate, JudgeTemplate, LearnTemplate } from './templates/lifecycle.ts';

/** Who hears how a run goes on, and who may end it. */
export interface RunTemplateOptions {
  readonly onProgress?: ((progress: ReplayProgress | AgentProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a template. What it answers depends on `dryRun`, so that a caller who sets it need not ask which of the two it is. */
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
export interface TemplatesView {
  /**
   * Saves a finished run. It is a draft: one that may change something waits for `approve`. The configured MCP servers, and
   * the tools that are handed over, are asked which calls only look; none is called. `show` says the plan in words.
   *
   * @example
   * const template = await alice.templates.save({ run: run.id, name: 'refund-order' });
   */
  save(input: SaveTemplate, tools?: Tools): Promise<MadeTemplate>;
  /** A template with its plan in words: each argument as explained, constant or open, and what each answer must show. */
  show(idOrSlug: string): Promise<ShownTemplate>;
  list(input?: ListTemplates): Promise<Listing<Template>>;
  /** What it was before, the latest version first. */
  versions(idOrSlug: string): Promise<readonly Template[]>;
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
  /**
   * Makes a new version from what it knows and another run of the same work. A plan that was edited by hand is refused
   * (`conflict`), unless `discardEdits` says that it may go. Tools are asked as in `save`. `changes` says which guards were
   * relaxed or strengthened, which arguments became explained, constant or open, and which run shows it.
   *
   * @example
   * const { changes } = await alice.templates.learn({ id: 'refund-order', run: second.id });
   */
  learn(input: LearnTemplate, tools?: Tools): Promise<LearnedTemplate>;
  /**
   * Changes a template. A person may say that an open argument is constant, that a place of an answer may be anything, or
   * that a look is not needed: who said so is kept with the plan.
   *
   * @example
   * await alice.templates.edit({ id: 'refund-order', constant: ['2:$.reason'], free: ['1:$.customer'] });
   */
  edit(input: EditTemplate): Promise<Template>;
  /** Lets it change things without being asked again; the answer has its plan in words, as `show` has. */
  approve(input: JudgeTemplate): Promise<ShownTemplate>;
  retire(input: JudgeTemplate): Promise<Template>;
  /** Removes it with its versions, its memory and its examples. */
  delete(idOrSlug: string): Promise<{ deleted: string }>;
  /** First run against re-runs (TPL-10). */
  compare(idOrSlug: string): Promise<TemplateComparison>;
  diff(input: DiffTemplate): Promise<TemplateDiff>;
  /** What each agent knows about the work of a template. */
  readonly memory: {
    list(input: AskAgentMemory): Promise<readonly AgentMemory[]>;
    keep(input: KeepAgentMemory): Promise<AgentMemory>;
  };
  /** Successful calls to show to an agent, newest first. */
  readonly examples: {
    list(input: ListExamples): Promise<readonly GivenExample[]>;
    add(input: AddExamples): Promise<{ count: number }>;
  };
}

/**
 * Does a task by the configured model and the given tools, recorded from the first step, so that it can be saved.
 *
 * @example
 * const { text, runId } = await alice.solve({ task: 'Refund order 42' }, { getOrder, refund });
 */
export type SolveTask = (input: Solve, tools?: Tools, options?: RunTemplateOptions) => Promise<Solved>;
