import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject, json, sameJson } from '../../json/json.ts';
import { field } from '../../records/field.ts';
import { recordId } from '../../records/record.ts';
import type { ReportedExecution, ToolExecution } from '../../templates/examples.ts';
import { boundedJson, nameText, storableText } from '../../text/text.ts';
import { askRowsInput } from './agent-memory-rows.ts';
import { givenId, givenTime, parsedObject, shownTime, writtenId, writtenTime } from './row-forms.ts';

/**
 * Calls of tools, in the form that clients of such rows send and expect (API-2). What a client sends comes back as it
 * was sent, with fields of its own; names it did not send are answered too, with null where nothing is known.
 */

const number = z.number();

export const toolExecutionRow = z.looseObject({
  id: recordId,
  template_id: writtenId,
  source_task_id: writtenId.nullable(),
  subtask_content: storableText.nullable(),
  subtask_index: number.nullable(),
  agent_name: nameText.nullable(),
  tool_name: nameText,
  tool_args: json,
  tool_result_summary: json,
  execution_order: number.nullable(),
  was_successful: z.literal(true),
  execution_time_ms: number.nullable(),
  executed_at: writtenTime,
});
type ToolExecutionRow = z.infer<typeof toolExecutionRow>;

export const askHistoryInput = askRowsInput.extend({
  limit: field(z.number().int().min(1).max(1_000).default(5), 'At most so many, the newest'),
});

/** One call as clients write it, under any of the names in use. */
const givenCall = z
  .object({
    id: field(writtenId.nullish(), 'Not kept: a row gets an id here'),
    template_id: givenId.nullish(),
    source_task_id: givenId.nullish(),
    subtask_content: storableText.nullish(),
    subtask_index: number.nullish(),
    agent_name: nameText.nullish(),
    agent: nameText.nullish(),
    tool_name: nameText.nullish(),
    tool: nameText.nullish(),
    tool_args: field(boundedJson.optional(), 'What the tool was given: an object, or the text of one'),
    arguments: boundedJson.optional(),
    args: boundedJson.optional(),
    input: boundedJson.optional(),
    tool_result_summary: boundedJson.optional(),
    result: boundedJson.optional(),
    output: boundedJson.optional(),
    execution_order: number.nullish(),
    was_successful: z.boolean().nullish(),
    success: z.boolean().nullish(),
    execution_time_ms: number.nullish(),
    executed_at: givenTime.nullish(),
  })
  .catchall(boundedJson)
  .refine((call) => toolOf(call) !== undefined, { path: ['tool_name'], message: 'is required' });
type GivenCall = z.output<typeof givenCall>;

function toolOf(call: {
  readonly tool_name?: string | null | undefined;
  readonly tool?: string | null | undefined;
}): string | undefined {
  return call.tool_name ?? call.tool ?? undefined;
}

export const addHistoryInput = z
  .strictObject({
    template_id: field(givenId.nullish(), 'The template of the calls that do not name one themselves'),
    source_task_id: field(givenId.nullish(), 'The task they come from'),
    agent_name: field(nameText.nullish(), 'The agent of the calls that do not name one themselves'),
    examples: field(z.array(givenCall).max(1_000), 'The calls, also those that failed'),
  })
  .superRefine(({ template_id, examples }, problems) => {
    examples.forEach((call, index) => {
      if ((call.template_id ?? template_id ?? undefined) !== undefined) return;
      problems.addIssue({ code: 'custom', path: ['examples', index, 'template_id'], message: 'is required' });
    });
  });
type GivenHistory = z.output<typeof addHistoryInput>;

type PlainCall = Pick<ToolExecution, 'sourceTaskId' | 'agent' | 'tool' | 'arguments' | 'result' | 'at'>;

/** A kept call as its row. */
export function historyRowOf({ id, templateId, sent, ...call }: ToolExecution): ToolExecutionRow {
  return { template_id: templateId, ...plainRow(call), ...sent, was_successful: true, id };
}

function plainRow(call: PlainCall) {
  return {
    source_task_id: call.sourceTaskId,
    subtask_content: null,
    subtask_index: null,
    agent_name: call.agent,
    tool_name: call.tool,
    tool_args: call.arguments,
    tool_result_summary: call.result,
    execution_order: null,
    execution_time_ms: null,
    executed_at: shownTime(call.at),
  };
}

/** What a client sends, as calls to keep, in the order they were made. `raw` is the same, not yet read. */
export function reportedFrom({ examples, ...common }: GivenHistory, raw: JsonObject): ReportedExecution[] {
  const { examples: rows, ...rawCommon } = raw;
  return examples
    .map((call, index) => {
      const row = Array.isArray(rows) ? rows[index] : undefined;
      const said = Object.entries(isJsonObject(row) ? row : {}).filter(
        ([name, value]) => value !== null || !Object.hasOwn(common, name),
      );
      return executionFrom(call, common, { ...rawCommon, ...Object.fromEntries(said) });
    })
    .sort((left, right) => orderOf(left) - orderOf(right));
}

const orderOf = ({ sent }: ReportedExecution): number => Number(sent['execution_order'] ?? 0);

function executionFrom(
  call: GivenCall,
  common: Omit<GivenHistory, 'examples'>,
  row: JsonObject,
): ReportedExecution {
  const given = call.tool_args ?? call.arguments ?? call.args ?? call.input ?? {};
  const execution = {
    sourceTaskId: call.source_task_id ?? common.source_task_id ?? null,
    agent: call.agent_name ?? call.agent ?? common.agent_name ?? null,
    tool: toolOf(call) ?? '',
    arguments: argumentsIn(given),
    result: call.tool_result_summary ?? call.result ?? call.output ?? null,
  };
  return {
    ...execution,
    template: call.template_id ?? common.template_id ?? '',
    success: call.was_successful ?? call.success ?? true,
    at: call.executed_at ?? undefined,
    sent: notGivenBack(row, plainRow({ ...execution, at: call.executed_at ?? 0 })),
  };
}

/** A call without an object of arguments is kept as one without any, beside what was sent. */
function argumentsIn(given: Json): JsonObject {
  if (isJsonObject(given)) return given;
  return (typeof given === 'string' ? parsedObject(given) : undefined) ?? {};
}

/** The members of a row that the fields of its call do not answer as they were sent. */
function notGivenBack(
  { id: _id, was_successful: _success, ...row }: JsonObject,
  plain: JsonObject,
): JsonObject {
  const isGivenBack = (name: string, value: Json): boolean => {
    if (!Object.hasOwn(plain, name)) return false;
    // Null says nothing; arguments alone may be null themselves.
    return sameJson(plain[name] ?? null, value) || (value === null && name !== 'tool_args');
  };
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => !isGivenBack(name, value)));
}
