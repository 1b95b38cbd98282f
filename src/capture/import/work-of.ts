import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { subTaskSchema } from '../../records/step.ts';
import { nameText } from '../../text/text.ts';
import type { WorkOf } from './records.ts';

/**
 * Whose work a message or a call is: its `agent`, or the `name` by which chat APIs tell several speakers apart; and its part of
 * the task. What is no name and no part is ignored: the source may mean something else by it.
 */
export function workOf(line: JsonObject, agentMembers: readonly string[] = ['agent']): WorkOf {
  const agent = agentMembers
    .map((member) => nameText.safeParse(line[member]))
    .find(({ success }) => success)?.data;
  const part = line['subTask'] ?? line['sub_task'];
  const subTask = isJsonObject(part) ? subTaskSchema.safeParse({ index: 0, ...part }).data : undefined;
  return { ...(agent !== undefined && { agent }), ...(subTask !== undefined && { subTask }) };
}
