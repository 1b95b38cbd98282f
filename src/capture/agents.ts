import type * as z from 'zod';
import { EngramError, invalidInput, notFound, phrase } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { AgentSummary } from '../ports/store.ts';
import type { OwnedOf } from '../records/owned/owned-records.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import {
  type AgentDetails,
  agentByName,
  type ListedAgent,
  registerAgentInput,
  updateAgentInput,
} from '../records/registered-agent.ts';
import type { Scope, Viewer } from '../records/scope.ts';

export type RegisterAgent = z.input<typeof registerAgentInput>;
export type UpdateAgent = z.input<typeof updateAgentInput>;

/** Registers an agent of the project, so that others find it by what it is good at (COO-1). */
export async function registerAgent(
  context: Context,
  viewer: Viewer,
  raw: RegisterAgent,
): Promise<AgentDetails> {
  const {
    name,
    specialisations,
    description = null,
    model = null,
  } = parseInput(registerAgentInput, raw, 'agent');
  const now = context.clock.now();
  const record: OwnedOf<'agent'> = {
    id: context.ids('rec'),
    scope: registerOf(viewer, name),
    schemaVersion,
    createdAt: now,
    updatedAt: now,
    revision: 0,
    name,
    specialisations: [...new Set(specialisations)],
    description,
    model,
  };
  await context.store.commit([{ type: 'create-record', kind: 'agent', record }]);
  return showAgent(context, viewer, name);
}

/** Changes what was registered; fields that are left out stay. */
export async function updateAgent(context: Context, viewer: Viewer, raw: UpdateAgent): Promise<AgentDetails> {
  const { name, ...changes } = parseInput(updateAgentInput, raw, 'agent');
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) {
    throw invalidInput(`Nothing to change in the agent "${name}": give at least one field.`);
  }
  const owner = registerOf(viewer, name);
  const known = await registered(context, owner, name);
  const record = { ...known, ...given, updatedAt: context.clock.now(), revision: known.revision + 1 };
  await context.store.commit([{ type: 'revise-record', kind: 'agent', owner, record }]);
  return showAgent(context, viewer, name);
}

/** Takes an agent out of the register. What it recorded stays. */
export async function deleteAgent(
  context: Context,
  viewer: Viewer,
  rawName: string,
): Promise<{ deleted: string }> {
  const { name } = parseInput(agentByName, { name: rawName }, 'agent');
  const owner = registerOf(viewer, name);
  const { id } = await registered(context, owner, name);
  await context.store.commit([{ type: 'delete-record', kind: 'agent', owner, id }]);
  return { deleted: name };
}

/** Registered agents that a list names at most. */
const maxListedAgents = 1_000;

/** Every agent that was registered, that left records, or both, by name. */
export async function listAgents(context: Context, viewer: Viewer): Promise<ListedAgent[]> {
  const [working, registered] = await Promise.all([
    context.store.listAgents(viewer),
    context.store.listRecords(viewer, 'agent', {}, { limit: maxListedAgents }),
  ]);
  const known = new Map(registered.items.map((record) => [record.name, record]));
  const work = new Map(working.map((summary) => [summary.agent, summary]));
  const names = [...new Set([...work.keys(), ...known.keys()])].sort();
  return names.map((name) => ({
    agent: name,
    specialisations: known.get(name)?.specialisations ?? [],
    ...figuresOf(work.get(name)),
  }));
}

/** An agent that was registered, that left records, or both. */
export async function showAgent(context: Context, viewer: Viewer, rawName: string): Promise<AgentDetails> {
  const { name } = parseInput(agentByName, { name: rawName }, 'agent');
  const [found, agents] = await Promise.all([
    context.store.findRecords(viewer, 'agent', name),
    context.store.listAgents(viewer),
  ]);
  const known = named(found, name);
  const work = agents.find(({ agent }) => agent === name);
  if (known === undefined && work === undefined) throw notFound('agent', name);
  return {
    name,
    registeredAt: known?.createdAt ?? null,
    specialisations: known?.specialisations ?? [],
    description: known?.description ?? null,
    model: known?.model ?? null,
    ...figuresOf(work),
  };
}

/** The record of an agent's work; nothing for one that has not worked yet. */
function figuresOf(work: AgentSummary | undefined) {
  const { runs = 0, finished = 0, successes = 0, memories = 0, lastSeenAt = null } = work ?? {};
  return { runs, finished, successes, memories, lastSeenAt };
}

async function registered(context: Context, owner: Scope, name: string): Promise<OwnedOf<'agent'>> {
  const record = named(await context.store.findRecords(owner, 'agent', name), name);
  if (record === undefined) throw notFound('agent', name);
  return record;
}

/** The store also finds a record by its id, which is not the name of an agent. */
function named(found: ReadonlyArray<OwnedOf<'agent'>>, name: string): OwnedOf<'agent'> | undefined {
  return found.find((record) => record.name === name);
}

/** The register is the project's: its owner changes any entry, and an agent its own. */
function registerOf(viewer: Viewer, name: string): Scope {
  if (viewer.agent === null || viewer.agent === name) return { ...viewer, agent: null };
  throw new EngramError('forbidden', `An agent registers itself only, and "${name}" is another one.`, {
    hint: phrase`Act without ${{ acting: 'agent' }}.`,
  });
}
