import * as z from 'zod';
import { nameText, storableText } from '../text/text.ts';
import { doorSchema, doorWords } from './door.ts';
import { lazyObject } from './lazy-schema.ts';
import { recordId, timestamp } from './record.ts';

/**
 * What a person said about a plan: an argument is constant, a place of an answer may be anything, a look is not needed.
 * Evidence like a run, so it is kept when the plan is made anew of its runs.
 */
export type PersonSaid = z.infer<typeof personSaidSchema>;
export const personSaidSchema = lazyObject(() => ({
  what: z.enum(['constant', 'free', 'dropped']),
  /** The recorded step of the call. */
  recordedStep: recordId,
  tool: nameText,
  /** The argument, or the place of the answer; `$` for a whole call. */
  path: z.string(),
  /** The agent who said so; null for the owner of the project. */
  by: nameText.nullable().default(null),
  door: doorSchema.default('library'),
  at: timestamp,
  reason: storableText.nullable().default(null),
}));

/**
 * Who said so, when and why, in words.
 *
 * @example
 * describeSaid({ by: 'alice', door: 'page', at: 0, reason: 'always so', … });
 * // 'a person said so: alice, on the dashboard, 1970-01-01, "always so"'
 */
export function describeSaid({ by, door, at, reason }: PersonSaid): string {
  const day = new Date(at).toISOString().slice(0, 10);
  return [
    `${door === 'mcp' ? 'a model' : 'a person'} said so: ${by ?? 'the owner'}`,
    doorWords[door],
    day,
    ...(reason === null ? [] : [JSON.stringify(reason)]),
  ].join(', ');
}
