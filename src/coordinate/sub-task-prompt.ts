import type { Json } from '../json/json.ts';
import { inert, inertJson, inertLine } from '../text/inert/inert.ts';
import { asRecordedData, fenced, toldField } from '../text/inert/recorded-data.ts';

/** What an agent is told about a sub-task. */
export interface ToldSubTask {
  readonly goal: string;
  readonly subTask: { readonly text: string };
  readonly results: Readonly<Record<string, Json>>;
  readonly memory: string;
  readonly strategy: string | null;
}

/**
 * The prompt for an agent: its part, the whole, what others found out, and what it remembers. The task is the only thing in
 * it that asks for something; it may come from an issue or a plan, so it is made inert as well.
 */
export function promptFor({ goal, subTask, results, memory, strategy }: ToldSubTask): string {
  const parts = [
    `Do this part of a larger task:\n\n${inert(subTask.text)}`,
    goal === subTask.text ? '' : `The larger task, for orientation only:\n\n${inert(goal)}`,
    Object.keys(results).length === 0
      ? ''
      : `Results of the parts before it:\n\n${asRecordedData(fenced(inertJson(results, { indent: 2 }), 'json'))}`,
    strategy === null
      ? ''
      : `The approach that worked best for similar tasks:\n\n${asRecordedData(toldField('Approach', inertLine(strategy)))}`,
    memory,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
