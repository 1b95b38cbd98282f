import * as z from 'zod';
import { loadCapture, loadCoordinate } from '../engine/stages.ts';
import * as agents from '../interfaces/cli/present/agents.ts';
import { agentMatchSchema, matchAgentInput } from '../records/agent-match.ts';
import { noInput } from '../records/inputs.ts';
import * as records from '../records/registered-agent.ts';
import { asItems, command, createsAt, defineOperation, route } from './operation.ts';
import { itemsOf } from './outputs.ts';

/** Agents that work in a project. */
export const agentOperations = {
  /** Agents that were registered or left records, with how their work went. */
  list: defineOperation({
    name: 'agent.list',
    summary: 'List agents',
    effect: 'read',
    input: noInput,
    output: itemsOf(records.listedAgentSchema),
    run: async (context) => (await loadCapture()).listAgents(context, context.viewer),
    answer: asItems,
    cli: command(agents.presentAgents, 'engram agent list'),
    http: route('GET /api/agents', {}),
    mcp: `Lists agents that were registered or left records, with their specialisations, runs, successes and memories. Use it to see who works here and how it goes.
Example: {}`,
  }),
  /**
   * Registers an agent of the project with what it is good at.
   *
   * @example
   * await engram.agents.register({ name: 'ada', specialisations: ['backend'] });
   */
  register: defineOperation({
    name: 'agent.register',
    summary: 'Register an agent with its specialisations',
    effect: 'write',
    input: records.registerAgentInput,
    output: records.agentDetailsSchema,
    run: async (context, input) => (await loadCapture()).registerAgent(context, context.viewer, input),
    cli: command(
      agents.presentAgent,
      'engram agent register ada --specialisation backend',
      'engram agent register ada --specialisation backend,database --description "Owns the billing service"',
    ),
    http: createsAt('/api/agents', { name: 'ada', specialisations: ['backend'] }),
    mcp: `Registers an agent of the project under its name, with what it is good at and what it does. Use it for yourself, or, as the owner of the project, for any agent; agents that only record need no registration. Answers the agent with the record of its work.
Example: {"name":"ada","specialisations":["backend"],"description":"Owns the billing service"}`,
  }),
  /** Shows an agent: what was registered, and the record of its work. */
  show: defineOperation({
    name: 'agent.show',
    summary: 'Show an agent, its specialisations and its performance',
    effect: 'read',
    input: records.agentByName,
    output: records.agentDetailsSchema,
    run: async (context, { name }) => (await loadCapture()).showAgent(context, context.viewer, name),
    library: { by: 'name' },
    cli: command(agents.presentAgent, 'engram agent show ada'),
    http: route('GET /api/agents/{name}', { name: 'ada' }),
    mcp: `Shows one agent: what it is good at, and its runs, successes and memories. Use it before you hand work to it.
Example: {"name":"ada"}`,
  }),
  /**
   * Ranks the agents for a task: 0.4 specialisation + 0.3 experience + 0.3 performance, with the memory context for the winner.
   *
   * @example
   * const { agent, ranking, context } = await engram.agents.match({ description: 'Fix the login timeout', category: 'auth' });
   */
  match: defineOperation({
    name: 'agent.match',
    summary: 'Choose the best agent for a task',
    effect: 'read',
    input: matchAgentInput,
    output: agentMatchSchema,
    run: async (context, input) => (await loadCoordinate()).matchAgent(context, context.viewer, input),
    cli: command(
      agents.presentMatch,
      'engram agent match "Fix the login timeout" --category auth',
      'engram agent match --task auth-123 --among ada,bob',
    ),
    http: route('POST /api/agents/match', { description: 'Fix the login timeout', category: 'auth' }),
    mcp: `Ranks the agents of the project for a task: how well its specialisations fit, its experience with similar tasks, and its performance, each part shown, with the memories the winner should be given. Use it before you hand work on. Give the id of a stored task, or describe it.
Example: {"description":"Fix the login timeout","category":"auth"}`,
  }),
  /** Changes what was registered about an agent; fields that are left out stay. */
  update: defineOperation({
    name: 'agent.update',
    summary: 'Update a registered agent',
    effect: 'write',
    idempotent: true,
    input: records.updateAgentInput,
    output: records.agentDetailsSchema,
    run: async (context, input) => (await loadCapture()).updateAgent(context, context.viewer, input),
    cli: command(
      agents.presentAgent,
      'engram agent update ada --specialisation backend,database',
      'engram agent update ada --description ""',
    ),
    http: route('PATCH /api/agents/{name}', { name: 'ada', specialisations: ['backend', 'database'] }),
    mcp: `Changes what was registered about an agent: what it is good at, or what it does. Fields that are left out stay as they are.
Example: {"name":"ada","specialisations":["backend","database"]}`,
  }),
  /** Takes an agent out of the register; its records stay. */
  delete: defineOperation({
    name: 'agent.delete',
    summary: 'Delete an agent from the register; its records stay',
    effect: 'delete',
    idempotent: true,
    input: records.agentByName,
    output: z.object({ deleted: z.string() }),
    run: async (context, { name }) => (await loadCapture()).deleteAgent(context, context.viewer, name),
    library: { by: 'name' },
    cli: command(agents.presentDeletedAgent, 'engram agent delete ada'),
    http: route('DELETE /api/agents/{name}', { name: 'ada' }),
    mcp: `Takes an agent out of the register. Its runs, memories and tasks stay. Use it only when you were asked to.
Example: {"name":"ada"}`,
  }),
};
