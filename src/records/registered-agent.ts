import * as z from 'zod';
import { nameText, storableText } from '../text/text.ts';
import { describedAs } from './field.ts';
import { lazySchema } from './lazy-schema.ts';
import { count } from './number.ts';
import { defineOwned, ownedBase } from './owned/owned-record.ts';
import { timestamp } from './record.ts';

const registeredAgentSchema = lazySchema(() =>
  z.object({
    ...ownedBase,
    name: nameText,
    specialisations: z.array(nameText),
    description: storableText.nullable(),
  }),
);

/** An agent that a project has registered, with what it is good at (COO-1). */
export const registeredAgents = defineOwned({
  label: 'agent',
  table: 'registered_agents',
  schema: registeredAgentSchema,
  key: 'name',
  filters: [],
  redact: { specialisations: 'name', description: 'text' },
  sample: {
    name: 'refunder',
    specialisations: ['refunds', 'complaints'],
    description: 'Answers tickets about money.',
  },
});

const name = describedAs(nameText, 'The name the agent works under', { argument: true });
const specialisations = z.array(nameText).max(50);

export const agentByName = lazySchema(() => z.strictObject({ name }));

export const registerAgentInput = lazySchema(() =>
  z.strictObject({
    name,
    specialisations: describedAs(specialisations.default([]), 'What it is good at, such as backend', {
      flag: 'specialisation',
    }),
    description: describedAs(storableText.optional(), 'What it does, in a sentence'),
  }),
);

export const updateAgentInput = lazySchema(() =>
  z.strictObject({
    name,
    specialisations: describedAs(
      specialisations.optional(),
      'What it is good at, instead of what was said before',
      {
        flag: 'specialisation',
      },
    ),
    description: describedAs(storableText.nullable().optional(), 'What it does; empty takes it away', {
      clearable: true,
    }),
  }),
);

const figures = {
  runs: count,
  finished: count,
  successes: count,
  memories: count,
  /** Null for an agent that has not worked yet. */
  lastSeenAt: timestamp.nullable(),
};

/** An agent in a list: its specialisations, and the record of its work that the engine keeps. */
export const listedAgentSchema = lazySchema(() =>
  z.object({ agent: nameText, specialisations: z.array(nameText).readonly(), ...figures }),
);
/** An agent in a list. */
export type ListedAgent = z.infer<typeof listedAgentSchema>;

/** An agent as it is shown: what was registered, and the record of its work. */
export const agentDetailsSchema = lazySchema(() =>
  z.object({
    name: nameText,
    /** Null for an agent that works here and was never registered. */
    registeredAt: timestamp.nullable(),
    specialisations: z.array(nameText).readonly(),
    description: storableText.nullable(),
    ...figures,
  }),
);
/** An agent as it is shown. */
export type AgentDetails = z.infer<typeof agentDetailsSchema>;
