import * as z from 'zod';
import { nameText, storableText } from '../../text/text.ts';
import { lazySchema } from '../lazy-schema.ts';
import { defineOwned, ownedBase } from './owned-record.ts';

const registeredAgentSchema = lazySchema(() =>
  z.object({
    ...ownedBase,
    name: nameText,
    specialisations: z.array(nameText),
    description: storableText.nullable(),
  }),
);

/** An agent that a project has registered, with what it is good at. */
export const registeredAgents = defineOwned({
  label: 'registered agent',
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
