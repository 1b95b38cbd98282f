import type * as z from 'zod';
import { invalidInput } from '../../errors.ts';
import { inputSchema, type JsonSchema } from '../../operations/json-schema.ts';
import { type FieldMeaning, meanings } from '../../records/field.ts';
import { memoryContents } from '../../records/memory-kinds.ts';
import { closest } from './closest.ts';
import { globalFlags } from './global-flags.ts';

/** How the text behind a flag becomes a value. */
export type FlagType =
  | 'text'
  | 'number'
  | 'switch'
  | 'switch or names'
  | 'names'
  | 'texts'
  | 'pairs'
  | 'text pairs'
  | 'json';

export interface Flag {
  /** As typed, without the dashes. */
  readonly name: string;
  /** The field of the input it fills; fields of `content` are `content.context` and so on. */
  readonly field: string;
  readonly type: FlagType;
  readonly description: string;
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly fallback: unknown;
  /** A moment: milliseconds since 1970, or a date. */
  readonly isTime: boolean;
  /** Takes JSON only, and no plain words. */
  readonly jsonOnly?: boolean;
  /** An empty value takes away what is there. */
  readonly clearable?: boolean;
  /** A field that need not be given when this flag is, and the other way round. */
  readonly insteadOf?: string;
  /** Understood, but not shown. */
  readonly hidden?: boolean;
  /** A text of the operation: "-" stands for what is on standard input. */
  readonly takesInput?: boolean;
}

/** Fields of a command that are given by place instead of by flag. */
export interface CommandLine {
  readonly positional?: readonly string[];
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The flags of an operation, in the order of its input. */
export function flagsOf(operation: { readonly input: z.ZodObject }): Flag[] {
  const schema = inputSchema(operation);
  return Object.entries(schema.properties ?? {}).flatMap(([field, property]) => {
    const meaning = meaningOf(operation, field);
    if (meaning.form === 'fields of its kind') return contentFlags(field);
    const required = schema.required?.includes(field) === true;
    const flag = flagOf(field, property, required, meaning);
    // The name of the field itself is understood as well, unless every command has a flag of that name; help shows one.
    const isTaken = globalFlags.some(({ name }) => name === kebab(field));
    return flag.name === kebab(field) || isTaken || flag.type.endsWith('pairs')
      ? [flag]
      : [flag, { ...flag, name: kebab(field), hidden: true }];
  });
}

/** The fields of an operation that are given by place, in order. */
export function argumentsOf(operation: { readonly input: z.ZodObject }): string[] {
  return Object.keys(operation.input.shape).filter((field) => meaningOf(operation, field).argument === true);
}

function meaningOf({ input }: { readonly input: z.ZodObject }, field: string): FieldMeaning {
  const schema = input.shape[field];
  return (schema && meanings.get(schema)) ?? {};
}

/** On a command line the fields of all kinds of memory stand side by side; the kind decides which it takes. */
function contentFlags(parent: string): Flag[] {
  const flags = new Map<string, Flag>();
  for (const [kind, content] of Object.entries(memoryContents)) {
    const schema = inputSchema({ input: content });
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      const known = flags.get(field);
      const description = known === undefined ? `Kind: ${kind}` : `${known.description}, ${kind}`;
      const flag = {
        ...flagOf(field, property, false, meaningOf({ input: content }, field)),
        field: `${parent}.${field}`,
      };
      flags.set(field, { ...flag, description });
    }
  }
  return [...flags.values()];
}

function flagOf(
  field: string,
  schema: JsonSchema,
  required: boolean,
  { flag: name = kebab(field), form, clearable }: FieldMeaning,
): Flag {
  const plain = withoutNull(schema);
  const isMixed = schema.anyOf !== undefined && schema.anyOf.length > 2;
  const hasOwnType = form === 'pairs' || form === 'text pairs' || form === 'switch or names';
  const type = hasOwnType ? form : typeOf(plain, isMixed);
  const choices = (plain.enum ?? []).map(String);
  return {
    name,
    field,
    type,
    description: schema.description ?? '',
    choices,
    takesInput: (type === 'text' && choices.length === 0) || type === 'texts' || type === 'json',
    required,
    fallback: schema.default,
    isTime: form === 'time',
    ...(form === 'json' && { jsonOnly: true }),
    ...(clearable === true && { clearable }),
  };
}

