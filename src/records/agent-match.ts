import * as z from 'zod';
import { nameText, storableText } from '../text/text.ts';
import { field } from './field.ts';
import { taskQuestion } from './inputs.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { count } from './number.ts';
import { fraction } from './record.ts';

/** How agents are chosen, whatever the task comes from. */
export const matchOptions = () => ({
  agents: field(
    z.array(nameText).min(1).max(1_000).optional(),
    'Choose among these agents only; all registered ones otherwise',
    { flag: 'among' },
  ),
  tokens: field(
    z.number().int().min(0).max(100_000).optional(),
    'Tokens of memory context for the winner at most; 0 leaves it out',
  ),
});

/** What is asked when an agent is chosen for a task (COO-2). */
export const matchAgentInput = lazySchema(() => taskQuestion.safeExtend(matchOptions()));

/** An agent in the ranking for a task, with what its score is made of. Every part is from 0 to 1. */
export type RankedAgent = z.infer<typeof rankedAgentSchema>;
export const rankedAgentSchema = lazyObject(() => ({
  agent: nameText,
  score: fraction,
  parts: z.object({
    /** How well the task fits its specialisations. */
    specialisation: fraction,
    /** What it has proven at such tasks, by the outcomes of similar ones in its runs and its memories; 0 without any. */
    experience: fraction,
    /** How promising it is by all its outcomes. */
    performance: fraction,
  }),
  /** The specialisation that fits best; null when it has none. */
  fittingSpecialisation: nameText.nullable(),
  /** How likely it is to succeed, by all its outcomes. */
  expected: fraction,
  /** Its finished runs. */
  finished: count,
  /** How many runs of the very same task its outcomes of similar ones weigh as much as. */
  similarRuns: z.number().nonnegative(),
}));

/** The ranking of agents for a task, and what the winner should know. */
export type AgentMatch = z.infer<typeof agentMatchSchema>;
export const agentMatchSchema = lazyObject(() => ({
  /** The agent to give the task to; null when there is no agent. */
  agent: nameText.nullable(),
  ranking: z.array(rankedAgentSchema),
  why: storableText,
  /** Relevant memories of the winner as Markdown; empty when it has none. */
  context: storableText,
}));
