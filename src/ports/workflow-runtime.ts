import type { Json, JsonObject } from '../json/json.ts';
import type { Viewer } from '../records/scope.ts';
import type { Workflow } from '../records/workflow.ts';
import type { AnyWorkflow } from './workflow-definition.ts';

/** Values that must be given again because they hold secrets, which are not stored. */
export interface GivenAgain {
  readonly input?: JsonObject;
  /** Results by step. */
  readonly steps?: Readonly<Record<string, Json>>;
}

/** The workflows that this process can do, and the worker that does them. */
export interface WorkflowRuntime {
  /** Registers definitions. Two different ones of the same name and version are refused. */
  register(definitions: readonly AnyWorkflow[]): void;
  /** The definition of this name: of this version, or the one that was registered last. */
  find(name: string, version?: string): AnyWorkflow | undefined;
  /** Continues workflows in the background until the engine is closed. Resolves when the worker is ready. */
  work(): Promise<void>;
  /** Makes the worker look for work now: something was started, or is due. */
  poke(): void;
  giveAgain(workflow: Pick<Workflow, 'id'>, again: GivenAgain): void;
  /** Waits until a workflow has ended or needs input. */
  whenSettled(viewer: Viewer, id: string, signal?: AbortSignal): Promise<Workflow>;
}
