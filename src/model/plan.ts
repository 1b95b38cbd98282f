import * as z from 'zod';
import { type Json, json } from './json.ts';
import { recordId } from './record.ts';
import { nameText } from './text.ts';

/** A place in the result of an earlier call of the plan. */
export interface Place {
  readonly step: number;
  readonly path: string;
}

/**
 * Where a value of a replayed call comes from. `list`, `object` and `text` combine bindings; the others are
 * sources. A path reads `$.orders[0].id`. A constant that was also somewhere in an earlier result, perhaps by
 * accident, says so with `sameAs`: when that place holds something else, it is not clear which to follow.
 */
export type Binding =
  | { readonly from: 'constant'; readonly value: Json; readonly sameAs?: Place | undefined }
  | { readonly from: 'parameter'; readonly name: string }
  | { readonly from: 'result'; readonly step: number; readonly path: string }
  | { readonly from: 'text'; readonly parts: readonly Binding[] }
  | { readonly from: 'list'; readonly items: readonly Binding[] }
  | { readonly from: 'object'; readonly members: Readonly<Record<string, Binding>> };

const placeSchema = z.object({ step: z.number().int().nonnegative(), path: z.string() });

export const bindingSchema: z.ZodType<Binding> = z.lazy(() =>
  z.discriminatedUnion('from', [
    z.object({ from: z.literal('constant'), value: json, sameAs: placeSchema.optional() }),
    z.object({ from: z.literal('parameter'), name: nameText }),
    placeSchema.extend({ from: z.literal('result') }),
    z.object({ from: z.literal('text'), parts: z.array(bindingSchema) }),
    z.object({ from: z.literal('list'), items: z.array(bindingSchema) }),
    z.object({ from: z.literal('object'), members: z.record(z.string(), bindingSchema) }),
  ]),
);

/** What a result must look like: its types, not its bytes. A list states the shape its items share. */
export type Shape =
  | { readonly type: 'null' | 'boolean' | 'number' | 'string' | 'any' }
  | { readonly type: 'list'; readonly items: Shape }
  | { readonly type: 'object'; readonly members: Readonly<Record<string, Shape>> };

export const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.enum(['null', 'boolean', 'number', 'string', 'any']) }),
    z.object({ type: z.literal('list'), items: shapeSchema }),
    z.object({ type: z.literal('object'), members: z.record(z.string(), shapeSchema) }),
  ]),
);

export const planStepSchema = z.object({
  tool: nameText,
  arguments: bindingSchema,
  expects: shapeSchema,
  /** The recorded step this call repeats. */
  recordedStep: recordId,
});
/** One call of a plan: the tool, where its arguments come from, what its result must look like. */
export type PlanStep = z.infer<typeof planStepSchema>;

/** A value the caller may or must give. */
export const parameterSchema = z.object({
  name: nameText,
  /**
   * `input`: named by the first run; `task`: found in the task's text; `picked`: chosen from a collection,
   * so it must be present there again; `secret`: was redacted and must be given.
   */
  source: z.enum(['input', 'task', 'picked', 'secret']),
  /** The recorded value, used when none is given. A secret has none. */
  example: json,
  /** For a picked value: the collection it must be found in before it is used. */
  presentIn: placeSchema.nullable().default(null),
});
/** A value the caller of a template may give, or for a secret must. */
export type Parameter = z.infer<typeof parameterSchema>;
