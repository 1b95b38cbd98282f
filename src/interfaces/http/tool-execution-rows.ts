import * as z from 'zod';
import { type JsonObject, json, jsonObject } from '../../json/json.ts';
import { field } from '../../records/field.ts';
import { recordId } from '../../records/record.ts';
import type { AddExamples, GivenExample } from '../../templates/examples.ts';
import { nameText } from '../../text/text.ts';
import { askRowsInput, givenTime, shownTime } from './agent-memory-rows.ts';

/** Calls that worked, in the form that clients of such rows send and expect (API-2). */

export const toolExecutionRow = z.object({
  id: recordId,
  template_id: recordId,
  agent_name: nameText.nullable(),
  tool_name: nameText,
  arguments: jsonObject,
  result: json,
  success: z.literal(true),
  executed_at: z.iso.datetime(),
  source_task_id: recordId.nullable(),
});
export type ToolExecutionRow = z.infer<typeof toolExecutionRow>;

export const askHistoryInput = askRowsInput.extend({
  limit: field(z.number().int().min(1).max(1_000).default(5), 'At most so many, the newest'),
});

/** One call as clients write it, in any of the spellings in use. What else they say about it is not kept. */
const givenCall = z
  .looseObject({
    template_id: recordId.optional(),
    source_task_id: recordId.nullish(),
    agent_name: nameText.nullish(),
    agent: nameText.nullish(),
    tool_name: nameText.optional(),
    tool: nameText.optional(),
    arguments: jsonObject.optional(),
    args: jsonObject.optional(),
    input: jsonObject.optional(),
    result: json.optional(),
    output: json.optional(),
    success: z.boolean().default(true),
    executed_at: givenTime.optional(),
  })
  .refine((call) => toolOf(call) !== undefined, { path: ['tool_name'], message: 'is required' });
type GivenCall = z.output<typeof givenCall>;

const toolOf = (call: { tool_name?: string | undefined; tool?: string | undefined }): string | undefined =>
  call.tool_name ?? call.tool;

export const addHistoryInput = z
  .strictObject({
    template_id: field(recordId.optional(), 'The template of the calls that do not name one themselves'),
    source_task_id: field(recordId.nullish(), 'The task they come from'),
    agent_name: field(nameText.nullish(), 'The agent of the calls that do not name one themselves'),
    examples: field(z.array(givenCall).max(1_000), 'The calls; those that failed are left out'),
  })
  .superRefine(({ template_id, examples }, problems) => {
    examples.forEach((call, index) => {
      if ((call.template_id ?? template_id) !== undefined) return;
      problems.addIssue({ code: 'custom', path: ['examples', index, 'template_id'], message: 'is required' });
    });
  });

/** A kept call as its row. */
export function historyRowOf({ at, ...example }: GivenExample): ToolExecutionRow {
  return {
    id: example.id,
    template_id: example.templateId,
    agent_name: example.agent,
    tool_name: example.tool,
    arguments: example.arguments,
    result: example.result,
    success: true,
    executed_at: shownTime(at),
    source_task_id: example.sourceTaskId,
  };
}

/** What a client sends, as the operation `template.add-examples` takes it: once for each template and task. */
export function additionsFrom({ examples, ...common }: z.output<typeof addHistoryInput>): AddExamples[] {
  const additions = new Map<string, AddExamples & { examples: AddExamples['examples'][number][] }>();
  for (const call of examples) {
    const template = call.template_id ?? common.template_id ?? '';
    const sourceTaskId = call.source_task_id ?? common.source_task_id ?? undefined;
    const key = JSON.stringify([template, sourceTaskId]);
    const addition = additions.get(key) ?? { template, sourceTaskId, examples: [] };
    addition.examples.push(exampleFrom(call, common.agent_name));
    additions.set(key, addition);
  }
  return [...additions.values()];
}

function exampleFrom(call: GivenCall, agent: string | null | undefined): AddExamples['examples'][number] {
  const { success, executed_at: at } = call;
  const given: JsonObject | undefined = call.arguments ?? call.args ?? call.input;
  return {
    agent: call.agent_name ?? call.agent ?? agent ?? null,
    tool: toolOf(call) ?? '',
    arguments: given ?? {},
    result: call.result ?? call.output ?? null,
    success,
    at,
  };
}
