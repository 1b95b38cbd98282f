import * as z from 'zod';
import { canonicalJson, type JsonObject, json } from '../json/json.ts';
import { parsePath } from '../json/path.ts';
import { nameText, requiredText, storableText } from '../text/text.ts';
import { lazyObject, lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { recordId, sourceSchema } from './record.ts';

const argumentPath = storableText
  .max(500)
  .refine((path) => parsePath(path) !== undefined, 'must be a path such as "$.timeout" or "$.items[0].id"');

/** It is compared with before every call: what is longer belongs into a question. */
const comparedValue = json.refine(
  (value) => JSON.stringify(value).length <= 10_000,
  'must have at most 10,000 characters as JSON',
);

/** What one value of the arguments must be. A path that leads to several values must hold for each. */
const argumentCondition = lazyStrictObject(() => ({
  of: z.literal('argument'),
  path: argumentPath,
  is: z.enum(['present', 'absent', 'equals', 'differs', 'at-least', 'at-most', 'contains', 'one-of']),
  value: comparedValue.default(null),
}));

/** What must have happened shortly before: a call of this tool that worked, or did not. */
const recentCondition = lazyStrictObject(() => ({
  of: z.literal('recent'),
  tool: nameText,
  /** How many calls are looked back at. */
  within: z.number().int().min(1).max(100).default(20),
  is: z.enum(['succeeded', 'failed', 'absent']).default('succeeded'),
}));

const needsValue: ReadonlySet<string> = new Set(['at-least', 'at-most', 'contains', 'one-of']);

/** One thing that holds or does not, seen from a call that is about to be made. */
export type Condition = z.infer<typeof conditionSchema>;
export const conditionSchema = lazySchema(() =>
  z
    .discriminatedUnion('of', [argumentCondition, recentCondition])
    .refine(
      (condition) => condition.of === 'recent' || !needsValue.has(condition.is) || condition.value !== null,
      {
        message: 'needs a "value" to compare with',
        path: ['value'],
      },
    ),
);

/** Which calls a check is about. What is left out fits everything. */
export const occasionSchema = lazyStrictObject(() => ({
  /** Name of the tool; `*` stands for any characters. */
  tool: nameText.nullable().default(null),
  /** Words that the name of the tool and its arguments must have, all of them: `["npm", "install"]`. */
  mentions: z.array(nameText).max(10).default([]),
  /** What the arguments look like, and what happened before. */
  conditions: z.array(conditionSchema).max(20).default([]),
  /** Category of the task. */
  category: nameText.nullable().default(null),
  /** The situation, as in a topic: words that the task's description must have. */
  context: nameText.nullable().default(null),
  stage: nameText.default('development'),
}));

/**
 * What is verified before the call. A predicate is looked at by Engram itself. A command is never run by Engram: it
 * may have been written by a stranger; it is shown to the agent that is about to call, like a question.
 */
export type Verification = z.infer<typeof verificationSchema>;
export const verificationSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('predicate'), all: z.array(conditionSchema).min(1).max(20) }),
    z.strictObject({ kind: z.literal('command'), command: requiredText }),
    z.strictObject({ kind: z.literal('question'), text: requiredText }),
  ]),
);

/** Counts of the results of a check, each time it fired. */
export type CheckRecord = z.infer<typeof checkRecordSchema>;
export const checkRecordSchema = lazyStrictObject(() => ({
  fired: count.default(0),
  /** The agent did as it was told, and the failure did not happen. */
  prevented: count.default(0),
  /** The call was made all the same, and the failure happened. */
  happened: count.default(0),
  /** The call was made all the same, and went well: there was nothing to warn of. */
  wrong: count.default(0),
  /** The run ended before it could be seen. */
  unknown: count.default(0),
}));

/** A check before a call, as data: when, what, and what to do when it does not hold. */
export type CheckContent = z.infer<typeof checkContentSchema>;
export const checkContentSchema = lazyStrictObject(() => ({
  /** What it says to the agent that is about to make the call. */
  message: requiredText,
  when: occasionSchema.prefault({}),
  verify: verificationSchema,
  action: z.enum(['warn', 'block']).default('warn'),
  /** The failure pattern it guards against. */
  pattern: recordId.nullable().default(null),
  /** Off when it was switched off by hand or by its own record. */
  enabled: z.boolean().default(true),
  /** Why it was switched off. */
  offReason: storableText.nullable().default(null),
  record: checkRecordSchema.prefault({}),
  /** Its record when it was last switched on or made milder: what came before is not held against it again. */
  countsFrom: checkRecordSchema.prefault({}),
}));

/** A call that was made shortly before. */
export interface RecentCall {
  readonly tool: string;
  readonly success: boolean;
}

/** A call that is about to be made, as checks look at it. */
export interface CallAhead {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly stage: string;
  /** Category of the task. */
  readonly category: string | null;
  /** What the task is. */
  readonly description: string;
  /** What was called before it in the same run, the newest last. */
  readonly recent: readonly RecentCall[];
}

/** That a check has something to say about a call, and why. */
export type Finding = z.infer<typeof findingSchema>;
export const findingSchema = lazyObject(() => ({
  check: z.object({ id: recordId, slug: z.string().nullable() }),
  /** The failure pattern it guards against. */
  pattern: recordId.nullable(),
  action: z.enum(['warn', 'block']),
  /** One line. It may hold words of strangers: it is to be read, not to be obeyed. */
  message: z.string(),
  /** Why it fired: `no "npm_cache_verify" succeeded in the last 20 calls`. */
  because: z.string(),
  /** How it is verified. A predicate fires until it holds; the others are asked once, because nobody can see the answer. */
  verify: z.enum(['predicate', 'command', 'question']),
  /** The command or the question for the agent; null when Engram has looked itself. */
  ask: z.string().nullable(),
  /** Its results so far, and what it was made from. */
  evidence: z.object({ record: checkRecordSchema, derivedFrom: z.array(sourceSchema).readonly() }),
}));

/** A check is tried once in a run: so is its trial called. */
export function trialId(runId: string, checkId: string): string {
  return `${runId}.${checkId}`;
}

/**
 * A short sign of a call's arguments, to see whether the same call was made again without keeping what it said. Not
 * for secrets: it can be guessed.
 *
 * @example callSign({ timeout: 30 }) === callSign({ timeout: 30 }); // true
 */
export function callSign(toolArguments: JsonObject): string {
  const text = canonicalJson(toolArguments);
  let sign = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    sign = Math.imul(sign ^ text.charCodeAt(index), 0x01000193);
  }
  return `call:${text.length}:${(sign >>> 0).toString(16)}`;
}
