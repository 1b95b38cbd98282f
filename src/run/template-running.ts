import type { JsonObject } from '../json/json.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { RunHandle } from '../ports/run-handle.ts';
import type { RunMode } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';
import type { Template } from '../records/template.ts';
import type { RanCall, TemplateRun } from '../records/template-run.ts';
import type { WorkSurroundings } from './durable/work.ts';
import type { ReplayedCall } from './replay/replay.ts';

/** A replay that stopped, as it is handed to a model for the rest. */
export interface Handover {
  readonly template: Template;
  /** The task of this run, and the values it was given. */
  readonly task: string;
  readonly inputs: JsonObject;
  /** The same run: what is done from here on is recorded in it. */
  readonly run: RunHandle;
  /** What was done, what differs and what is left, in words. */
  readonly account: string;
  /** Calls that are not to be made again. */
  readonly done: readonly ReplayedCall[];
  readonly signal?: AbortSignal | undefined;
}

/** How the rest was done. */
export interface Rest {
  readonly status: 'completed' | 'failed';
  readonly text: string;
  readonly modelCalls: number;
  readonly calls: readonly RanCall[];
}

/** An adaptive run that is asked for. */
export interface AdaptiveRequest {
  /** The task as it reads with the values of this run. */
  readonly task: string;
  readonly inputs: JsonObject;
  /** All values of this run that are known, also those that only the task names. */
  readonly values: JsonObject;
  readonly system: string;
  readonly signal?: AbortSignal | undefined;
}

/** What the engine lends to this stage: finding a template, beginning a run through the gate, and doing the rest. */
export interface TemplateRunning {
  showTemplate(idOrSlug: string): Promise<Template>;
  /** `known` is the template as it was read just before: the gate need not read it again. */
  beginRun(
    input: { description: string; inputs: JsonObject; approach: string },
    mode: RunMode,
    known: Template,
  ): Promise<{ run: RunHandle; learning: { template: Template } | null }>;
  /** Does it by a model, with what was learned. */
  adaptive(template: Template, task: AdaptiveRequest): Promise<TemplateRun>;
  /** A model that fills open arguments, and how much it is told and may say. */
  readonly fill?:
    | {
        model(template: Template): LanguageModel | null;
        readonly maxTokens: number;
        readonly maxOutputTokens: number;
      }
    | undefined;
  /** Does what a replay left, by a model. Without it, or when it answers nothing, a replay that stops has stopped. */
  readonly fallback?: ((handover: Handover) => Promise<Rest | undefined>) | undefined;
  /** Records changes before they are made. Without it nothing can be resumed, and replays do not wait for each other. */
  readonly durable?: DurableRunning | undefined;
}

/** What durable replays need. */
export interface DurableRunning {
  readonly surroundings: WorkSurroundings;
  readonly viewer: Viewer;
  newId(): string;
  /** Ends a run whose process is gone. */
  endRun(runId: string, owner: Viewer, summary: string): Promise<void>;
}
