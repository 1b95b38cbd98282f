import * as z from 'zod';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';

/** A loop of a plan: its calls are made once for each item of a list, in order. */
export type Loop = z.infer<typeof loopSchema>;
export const loopSchema = lazyObject(() => ({
  /** Tells it from the other loops of the plan. */
  number: z.number().int().positive(),
  /** The list: the call that answers it, from 0, and a path that ends with `[*]`. */
  each: z.object({ step: count, path: z.string() }),
  /** How many rounds each run had, in their order. */
  rounds: z.array(count),
}));
