import * as z from 'zod';
import { recordBase, timestamp } from '../record.ts';

/** What every owned record carries beside its own fields. */
export const ownedBase = {
  ...recordBase,
  updatedAt: timestamp,
  /** Counts the changes; a writer names the one it has read. */
  revision: z.number().int().nonnegative(),
};

/** The part of an owned record that all kinds share. */
export type OwnedFields = z.infer<z.ZodObject<typeof ownedBase>>;

/** How a field loses its secrets: as a name, as a text, or as JSON. In a list, each member does. */
type Redaction = 'name' | 'text' | 'value';

/**
 * A kind of record that is little more than its fields: its owner knows it by a name, and it is created, changed as a whole
 * and deleted. Everything the store does with it follows from this.
 */
export interface OwnedDefinition {
  /** What people call one, in errors. */
  readonly label: string;
  readonly table: string;
  readonly schema: z.ZodType<OwnedFields>;
  /** The field with its name, which no other record of this kind and owner has. */
  readonly key: string;
  /** Fields by which lists can be filtered: names, or null. A migration adds the column of each. */
  readonly filters: readonly string[];
  /** The fields that a person, a model or a tool wrote. */
  readonly redact: Readonly<Partial<Record<string, Redaction>>>;
  /** All fields of its own, none of them empty: what the conformance suite writes. */
  readonly sample: object;
}

type FieldsOf<Item, Value> = {
  [Field in keyof Item]-?: Item[Field] extends Value ? Field & string : never;
}[keyof Item];

/** The same, with fields that exist. */
export interface TypedDefinition<Item extends OwnedFields, Filter extends string> extends OwnedDefinition {
  readonly schema: z.ZodType<Item>;
  readonly key: FieldsOf<Item, string>;
  readonly filters: ReadonlyArray<Filter & FieldsOf<Item, string | null>>;
  readonly redact: Readonly<Partial<Record<Exclude<keyof Item, keyof OwnedFields> & string, Redaction>>>;
  readonly sample: Omit<Item, keyof OwnedFields>;
}

/**
 * Defines a kind of owned record. It is entered into `owned-records.ts`, and its table is created by a migration.
 *
 * @example
 * export const notes = defineOwned({
 *   label: 'note',
 *   table: 'notes',
 *   schema: noteSchema,
 *   key: 'title',
 *   filters: [],
 *   redact: { text: 'text' },
 *   sample: { title: 'Opening hours', text: 'From nine to five.' },
 * });
 */
export function defineOwned<Item extends OwnedFields, const Filter extends string>(
  definition: TypedDefinition<Item, Filter>,
): TypedDefinition<Item, Filter> {
  return definition;
}

/** The name by which the owner of a record knows it. */
export function keyOf({ key }: OwnedDefinition, record: OwnedFields): string {
  return String(Reflect.get(record, key));
}
