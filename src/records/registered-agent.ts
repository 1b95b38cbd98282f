import * as z from 'zod';
import { nameText, storableText } from '../text/text.ts';
import { field } from './field.ts';
import { lazyObject, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { defineOwned, ownedBase } from './owned/owned-record.ts';
import { timestamp } from './record.ts';

const registeredAgentSchema = lazyObject(() => ({
  ...ownedBase,
  name: nameText,
  specialisations: z.array(nameText),
  description: storableText.nullable(),
  /** The model it runs on: agents of one model are expected to be about as good. */
  model: nameText.nullable().default(null),
}));

/** An agent that a project has registered, with what it is good at (COO-1). */
export const registeredAgents = defineOwned({
  label: 'agent',
  table: 'registered_agents',
  schema: registeredAgentSchema,
  key: 'name',
  filters: [],
  redact: { specialisations: 'name', description: 'text', model: 'name' },
  sample: {
    name: 'refunder',
    specialisations: ['refunds', 'complaints'],
    description: 'Answers tickets about money.',
    model: 'small-model',
  },
});

const name = field(nameText, 'The name the agent works under', { argument: true });
const specialisations = z.array(nameText).max(50);

export const agentByName = lazyStrictObject(() => ({ name }));

export const registerAgentInput = lazyStrictObject(() => ({
  name,
  specialisations: field(specialisations.default([]), 'What it is good at, such as backend', {
    flag: 'specialisation',
  }),
  description: field(storableText.optional(), 'What it does, in a sentence'),
  model: field(nameText.optional(), 'The model it runs on; a new agent is judged by others of its model'),
}));

export const updateAgentInput = lazyStrictObject(() => ({
  name,
  specialisations: field(specialisations.optional(), 'What it is good at, instead of what was said before', {
    flag: 'specialisation',
  }),
  description: field(storableText.nullable().optional(), 'What it does; empty takes it away', {
    clearable: true,
  }),
  model: field(nameText.nullable().optional(), 'The model it runs on; empty takes it away', {
    clearable: true,
  }),
}));

const figures = {
  runs: count,
  finished: count,
  successes: count,
  memories: count,
  /** Null for an agent that has not worked yet. */
  lastSeenAt: timestamp.nullable(),
};

/** An agent in a list: its specialisations, and the record of its work that the engine keeps. */
export type ListedAgent = z.infer<typeof listedAgentSchema>;
export const listedAgentSchema = lazyObject(() => ({
  agent: nameText,
  specialisations: z.array(nameText).readonly(),
  ...figures,
}));

/** An agent as it is shown: what was registered, and the record of its work. */
export type AgentDetails = z.infer<typeof agentDetailsSchema>;
export const agentDetailsSchema = lazyObject(() => ({
  name: nameText,
  /** Null for an agent that works here and was never registered. */
  registeredAt: timestamp.nullable(),
  specialisations: z.array(nameText).readonly(),
  description: storableText.nullable(),
  model: nameText.nullable(),
  ...figures,
}));
