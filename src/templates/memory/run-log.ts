import { leavesOf, readResult } from '../../json/path.ts';
import type { Outcome } from '../../records/record.ts';
import { makerOf, type Step, type ToolStep } from '../../records/step.ts';
import type { Template } from '../../records/template.ts';
import { topLevelCalls } from '../plan/calls.ts';
import { effectOf } from '../plan/effect.ts';

/** What is known of a run when an agent's memory is made of it. */
export interface RunLog {
  readonly task: { readonly description: string };
  /** Whose memory it is. Only the steps of this agent are its own work; others are where values came from. */
  readonly agent: string | null;
  /** Only this part of its work, by the id of the sub-task. */
  readonly subTask?: string | null | undefined;
  readonly outcome: Outcome | null;
  /** The steps of all agents, in any order. */
  readonly steps: readonly Step[];
  readonly durationMs: number;
  /** The template that was made of this very run. Without it, the calls that matter are found in the log. */
  readonly plan?: Pick<Template, 'plan' | 'dropped' | 'parameters'> | undefined;
}

/** The calls that agents made themselves, in order. */
export function callsOf(log: RunLog): ToolStep[] {
  return topLevelCalls(log.steps).sort((one, other) => one.position - other.position);
}

/** Whether a step is work of the agent that the log is read for. */
export function isOwn({ agent, subTask = null }: Pick<RunLog, 'agent' | 'subTask'>, step: Step): boolean {
  return makerOf(step) === agent && (subTask === null || step.subTask?.id === subTask);
}

/** Work that has a memory of its own: all that an agent did, or what it did in one part of the task. */
export interface DistilledWork {
  readonly agent: string | null;
  readonly subTask: string | null;
}

/** The work of each agent; where several work together, also of each part of the task, for those that did several parts. */
export function worksOf(steps: readonly Step[]): DistilledWork[] {
  const agents = [...new Set(steps.map(makerOf))];
  return agents.flatMap((agent) => {
    const own = steps.filter((step) => makerOf(step) === agent);
    const parts = [...new Set(own.flatMap(({ subTask }) => subTask?.id ?? []))];
    const apart = agents.length < 2 || parts.length < 2 ? [] : parts;
    return [null, ...apart].map((subTask) => ({ agent, subTask }));
  });
}

/** Whether the whole result is there to be looked into: one that was cut may have held anything. */
export function isReadable(step: ToolStep): boolean {
  return !step.truncated.includes('result') && !readResult(step.result).cut;
}

/** Every argument is looked for in every earlier result, and results can be large: each is taken apart once. */
const knownLeaves = new WeakMap<ToolStep, ReturnType<typeof leavesOf>>();

/** The values of a result with the way to each. A preview of a large result has none: it is not what was answered. */
export function resultLeaves(step: ToolStep): ReturnType<typeof leavesOf> {
  const known = knownLeaves.get(step);
  if (known !== undefined) return known;
  const leaves = step.truncated.includes('result') ? [] : leavesOf(readResult(step.result).value);
  knownLeaves.set(step, leaves);
  return leaves;
}

/** Whether a tool only looks, as far as its name says so. Whatever does not say so may change something. */
export function soundsReadOnly(tool: string): boolean {
  return effectOf(tool).effect === 'read';
}
