import * as z from 'zod';
import { loadTemplates } from '../../engine/stages.ts';
import { jsonObject } from '../../json/json.ts';
import { defineOperation, type Operation, route } from '../../operations/operation.ts';
import { counted } from '../../operations/template-outputs.ts';
import { parseInput } from '../../records/parse.ts';
import {
  agentMemoryRow,
  askRowsInput,
  keepRowInput,
  keptFrom,
  memoryRowOf,
  sentWith,
} from './agent-memory-rows.ts';
import { type Route, routesOf } from './routes.ts';
import {
  addHistoryInput,
  askHistoryInput,
  historyRowOf,
  reportedFrom,
  toolExecutionRow,
} from './tool-execution-rows.ts';

/**
 * Routes of API-2 whose bodies follow an existing contract with their clients. They do what `template.memory`,
 * `template.remember` and `template.examples` do, and keep failed calls as well; a template they name need not be known
 * here. What was sent comes back as it was sent, but for secrets.
 */
const agreedOperations: readonly Operation[] = [
  defineOperation({
    name: 'agent-memory.list',
    summary: 'Show what agents know about the work of a template, as rows; "item" is the first of them',
    effect: 'read',
    input: askRowsInput,
    output: z.object({ items: z.array(agentMemoryRow), item: agentMemoryRow.nullable() }),
    run: async (context, input) => {
      const { template_id, agent_name } = parseInput(askRowsInput, input, 'agent memory');
      const memories = await (await loadTemplates()).listAgentMemory(context, context.viewer, {
        template: template_id,
        agent: agent_name,
      });
      // Such a row is what an agent knows about all of its work.
      const items = memories.filter(({ content }) => content.subTask === null).map(memoryRowOf);
      return { items, item: items[0] ?? null };
    },
    cli: null,
    http: route('GET /api/agent-memory', { template_id: 'refund-order', agent_name: 'alice' }),
    mcp: null,
  }),
  defineOperation({
    name: 'agent-memory.keep',
    summary: 'Keep what an agent knows about the work of a template: adds to its row, or makes it',
    effect: 'write',
    input: keepRowInput,
    output: agentMemoryRow,
    run: async (context, input) => {
      const row = parseInput(keepRowInput, input, 'agent memory');
      const raw = parseInput(jsonObject, input, 'agent memory');
      const { keepAgentMemory } = await loadTemplates();
      const kept = await keepAgentMemory(context, context.viewer, keptFrom(row), (before) =>
        sentWith(before, raw),
      );
      return memoryRowOf(kept);
    },
    cli: null,
    http: route('POST /api/agent-memory', {
      template_id: 'refund-order',
      agent_name: 'alice',
      memory_context: {
        successful_strategies: ['Look the order up first'],
        optimal_tool_sequence: [{ step: 1, tool: 'get_order', rationale: 'The amount is in it' }],
        pitfalls_to_avoid: ['Locked orders cannot be refunded'],
        confidence_score: 0.8,
      },
      increment_success: true,
    }),
    mcp: null,
  }),
  defineOperation({
    name: 'tool-execution-history.list',
    summary: 'List calls that worked, newest first, as rows',
    effect: 'read',
    input: askHistoryInput,
    output: z.object({ items: z.array(toolExecutionRow) }),
    run: async (context, input) => {
      const { template_id, agent_name, limit } = parseInput(askHistoryInput, input, 'tool execution history');
      const asked = { template: template_id, agent: agent_name, limit };
      const { listToolExecutions } = await loadTemplates();
      return { items: (await listToolExecutions(context, context.viewer, asked)).map(historyRowOf) };
    },
    cli: null,
    http: route('GET /api/tool-execution-history', {
      template_id: 'refund-order',
      agent_name: 'alice',
      limit: 5,
    }),
    mcp: null,
  }),
  defineOperation({
    name: 'tool-execution-history.add',
    summary:
      'Keep calls, also those that failed; the body may be an array, when each call names its template',
    effect: 'write',
    input: addHistoryInput,
    output: counted,
    run: async (context, input) => {
      const given = parseInput(addHistoryInput, input, 'tool execution history');
      const raw = parseInput(jsonObject, input, 'tool execution history');
      const { keepToolExecutions } = await loadTemplates();
      return keepToolExecutions(context, context.viewer, reportedFrom(given, raw));
    },
    cli: null,
    http: {
      method: 'POST',
      path: '/api/tool-execution-history',
      listIs: 'examples',
      example: {
        template_id: 42,
        source_task_id: 'task-42',
        examples: [
          {
            subtask_content: 'Look the order up',
            subtask_index: 0,
            agent_name: 'alice',
            tool_name: 'get_order',
            tool_args: { id: 42 },
            tool_result_summary: 'Order 42 is open',
            execution_order: 1,
            was_successful: true,
            execution_time_ms: 120,
          },
        ],
      },
    },
    mcp: null,
  }),
];

export const agentMemoryRoutes: readonly Route[] = routesOf(agreedOperations);
