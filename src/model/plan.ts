import * as z from 'zod';
import { type Json, json } from './json.ts';
import { lazySchema } from './lazy-schema.ts';
import { recordId } from './record.ts';
import { nameText, storableText } from './text.ts';

/** A place in the result of an earlier call of the plan. */
export interface Place {
  readonly step: number;
  readonly path: string;
}

/**
 * How one item of a collection is found again: those for which every condition holds, and of these the only one, the
 * first or last, or the one with the least or greatest number at `by`. Paths begin at the item.
 */
export interface Selector {
  readonly where: ReadonlyArray<{ readonly path: string; readonly equals: Binding }>;
  readonly take: 'only' | 'first' | 'last' | 'least' | 'greatest';
  readonly by?: string | undefined;
}

export const operations = ['add', 'subtract', 'multiply', 'divide'] as const;

/**
 * Where a value of a replayed call comes from. `constant`, `parameter`, `result`, `item` and `sum` are sources, the others
 * make something of other bindings. A path reads `$.orders[0].id`.
 *
 * - `constant`: always the same. One that was also somewhere in an earlier result, perhaps by accident, says so with
 *   `sameAs`: when that place holds something else, it is not clear which to follow.
 * - `result`: what is at a place. `alsoAt` are other places of the same result that held the same when it was recorded, and
 *   may have been meant as well: when they hold different values, it is not clear which to follow.
 * - `item`: `value` of the one item of a collection (`path`, such as `$.items[*]`) that every selector finds. When they
 *   find different ones, it is not clear which to follow.
 * - `sum`: the numbers at all places of a path with `[*]`, added up.
 * - `piece`: one piece of a text that is cut at a separator; negative numbers count from the end. With `pieces`, the text
 *   must have so many: the second of three names is not the second of two.
 * - `number`: a text read as a number. A number becomes a text inside `text`.
 * - `arithmetic`: two numbers; `decimals` says how far the result is rounded.
 */
export type Binding =
  | { readonly from: 'constant'; readonly value: Json; readonly sameAs?: Place | undefined }
  | { readonly from: 'parameter'; readonly name: string }
  | {
      readonly from: 'result';
      readonly step: number;
      readonly path: string;
      readonly alsoAt?: readonly string[] | undefined;
    }
  | {
      readonly from: 'item';
      readonly step: number;
      readonly path: string;
      readonly value: string;
      readonly selectors: readonly Selector[];
    }
  | { readonly from: 'sum'; readonly step: number; readonly path: string; readonly decimals: number }
  | { readonly from: 'text'; readonly parts: readonly Binding[] }
  | {
      readonly from: 'piece';
      readonly of: Binding;
      readonly separator: string;
      readonly index: number;
      readonly pieces?: number | undefined;
    }
  | { readonly from: 'case'; readonly of: Binding; readonly to: 'lower' | 'upper' }
  | { readonly from: 'number'; readonly of: Binding }
  | {
      readonly from: 'arithmetic';
      readonly operation: (typeof operations)[number];
      readonly left: Binding;
      readonly right: Binding;
      readonly decimals: number;
    }
  | { readonly from: 'list'; readonly items: readonly Binding[] }
  | { readonly from: 'object'; readonly members: Readonly<Record<string, Binding>> };

const placeSchema = lazySchema(() => z.object({ step: z.number().int().nonnegative(), path: z.string() }));
const decimals = z.number().int().min(0).max(12);

const selectorSchema: z.ZodType<Selector> = lazySchema(() =>
  z.lazy(() =>
    z.object({
      where: z.array(z.object({ path: z.string(), equals: bindingSchema })),
      take: z.enum(['only', 'first', 'last', 'least', 'greatest']),
      by: z.string().optional(),
    }),
  ),
);

