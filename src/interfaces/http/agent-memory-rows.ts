import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject, sameJson } from '../../json/json.ts';
import { field } from '../../records/field.ts';
import type { AgentMemory } from '../../records/lesson.ts';
import { count } from '../../records/number.ts';
import { fraction, recordId } from '../../records/record.ts';
import type { KeepAgentMemory } from '../../templates/agent-memory.ts';
import { boundedJson, nameText, storableText } from '../../text/text.ts';
import {
  givenId,
  givenPoints,
  givenTime,
  objectText,
  parsedObject,
  shownTime,
  writtenId,
  writtenPoints,
  writtenTime,
} from './row-forms.ts';

/**
 * What agents know about the work of templates, in the form that clients of such rows send and expect (API-2): snake
 * case, each value in any of the forms in use. Pure functions between that form and the one of the operations. What a
 * client sends comes back as it was sent, with fields of its own, for as long as it is still true.
 */

const toolStep = z
  .object({ step: count.optional(), tool: nameText, rationale: storableText.nullish() })
  .catchall(boundedJson);
const toolSequence = z
  .array(toolStep)
  .max(100)
  .transform((steps) =>
    steps.map(({ step, tool, rationale }, index) => ({
      step: step || index + 1,
      tool,
      rationale: rationale ?? '',
    })),
  );

const memoryContext = z
  .object({
    successful_strategies: givenPoints.nullish(),
    optimal_tool_sequence: toolSequence.nullish(),
    pitfalls_to_avoid: givenPoints.nullish(),
    efficiency_tips: givenPoints.nullish(),
    key_insights: givenPoints.nullish(),
    confidence_score: fraction.nullish(),
    execution_count: count.nullish().describe('Times it was distilled from a log'),
    last_updated: givenTime.nullish(),
  })
  .catchall(boundedJson);

const answeredContext = z.looseObject({
  successful_strategies: writtenPoints,
  optimal_tool_sequence: z.array(
    z.looseObject({ step: count.optional(), tool: nameText, rationale: storableText.nullish() }),
  ),
  pitfalls_to_avoid: writtenPoints,
  efficiency_tips: writtenPoints,
  key_insights: writtenPoints,
  confidence_score: fraction,
  execution_count: count,
  last_updated: writtenTime,
});

export const agentMemoryRow = z.looseObject({
  id: recordId,
  template_id: writtenId,
  agent_name: nameText.nullable(),
  memory_context: answeredContext,
  success_count: count,
  total_executions: count,
  avg_steps_to_complete: z.number().nonnegative(),
});
type AgentMemoryRow = z.infer<typeof agentMemoryRow>;

export const askRowsInput = z.strictObject({
  template_id: field(recordId, 'Id or name of a template, or an id of your own; a number by its digits'),
  agent_name: field(nameText.optional(), 'Only what this agent knows'),
});

export const keepRowInput = z
  .object({
    id: field(writtenId.nullish(), 'Of a row that was read before; not needed, and not kept'),
    template_id: field(givenId, 'Id or name of a template, or an id of your own: a text or a number'),
    agent_name: field(nameText.nullish(), 'Whose memory it is; whoever asks when left out'),
    memory_context: field(
      z.union([memoryContext, objectText.pipe(memoryContext)]).nullish(),
      'What is known, as an object or as JSON text; what is left out or null stays as it is, other fields are kept',
    ),
    success_count: field(count.nullish(), 'Successes in all, when you count yourself'),
    total_executions: field(count.nullish(), 'Executions in all, when you count yourself'),
    avg_steps_to_complete: field(z.number().nonnegative().nullish(), 'Steps an execution takes on average'),
    increment_success: field(
      z.boolean().nullish(),
      'Counts one more execution: true for a success, false for a failure',
    ),
  })
  .catchall(boundedJson);
type GivenRow = z.output<typeof keepRowInput>;

/** A stored memory as its row. */
export function memoryRowOf({ id, content }: AgentMemory): AgentMemoryRow {
  const { memory_context: sentContext = {}, ...sentRow } = content.sent;
  const context = {
    successful_strategies: content.strategies,
    optimal_tool_sequence: content.toolSequence,
    pitfalls_to_avoid: content.pitfalls,
    efficiency_tips: content.tips,
    key_insights: content.insights,
    confidence_score: content.confidence,
    execution_count: content.distillations,
    last_updated: content.lastUpdatedAt,
  };
  const row = {
    template_id: content.templateId,
    agent_name: content.agent,
    success_count: content.successes,
    total_executions: content.executions,
    avg_steps_to_complete: content.meanSteps,
  };
  const sent = keepRowInput.safeParse(content.sent).data;
  const { template_id: _, ...known } = row;
  return {
    ...row,
    memory_context: {
      ...context,
      last_updated: shownTime(content.lastUpdatedAt),
      ...stillTrue(sentContext, sent?.memory_context ?? {}, context),
    },
    ...stillTrue(sentRow, sent ?? {}, known),
    id,
  };
}

/** What was sent, without what has become something else since: read again, it must say what is known now. */
function stillTrue(sent: Json, read: Readonly<Record<string, unknown>>, known: JsonObject): JsonObject {
  if (!isJsonObject(sent)) return {};
  const isTrue = (name: string): boolean =>
    !Object.hasOwn(known, name) || sameJson((read[name] ?? null) as Json, known[name] ?? null);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => isTrue(name)));
}

/** What a client has sent, after it sent this as well. */
export function sentWith(before: JsonObject, row: JsonObject): JsonObject {
  const { id: _id, increment_success: _counted, memory_context: given = {}, ...sent } = row;
  const context = typeof given === 'string' ? parsedObject(given) : given;
  const earlier = before['memory_context'];
  return {
    ...before,
    ...sent,
    memory_context: {
      ...(isJsonObject(earlier) ? earlier : {}),
      ...(isJsonObject(context) ? context : {}),
    },
  };
}

/** What a client sends, as the operation `template.remember` takes it. */
export function keptFrom(row: GivenRow): KeepAgentMemory {
  const context = row.memory_context ?? {};
  return {
    template: row.template_id,
    agent: row.agent_name ?? undefined,
    memory: {
      strategies: context.successful_strategies ?? undefined,
      toolSequence: context.optimal_tool_sequence ?? undefined,
      pitfalls: context.pitfalls_to_avoid ?? undefined,
      tips: context.efficiency_tips ?? undefined,
      insights: context.key_insights ?? undefined,
      confidence: context.confidence_score ?? undefined,
      distillations: context.execution_count ?? undefined,
      lastUpdatedAt: context.last_updated ?? undefined,
    },
    successes: row.success_count ?? undefined,
    executions: row.total_executions ?? undefined,
    meanSteps: row.avg_steps_to_complete ?? undefined,
    increment: row.increment_success ?? undefined,
  };
}
