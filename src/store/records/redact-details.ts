import type { Json, JsonObject } from '../../json/json.ts';
import type { Step } from '../../records/step.ts';
import type { Task } from '../../records/task.ts';
import { redactText, redactValue } from '../../text/redact/redact.ts';
import { redactName } from '../../text/redact/redact-name.ts';

/** What people write about a task; its ids are left alone. */
export function redactDetails<Details extends Pick<Task, 'description' | 'category' | 'type'>>(
  details: Details,
): Details {
  return {
    ...details,
    description: redactText(details.description),
    category: redactName(details.category),
    type: redactName(details.type),
  };
}

/** A part of a task. A clean one comes back as it was. */
export function redactSubTask<Part extends Step['subTask']>(subTask: Part): Part {
  if (subTask === null) return subTask;
  const text = redactText(subTask.text);
  return text === subTask.text ? subTask : { ...subTask, text };
}

/** A call that is kept as an example, with what it was given and what came of it. */
export function redactCall<
  Call extends { readonly tool: string; readonly arguments: JsonObject; readonly result: Json },
>(call: Call): Call {
  return {
    ...call,
    tool: redactName(call.tool),
    arguments: redactValue(call.arguments),
    result: redactValue(call.result),
  };
}
