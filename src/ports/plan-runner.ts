import type { Json } from '../json/json.ts';
import type { PlannedSubTask } from '../records/task-plan.ts';
import type { WorkRun } from './strategy.ts';

/** What an agent is given to do a sub-task of a plan. */
export interface SubTaskWork {
  readonly subTask: Pick<PlannedSubTask, 'id' | 'text' | 'category' | 'type'>;
  /** The task of the whole plan. */
  readonly goal: string;
  /** Null where the project has no agents. */
  readonly agent: string | null;
  /** Results of the sub-tasks it needs, by their ids. */
  readonly results: Readonly<Record<string, Json>>;
  /** What the agent remembers about such work, as Markdown; empty when it remembers nothing. */
  readonly memory: string;
  /** The approach that worked best for similar tasks; null when none is known. */
  readonly strategy: string | null;
  /** The number of this try by this agent, from 1. */
  readonly attempt: number;
  /** The same for every try by this agent, so that a service that accepts such keys does the work only once. */
  readonly idempotencyKey: string;
  /** Aborted when the try takes too long or its result is no longer needed. */
  readonly signal: AbortSignal;
  /** Records what the agent does. */
  readonly run: WorkRun;
}

/**
 * Does a sub-task. Its answer is given to the sub-tasks that need it; it fails by throwing.
 *
 * @example
 * const runner: PlanRunner = ({ subTask, agent, signal }) => askAgent(agent, subTask.text, signal);
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a sub-task may have no result
export type PlanRunner = (work: SubTaskWork) => Json | undefined | void | Promise<Json | undefined | void>;

/** One function for all agents, or one for each. */
export type PlanRunners = PlanRunner | Readonly<Record<string, PlanRunner>>;
