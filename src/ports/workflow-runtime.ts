import type { Json, JsonObject } from '../json/json.ts';
import type { Viewer } from '../records/scope.ts';
import type { Workflow } from '../records/workflow.ts';
import type { AnyWorkflow } from './workflow-definition.ts';

/** What is given again because it holds secrets, which are not kept. */
export interface GivenAgain {
  readonly input?: JsonObject;
  /** Results by step. */
  readonly steps?: Readonly<Record<string, Json>>;
}

/** The workflows that this process can do, and the worker that does them. */
export interface WorkflowRuntime {
  /** Makes definitions known. Two of one name and version are refused, unless they are the same. */
  register(definitions: readonly AnyWorkflow[]): void;
  /** The definition of this name: of this version, or the one that was registered last. */
  find(name: string, version?: string): AnyWorkflow | undefined;
  /** Goes on with workflows from now on, until the engine is closed. */
  work(): void;
  /** Something was started, or is due. */
  poke(): void;
  giveAgain(workflow: Pick<Workflow, 'id'>, again: GivenAgain): void;
  /** Waits until nothing more comes of it by itself: its end, or that somebody is needed. */
  whenSettled(viewer: Viewer, id: string, signal?: AbortSignal): Promise<Workflow>;
}
