import * as z from 'zod';
import { field } from '../../records/field.ts';
import type { AgentMemory } from '../../records/lesson.ts';
import { count } from '../../records/number.ts';
import { fraction, latestMoment, recordId } from '../../records/record.ts';
import type { KeepAgentMemory } from '../../templates/agent-memory.ts';
import { nameText, storableText } from '../../text/text.ts';

/**
 * What agents know about the work of templates, in the form that clients of such rows send and expect (API-2): snake
 * case, and times as ISO text. Pure functions between that form and the one of the operations.
 */

const isoTime = z.iso.datetime({
  offset: true,
  local: true,
  error: 'must be a time such as 2026-01-31T10:00:00Z, or milliseconds since 1970',
});
/** A time as clients write it: ISO text, which is UTC unless it says otherwise, or milliseconds. */
export const givenTime = z
  .union([isoTime, count.max(latestMoment)])
  .transform((time) =>
    typeof time === 'number' ? time : Date.parse(/Z$|[+-]\d\d:?\d\d$/i.test(time) ? time : `${time}Z`),
  );

/** A time as rows show it. */
export const shownTime = (time: number): string => new Date(time).toISOString();

const points = z.array(storableText).max(50);
const toolStep = z.strictObject({
  step: z.number().int().positive(),
  tool: nameText,
  rationale: storableText.default(''),
});

const memoryContext = z.strictObject({
  successful_strategies: points,
  optimal_tool_sequence: z.array(toolStep).max(100),
  pitfalls_to_avoid: points,
  efficiency_tips: points,
  key_insights: points,
  confidence_score: fraction,
  /** Times it was distilled from a log. */
  execution_count: count,
  last_updated: givenTime,
});

export const agentMemoryRow = z.object({
  id: recordId,
  template_id: recordId,
  agent_name: nameText.nullable(),
  memory_context: memoryContext.extend({ last_updated: isoTime }),
  success_count: count,
  total_executions: count,
  avg_steps_to_complete: z.number().nonnegative(),
});
export type AgentMemoryRow = z.infer<typeof agentMemoryRow>;

export const askRowsInput = z.strictObject({
  template_id: field(recordId, 'Id or name of a template, or an id of your own'),
  agent_name: field(nameText.optional(), 'Only what this agent knows'),
});

export const keepRowInput = z.strictObject({
  id: field(recordId.optional(), 'Of a row that was read before; not needed'),
  template_id: askRowsInput.shape.template_id,
  agent_name: field(nameText.nullish(), 'Whose memory it is; whoever asks when left out'),
  memory_context: field(
    memoryContext.partial().optional(),
    'What is known; fields that are left out stay as they are',
  ),
  success_count: field(count.optional(), 'Successes in all, when you count yourself'),
  total_executions: field(count.optional(), 'Executions in all, when you count yourself'),
  avg_steps_to_complete: field(z.number().nonnegative().optional(), 'Steps an execution takes on average'),
  increment_success: field(
    z.boolean().optional(),
    'Counts one more execution: true for a success, false for a failure',
  ),
});

/** A stored memory as its row. */
export function memoryRowOf({ id, content }: AgentMemory): AgentMemoryRow {
  return {
    id,
    template_id: content.templateId,
    agent_name: content.agent,
    memory_context: {
      successful_strategies: content.strategies,
      optimal_tool_sequence: content.toolSequence,
      pitfalls_to_avoid: content.pitfalls,
      efficiency_tips: content.tips,
      key_insights: content.insights,
      confidence_score: content.confidence,
      execution_count: content.distillations,
      last_updated: shownTime(content.lastUpdatedAt),
    },
    success_count: content.successes,
    total_executions: content.executions,
    avg_steps_to_complete: content.meanSteps,
  };
}

/** What a client sends, as the operation `template.remember` takes it. */
export function keptFrom(row: z.output<typeof keepRowInput>): KeepAgentMemory {
  const context = row.memory_context ?? {};
  return {
    template: row.template_id,
    agent: row.agent_name ?? undefined,
    memory: {
      strategies: context.successful_strategies,
      toolSequence: context.optimal_tool_sequence,
      pitfalls: context.pitfalls_to_avoid,
      tips: context.efficiency_tips,
      insights: context.key_insights,
      confidence: context.confidence_score,
      distillations: context.execution_count,
      lastUpdatedAt: context.last_updated,
    },
    successes: row.success_count,
    executions: row.total_executions,
    meanSteps: row.avg_steps_to_complete,
    increment: row.increment_success,
  };
}