/** What a value is when it is not null, which JSON Schema says as a list of types or of schemas. */
function withoutNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.type)) {
    const [type, another] = schema.type.filter((each) => each !== 'null');
    return another === undefined && type !== undefined ? { ...schema, type } : schema;
  }
  return schema.anyOf?.find((option) => option.type !== 'null' && option.type !== undefined) ?? schema;
}

function typeOf(schema: JsonSchema, mixed: boolean): FlagType {
  if (mixed) return 'json';
  switch (schema.type) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'switch';
    case 'array':
      if (schema.items?.type !== 'string') return 'json';
      // Names and fixed words have no commas in them; texts may.
      return schema.items.maxLength === undefined && schema.items.enum === undefined ? 'texts' : 'names';
    default:
      return 'json';
  }
}

/** Reads what was typed behind a flag. */
export function readFlag(flag: Flag, values: readonly string[]): unknown {
  const last = values.at(-1) ?? '';
  switch (flag.type) {
    case 'text':
      return readText(flag, last);
    case 'number':
      return readNumber(flag, last);
    case 'switch':
      return last !== 'false';
    case 'switch or names':
      return last === 'true' || values.flatMap((value) => value.split(',')).map((value) => value.trim());
    case 'texts':
      return values;
    case 'names':
      return values.flatMap((value) => value.split(',')).map((value) => value.trim());
    case 'pairs':
      return Object.fromEntries(values.map((value) => readPair(flag, value)));
    case 'text pairs':
      return Object.fromEntries(values.map((value) => splitPair(flag, value)));
    case 'json':
      return readJson(flag, last);
  }
}

/** Said in the words of the command line: the engine would name the field, not the flag. */
function readText(flag: Flag, text: string): string | null {
  if (flag.clearable === true && text === '') return null;
  if (flag.choices.length === 0 || flag.choices.includes(text)) return text;
  const near = closest(text, flag.choices);
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  throw invalidInput(`--${flag.name} must be one of: ${flag.choices.join(', ')}; not "${text}".${hint}`, {
    details: { flag: flag.name, fields: [flag.field] },
  });
}

/** Milliseconds since 1970, or a date as people write it. */
function readTime(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Date.parse(text);
}

function readNumber(flag: Flag, text: string): number {
  const number = flag.isTime ? readTime(text) : Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  const expected = flag.isTime ? 'a time such as 2030-01-31 or milliseconds since 1970' : 'a number';
  throw invalidInput(`--${flag.name} takes ${expected}, not "${text}".`, { details: { flag: flag.name } });
}

/** A field that can be any JSON takes plain words too: `--result done` means the text "done". */
function readJson(flag: Flag, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!/^\s*[[{"]/.test(text) && flag.jsonOnly !== true) return text;
    throw invalidInput(`--${flag.name} takes JSON; "${text.slice(0, 60)}" is not.`, {
      details: { flag: flag.name },
    });
  }
}

/** `orderId=42` is the number 42, `orderId="42"` the text, `name=Ann` the text, and so is what a number would lose: `1.10`. */
function readPair(flag: Flag, text: string): [string, unknown] {
  const [name, value] = splitPair(flag, text);
  try {
    const parsed: unknown = JSON.parse(value);
    const changed = typeof parsed === 'number' && String(parsed) !== value;
    return [name, changed ? value : parsed];
  } catch {
    return [name, value];
  }
}

function splitPair(flag: Flag, text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw invalidInput(`--${flag.name} takes name=value, not "${text}".`, { details: { flag: flag.name } });
}
