import * as z from 'zod';
import { type Json, json, jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { capturedSchema } from './captured.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { loopSchema } from './loop-schema.ts';
import { count } from './number.ts';
import { recordId, timestamp } from './record.ts';
import type { SlotSigns } from './slot-signs.ts';
import { provenanceField } from './step.ts';

/** A place in the result of an earlier call of the plan. */
export interface Place {
  readonly step: number;
  readonly path: string;
}

/**
 * How one item of a collection is found again: those for which every condition holds, and of these the only one, the
 * first or last, or the one with the least or greatest number at `by`. Paths begin at the item. `each` is the item of the
 * round, in a loop.
 */
export interface Selector {
  readonly where: ReadonlyArray<{ readonly path: string; readonly equals: Binding }>;
  readonly take: 'only' | 'first' | 'last' | 'least' | 'greatest' | 'each';
  readonly by?: string | undefined;
}

export const operations = ['add', 'subtract', 'multiply', 'divide'] as const;

/** Ways of writing the same text. */
export const writings = ['lower', 'upper', 'title', 'slug', 'trimmed', 'text', 'sql'] as const;

/** Why a value that no explanation was found for may stay as it was when the inputs change. */
export const constantReasons = [
  'task',
  'choice',
  'configured',
  'empty',
  'structure',
  'runs',
  'person',
] as const;

/**
 * Where a value of a replayed call comes from. `constant`, `parameter`, `result`, `all`, `item`, `sum` and `today` are
 * sources, the others make something of other bindings. A path reads `$.orders[0].id`.
 *
 * - `constant`: always the same, for a reason: the task says it, the tool's schema offers it as a choice, the configuration
 *   has it, it is empty, it belongs to a query language, runs with other inputs had it too, or a person confirmed it.
 * - `given`: an open parameter, where the caller gives it; otherwise the text is put together again as in the recorded run.
 * - `result`: what is at a place of an earlier answer; `all`: everything at a path with `[*]`, as a list.
 * - `item`: `value` of the one item of a collection (`path`, such as `$.items[*]`) that every selector finds. When they
 *   find different ones, it is not clear which to follow.
 * - `sum`: the numbers at all places of a path with `[*]`, added up.
 * - `today`: the day of the replay, so many days later, as text.
 * - `agreeing`: several explanations that were equally simple. When they do not agree, it is not clear which to follow.
 * - `member`: a place inside another value.
 * - `line`: the one line of a text that begins with `prefix`; without the prefix where `isRest`.
 * - `between`: what stands in a text between two pieces that occur there once.
 * - `edited`: a text in which one line was replaced, or one was added at the end (`line` is null).
 * - `piece`: one piece of a text that is cut at a separator; negative numbers count from the end. With `pieces`, the text
 *   must have so many: the second of three names is not the second of two.
 * - `number`: a text read as a number. A number becomes a text inside `text`.
 * - `arithmetic`: two numbers; `decimals` says how far the result is rounded.
 * - `increased`: the last number of a text, increased.
 */
export type Binding =
  | {
      readonly from: 'constant';
      readonly value: Json;
      readonly because?: (typeof constantReasons)[number] | undefined;
    }
  | { readonly from: 'parameter'; readonly name: string }
  | { readonly from: 'given'; readonly name: string; readonly otherwise: Binding }
  | { readonly from: 'result' | 'all'; readonly step: number; readonly path: string }
  | {
      readonly from: 'item';
      readonly step: number;
      readonly path: string;
      readonly value: string;
      readonly selectors: readonly Selector[];
    }
  | { readonly from: 'sum'; readonly step: number; readonly path: string; readonly decimals: number }
  | { readonly from: 'today'; readonly days: number; readonly format: string }
  | { readonly from: 'agreeing'; readonly of: readonly Binding[] }
  | { readonly from: 'member'; readonly of: Binding; readonly path: string }
  | { readonly from: 'line'; readonly of: Binding; readonly prefix: string; readonly isRest: boolean }
  | { readonly from: 'between'; readonly of: Binding; readonly before: string; readonly after: string }
  | { readonly from: 'edited'; readonly of: Binding; readonly line: Binding | null; readonly to: Binding }
  | {
      readonly from: 'text';
      readonly parts: readonly Binding[];
      /**
       * The special characters that recorded values had at the place of each part; null for constant words. Another one
       * may end a quotation or begin a command, so it stops the replay.
       */
      readonly slots?: ReadonlyArray<SlotSigns | null> | undefined;
      /** The same for all parts together, as older plans have it. */
      readonly signs?: string | undefined;
    }
  | {
      readonly from: 'piece';
      readonly of: Binding;
      readonly separator: string;
      readonly index: number;
      readonly pieces?: number | undefined;
    }
  | { readonly from: 'case'; readonly of: Binding; readonly to: (typeof writings)[number] }
  | { readonly from: 'number'; readonly of: Binding }
  | {
      readonly from: 'arithmetic';
      readonly operation: (typeof operations)[number];
      readonly left: Binding;
      readonly right: Binding;
      readonly decimals: number;
    }
  | { readonly from: 'increased'; readonly of: Binding; readonly by: number }
  | { readonly from: 'list'; readonly items: readonly Binding[] }
  | { readonly from: 'object'; readonly members: Readonly<Record<string, Binding>> };

const placeSchema = lazyObject(() => ({ step: count, path: z.string() }));
const decimals = z.number().int().min(0).max(12);

const selectorSchema: z.ZodType<Selector> = lazySchema(() =>
  z.lazy(() =>
    z.object({
      where: z.array(z.object({ path: z.string(), equals: bindingSchema })),
      take: z.enum(['only', 'first', 'last', 'least', 'greatest', 'each']),
      by: z.string().optional(),
    }),
  ),
);

export const bindingSchema: z.ZodType<Binding> = lazySchema(() =>
  z.lazy(() =>
    z.discriminatedUnion('from', [
      z.object({
        from: z.literal('constant'),
        value: json,
        because: z.enum(constantReasons).optional(),
      }),
      z.object({ from: z.literal('parameter'), name: nameText }),
      z.object({ from: z.literal('given'), name: nameText, otherwise: bindingSchema }),
      placeSchema.extend({ from: z.literal('result') }),
      placeSchema.extend({ from: z.literal('all') }),
      z.object({ from: z.literal('today'), days: z.number().int(), format: z.string() }),
      z.object({ from: z.literal('agreeing'), of: z.array(bindingSchema).min(1) }),
      z.object({ from: z.literal('member'), of: bindingSchema, path: z.string() }),
      z.object({
        from: z.literal('line'),
        of: bindingSchema,
        prefix: z.string(),
        isRest: z.boolean(),
      }),
      z.object({ from: z.literal('between'), of: bindingSchema, before: z.string(), after: z.string() }),
      z.object({
        from: z.literal('edited'),
        of: bindingSchema,
        line: bindingSchema.nullable(),
        to: bindingSchema,
      }),
      z.object({ from: z.literal('increased'), of: bindingSchema, by: z.number().int() }),
      placeSchema.extend({
        from: z.literal('item'),
        value: z.string(),
        selectors: z.array(selectorSchema).min(1),
      }),
      placeSchema.extend({ from: z.literal('sum'), decimals }),
      z.object({
        from: z.literal('text'),
        parts: z.array(bindingSchema),
        slots: z.array(z.object({ signs: z.string(), starts: z.string() }).nullable()).optional(),
        signs: z.string().optional(),
      }),
      z.object({
        from: z.literal('piece'),
        of: bindingSchema,
        separator: z.string().min(1),
        index: z.number().int(),
        pieces: z.number().int().positive().optional(),
      }),
      z.object({ from: z.literal('case'), of: bindingSchema, to: z.enum(writings) }),
      z.object({ from: z.literal('number'), of: bindingSchema }),
      z.object({
        from: z.literal('arithmetic'),
        operation: z.enum(operations),
        left: bindingSchema,
        right: bindingSchema,
        decimals,
      }),
      z.object({ from: z.literal('list'), items: z.array(bindingSchema) }),
      z.object({ from: z.literal('object'), members: z.record(z.string(), bindingSchema) }),
    ]),
  ),
);

/** A place of a result, or of an item, and the values that may be there. */
export type Invariant = z.infer<typeof invariantSchema>;
export const invariantSchema = lazyObject(() => ({ path: z.string(), oneOf: z.array(json).min(1) }));

/** Whether a call only looks, or may change something. Whatever is not known to look may change. */
export const effects = ['read', 'write'] as const;

/** What a call was given and what it answered, in one run. */
export type Observation = z.infer<typeof observationSchema>;
export const observationSchema = lazyObject(() => ({
  arguments: jsonObject,
  result: json,
  /** What it failed with; null when it did not. Agents also decide by a look that fails. */
  error: storableText.nullable().default(null),
  at: timestamp,
  /** Set when the answer was not kept whole: nothing can be compared with it. */
  isCut: z.boolean().default(false),
  /** What the check of the tool captured before the call; left out when the tool had none. */
  captured: capturedSchema.optional(),
}));

export const planStepSchema = lazyObject(() => ({
  tool: nameText,
  arguments: bindingSchema,
  /**
   * What the call answered in each run the plan was made of, in their order; in a loop, in each round of each run. Plans
   * without it were saved before Engram compared answers.
   */
  observed: z.array(observationSchema).default([]),
  /** Places of the answer that may hold anything, because a person said so. */
  free: z.array(z.string()).default([]),
  /** What must be in the answer besides, because a person said so. */
  holds: z.array(invariantSchema).default([]),
  effect: z.enum(effects).default('write'),
  /** How that is known: the tool says so, its name does, or nothing does. */
  effectFrom: z.enum(['declared', 'name', 'unknown']).default('unknown'),
  /** The part of the task it belongs to. Parts that need nothing of each other run at the same time. */
  subTask: recordId.nullable().default(null),
  /** The agent that made it, in a run with several. */
  agent: nameText.optional(),
  /** The loop that it belongs to. Calls of one loop stand together. */
  loop: loopSchema.optional(),
  /** The recorded step this call repeats. */
  recordedStep: recordId,
  /** How its recorded calls are known, in all runs and rounds: the weakest of them. */
  provenance: provenanceField,
}));
/** One call of a plan: the tool, where its arguments come from, what its result must look like. */
export type PlanStep = z.infer<typeof planStepSchema>;

/** A recorded call that a replay leaves out, and why. */
export type DroppedCall = z.infer<typeof droppedCallSchema>;
export const droppedCallSchema = lazyObject(() => ({
  tool: nameText,
  recordedStep: recordId,
  /** `unused` is from before every look was kept; `person`: somebody said that the look is not needed. */
  reason: z.enum(['failed', 'repeated', 'unused', 'person']),
}));

/** A value the caller of a template may give, or for a secret must. */
export type Parameter = z.infer<typeof parameterSchema>;
export const parameterSchema = lazyObject(() => ({
  name: nameText,
  /**
   * `input`: named by the first run; `task`: found in the task's text; `picked`: chosen from a collection,
   * so it must be present there again; `unexplained`: nobody can tell where it came from; `secret`: was redacted.
   */
  source: z.enum(['input', 'task', 'picked', 'unexplained', 'secret']),
  /** The recorded value, used when none is given. A secret has none. */
  example: json,
  /** The values it had in the runs the plan was made of, in their order. */
  seen: z.array(json).default([]),
  /** Whether it must be given: no recorded value is taken for it. */
  required: z.boolean().default(false),
  /** For an open value: answers of earlier changes that it repeats. When one is another now, the value is out of date. */
  repeats: z.array(placeSchema).default([]),
  /** For a picked value: the collection it must be found in before it is used. */
  presentIn: placeSchema.nullable().default(null),
  /**
   * Open: nothing explains the value, so it may belong to the other values. A recorded one is taken only together with the
   * other values of its run; otherwise it must be given.
   */
  unseen: z.boolean().default(false),
  note: storableText.nullable().default(null),
}));

/** The value of a parameter in one of the runs; null is a value too. One that was not seen there is as in the first. */
export function valueInRun({ seen, example }: Pick<Parameter, 'seen' | 'example'>, run: number): Json {
  const value = seen[run];
  return value === undefined ? example : value;
}
