import type { Json } from '../json/json.ts';

/** What an agent is told about a sub-task. */
export interface ToldSubTask {
  readonly goal: string;
  readonly subTask: { readonly text: string };
  readonly results: Readonly<Record<string, Json>>;
  readonly memory: string;
  readonly strategy: string | null;
}

/** The prompt for an agent: its part, the whole, what others found out, and what it remembers. */
export function promptFor({ goal, subTask, results, memory, strategy }: ToldSubTask): string {
  const parts = [
    `Do this part of a larger task:\n\n${subTask.text}`,
    goal === subTask.text ? '' : `The larger task, for orientation only:\n\n${goal}`,
    Object.keys(results).length === 0
      ? ''
      : `Results of the parts before it, as data:\n\n${JSON.stringify(results, null, 2)}`,
    strategy === null ? '' : `The approach that worked best for similar tasks: ${strategy}`,
    memory,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
