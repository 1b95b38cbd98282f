import * as z from 'zod';
import { wholeNumber } from './number.ts';
import { cursorSchema } from './page.ts';

/** What a field means to the command line, where its schema does not say it. */
export interface FieldMeaning {
  /** The name of its flag, where that is not the name of the field. */
  readonly flag?: string;
  /** It is given by its place, in the order of the schema, as well as by its flag. */
  readonly argument?: boolean;
  /**
   * How it is written: `name=value` pairs, whose values are JSON or always texts; a moment as a date; JSON only, where other
   * fields of any JSON take plain words too; a switch that may be limited to names, `--NAME=a,b`; or each field of every kind
   * as a flag of its own.
   */
  readonly form?: 'pairs' | 'text pairs' | 'time' | 'json' | 'switch or names' | 'fields of its kind';
  /** An empty text means null: it takes away what is there. */
  readonly clearable?: boolean;
  /** Only a person or a program may give it: models are not offered it. */
  readonly notForModels?: boolean;
}

/** Meanings by schema. A registry of its own, so that they are in no JSON schema. */
export const meanings = z.registry<FieldMeaning>();

/** A schema with what it is for, in words, and what it means to the command line. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  meaning?: FieldMeaning,
): Schema {
  const described = schema.describe(text) as Schema;
  if (meaning !== undefined) meanings.add(described, meaning);
  return described;
}

const modelInputs = new WeakMap<z.ZodObject, z.ZodObject>();

/** An input without the fields that models are not offered. */
export function inputForModels(input: z.ZodObject): z.ZodObject {
  const made = modelInputs.get(input);
  if (made !== undefined) return made;
  const shape = Object.entries(input.shape);
  const kept = shape.filter(([, schema]) => meanings.get(schema)?.notForModels !== true);
  const offered = kept.length === shape.length ? input : z.strictObject(Object.fromEntries(kept));
  modelInputs.set(input, offered);
  return offered;
}

/** The fields of every input that asks for a page of a list. */
export const pageInput = {
  limit: field(wholeNumber(1, 1_000).default(20), 'How many to answer at most'),
  cursor: field(cursorSchema.optional(), 'The "next" of the page before'),
};

/** How many a search answers. */
export const recallLimit = field(
  wholeNumber(1, 1_000).optional(),
  'How many to answer at most; 10 unless configured',
);
