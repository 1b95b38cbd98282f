import { EngramError, invalidInput } from '../errors.ts';
import { complexityOf } from '../records/complexity.ts';
import { maxSubTasks, type PlanComplexity, type PlannedSubTask } from '../records/task-plan.ts';
import { findCycle } from '../workflows/dag.ts';

type Node = Pick<PlannedSubTask, 'id' | 'needs'>;

/** Refuses more sub-tasks than a plan can have: looking through a list of a megabyte would take minutes. */
export function refuseLargePlan(subTasks: number): void {
  if (subTasks > maxSubTasks)
    throw invalidInput(`A plan has at most ${maxSubTasks} sub-tasks, and this one has ${subTasks}.`);
}

/** Refuses sub-tasks that share an id, need an unknown one, or wait for each other. The cycle is named. */
export function refuseBadPlan(subTasks: readonly Node[]): void {
  const ids = subTasks.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw invalid(`Two sub-tasks have the id "${twice}". Give each its own.`);
  for (const { id, needs } of subTasks) {
    const unknown = needs.find((need) => !ids.includes(need));
    if (unknown !== undefined)
      throw invalid(`The sub-task "${id}" needs "${unknown}", which is no sub-task of this plan.`);
  }
  const needsOf = new Map(subTasks.map(({ id, needs }) => [id, needs]));
  const cycle = findCycle((id) => needsOf.get(id) ?? [], ids);
  if (cycle !== undefined)
    throw invalid(
      `These sub-tasks wait for each other: ${cycle.join(' → ')}. Remove one of the dependencies.`,
    );
}

function invalid(message: string): EngramError {
  return new EngramError('invalid_input', message, { details: { fields: ['subTasks'] } });
}

/**
 * Groups of sub-tasks that can be done at the same time, in order.
 *
 * @example
 * parallelGroups([{ id: 'a', needs: [] }, { id: 'b', needs: ['a'] }, { id: 'c', needs: [] }]); // [['a', 'c'], ['b']]
 */
export function parallelGroups(subTasks: readonly Node[]): string[][] {
  const groups: string[][] = [];
  const placed = new Set<string>();
  while (placed.size < subTasks.length) {
    const ready = subTasks
      .filter(({ id, needs }) => !placed.has(id) && needs.every((need) => placed.has(need)))
      .map(({ id }) => id);
    if (ready.length === 0) return groups;
    for (const id of ready) placed.add(id);
    groups.push(ready);
  }
  return groups;
}

/** More sub-tasks than this are complex, whatever they say. */
const maxModerate = 5;

/** How much coordination a task needs: one sub-task is simple; many, or a demanding task, are complex (COO-3). */
export function planComplexity(description: string, subTasks: readonly PlannedSubTask[]): PlanComplexity {
  if (subTasks.length === 1) return 'simple';
  const category = subTasks.find((each) => each.category !== null)?.category ?? null;
  const isDemanding = complexityOf({ description, category, dependencies: [], effort: null }) === 'high';
  return subTasks.length > maxModerate || isDemanding ? 'complex' : 'moderate';
}

/** What a picture of a plan shows of a sub-task. */
export interface DrawnSubTask extends Node {
  readonly text: string;
  readonly status: string;
  readonly assigned: string | null;
  readonly agent: string | null;
}

const maxLabelLength = 60;

/** The plan as a Mermaid flowchart, with the agent and the status of each sub-task. */
export function planMermaid(subTasks: readonly DrawnSubTask[]): string {
  const place = new Map(subTasks.map(({ id }, index) => [id, `t${index + 1}`]));
  const nodes = subTasks.map(({ id, text, assigned, agent, status }) => {
    const who = assigned ?? agent;
    const label = [`${id}: ${text}`, ...(who === null ? [] : [who])].map(mermaidText).join('<br/>');
    return `  ${place.get(id)}["${label}"]:::${status}`;
  });
  const arrows = subTasks.flatMap(({ id, needs }) =>
    needs.map((need) => `  ${place.get(need)} --> ${place.get(id)}`),
  );
  return ['flowchart TD', ...nodes, ...arrows, ...mermaidStyles].join('\n');
}

/** Quotes and angle brackets would end the label or become markup; control characters would reach a terminal. */
function mermaidText(text: string): string {
  const cut = text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1)}…` : text;
  return cut
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('#', '#35;')
    .replaceAll('&', '#amp;')
    .replaceAll('"', '#quot;')
    .replaceAll('<', '#lt;')
    .replaceAll('>', '#gt;')
    .replaceAll('`', '#96;');
}

const mermaidStyles = [
  '  classDef waiting stroke-dasharray: 4 3',
  '  classDef running stroke-width: 3px',
  '  classDef done fill:#d6f5d6,stroke:#2e7d32,color:#12391a',
  '  classDef failed fill:#fbdada,stroke:#c62828,color:#4a1010',
  '  classDef skipped fill:#eeeeee,stroke:#9e9e9e,color:#555555',
];
