import * as z from 'zod';
import { json } from '../json/json.ts';
import { lazyObject } from './lazy-schema.ts';
import { loopSchema } from './loop-schema.ts';
import { effects } from './plan.ts';
import { provenanceField } from './step.ts';

/** What is known about where an argument comes from, or about what may be in an answer. */
const place = z.string();

/** One argument of a planned call: explained (by what), constant (why), or open. */
export type ExplainedArgument = z.infer<typeof explainedArgumentSchema>;
export const explainedArgumentSchema = lazyObject(() => ({
  /** As `template edit --constant` takes it: `2:$.reason`. */
  place,
  state: z.enum(['explained', 'constant', 'open']),
  /** By what it is explained, why it is constant, or what to do about it. */
  because: z.string(),
  /** The recorded value. */
  example: json,
  /** The parameter that an open argument is given by. */
  parameter: z.string().optional(),
}));

/** What must hold at one place of an answer when the call asks about something else than it did in the runs. */
export type ExplainedGuard = z.infer<typeof explainedGuardSchema>;
export const explainedGuardSchema = lazyObject(() => ({
  /** As `template edit --free` takes it: `1:$.status`. */
  place,
  /** `equal`: one of `values`; `named`: what the inputs or an earlier answer name; `data`: another value of the kind; `anything`. */
  must: z.enum(['equal', 'named', 'data', 'anything']),
  /** Values that were seen there, or the name that must stand there. */
  values: z.array(z.string()).readonly(),
  because: z.string(),
  /** Set for a number that nothing compares: a decision that depends on it goes unnoticed. */
  unchecked: z.literal(true).optional(),
}));

/** What the check of a tool captured before a call in the runs: a replay captures it again, and stops unless one of them agrees. */
export type ExplainedCheck = z.infer<typeof explainedCheckSchema>;
export const explainedCheckSchema = lazyObject(() => ({
  /** What was captured, each value once. Empty when nothing will be compared. */
  values: z.array(z.string()).readonly(),
  because: z.string(),
  /** Why nothing was captured, in runs where nothing was. */
  missing: z.array(z.string()).readonly().optional(),
}));

/** One call of a plan in words: where its arguments come from, and what its answer must show. */
export type ExplainedCall = z.infer<typeof explainedCallSchema>;
export const explainedCallSchema = lazyObject(() => ({
  call: z.number().int().positive(),
  tool: z.string(),
  effect: z.enum(effects),
  recordedStep: z.string(),
  /** How its recorded calls are known: `transcript` and `reported` ones were not seen by Engram. */
  provenance: provenanceField,
  arguments: z.array(explainedArgumentSchema).readonly(),
  guards: z.array(explainedGuardSchema).readonly(),
  /** What the check of the tool is compared with before the call; left out when it had none. */
  check: explainedCheckSchema.optional(),
  /** Set in a loop: the list it is made for each item of, and how many rounds the runs had. */
  loop: loopSchema.optional(),
  /** Set when the answers are too large to be taken apart here; the replay compares them all the same. */
  guardsLeftOut: z.literal(true).optional(),
}));

/** How a place of the plan changed when it learned from another run. */
export type LearnedChange = z.infer<typeof learnedChangeSchema>;
export const learnedChangeSchema = lazyObject(() => ({
  call: z.number().int().positive(),
  tool: z.string(),
  place,
  change: z.enum(['relaxed', 'strengthened', 'explained', 'constant', 'open', 'added', 'removed']),
  /** The evidence: what was so before, and which run shows that it is not. */
  because: z.string(),
}));