export const bindingSchema: z.ZodType<Binding> = lazySchema(() =>
  z.lazy(() =>
    z.discriminatedUnion('from', [
      z.object({ from: z.literal('constant'), value: json, sameAs: placeSchema.optional() }),
      z.object({ from: z.literal('parameter'), name: nameText }),
      placeSchema.extend({ from: z.literal('result'), alsoAt: z.array(z.string()).optional() }),
      placeSchema.extend({
        from: z.literal('item'),
        value: z.string(),
        selectors: z.array(selectorSchema).min(1),
      }),
      placeSchema.extend({ from: z.literal('sum'), decimals }),
      z.object({ from: z.literal('text'), parts: z.array(bindingSchema) }),
      z.object({
        from: z.literal('piece'),
        of: bindingSchema,
        separator: z.string().min(1),
        index: z.number().int(),
        pieces: z.number().int().positive().optional(),
      }),
      z.object({ from: z.literal('case'), of: bindingSchema, to: z.enum(['lower', 'upper']) }),
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

/** What a result must look like: its types, not its bytes. A list states the shape its items share, a map that of its members. */
export type Shape =
  | { readonly type: 'null' | 'boolean' | 'number' | 'string' | 'any' }
  | { readonly type: 'list' | 'map'; readonly items: Shape }
  | { readonly type: 'object'; readonly members: Readonly<Record<string, Shape>> };

export const shapeSchema: z.ZodType<Shape> = lazySchema(() =>
  z.lazy(() =>
    z.discriminatedUnion('type', [
      z.object({ type: z.enum(['null', 'boolean', 'number', 'string', 'any']) }),
      z.object({ type: z.enum(['list', 'map']), items: shapeSchema }),
      z.object({ type: z.literal('object'), members: z.record(z.string(), shapeSchema) }),
    ]),
  ),
);

/** A place of a result, or of an item, and the values that may be there. */
export const invariantSchema = lazySchema(() => z.object({ path: z.string(), oneOf: z.array(json).min(1) }));
/** A place of a result, or of an item, and the values that may be there. */
export type Invariant = z.infer<typeof invariantSchema>;

/** Whether a call only looks, or may change something. Whatever is not known to look may change. */
export const effects = ['read', 'write'] as const;

export const planStepSchema = lazySchema(() =>
  z.object({
    tool: nameText,
    arguments: bindingSchema,
    expects: shapeSchema,
    /** What must be in the result as it was: states, and what decided what was done next. */
    holds: z.array(invariantSchema).default([]),
    effect: z.enum(effects).default('write'),
    /** How that is known: the tool says so, its name does, or nothing does. */
    effectFrom: z.enum(['declared', 'name', 'unknown']).default('unknown'),
    /** The part of the task it belongs to. Parts that need nothing of each other run at the same time. */
    subTask: recordId.nullable().default(null),
    /** The recorded step this call repeats. */
    recordedStep: recordId,
  }),
);
/** One call of a plan: the tool, where its arguments come from, what its result must look like. */
export type PlanStep = z.infer<typeof planStepSchema>;

/** A recorded call that a replay leaves out. */
export const droppedCallSchema = lazySchema(() =>
  z.object({
    tool: nameText,
    recordedStep: recordId,
    reason: z.enum(['failed', 'repeated', 'unused']),
  }),
);
/** A recorded call that a replay leaves out, and why. */
export type DroppedCall = z.infer<typeof droppedCallSchema>;

/** A value the caller may or must give. */
export const parameterSchema = lazySchema(() =>
  z.object({
    name: nameText,
    /**
     * `input`: named by the first run; `task`: found in the task's text; `picked`: chosen from a collection,
     * so it must be present there again; `unexplained`: nobody can tell where it came from; `secret`: was redacted.
     */
    source: z.enum(['input', 'task', 'picked', 'unexplained', 'secret']),
    /** The recorded value, used when none is given. A secret has none. */
    example: json,
    /** Whether it must be given: no recorded value is taken for it. */
    required: z.boolean().default(false),
    /** For a picked value: the collection it must be found in before it is used, and what the item must still be. */
    presentIn: placeSchema
      .extend({
        /** Path of the items of the collection; `path` leads to the value inside each. */
        items: z.string().nullable().default(null),
        holds: z.array(invariantSchema).default([]),
        /** Set when everything in the collection was taken: so many. When there is more now, it is unclear what was meant. */
        allOf: z.number().int().positive().optional(),
      })
      .nullable()
      .default(null),
    /**
     * Nobody has seen where it came from, or it stood in a part of a result that was cut off: then it may belong to the
     * other values, and the recorded one is taken only while those are the recorded ones too.
     */
    unseen: z.boolean().default(false),
    note: storableText.nullable().default(null),
  }),
);
/** A value the caller of a template may give, or for a secret must. */
export type Parameter = z.infer<typeof parameterSchema>;
