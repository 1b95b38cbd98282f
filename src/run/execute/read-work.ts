import * as z from 'zod';
import { EngramError } from '../../errors.ts';
import type { Work } from '../../ports/strategy.ts';
import { lazySchema } from '../../records/lazy-schema.ts';
import { parseInput, problemOf } from '../../records/parse.ts';
import { nameText } from '../../text/text.ts';
import type { ExecuteOptions } from './contract.ts';

const callable = z.custom<(...given: never[]) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
);
const count = z.number().int().min(1);

/** JavaScript puts names that are whole numbers before all others, whatever order they were written in. */
const partName = nameText.refine((name) => !/^\d+$/.test(name), 'is a number; parts need words for names');

const partSchema = lazySchema(() =>
  z.strictObject({
    work: callable,
    after: z.array(z.string()).optional(),
    check: callable.optional(),
  }),
);

const partsSchema = lazySchema(() =>
  z.strictObject({ parts: z.record(z.string(), z.unknown()), atOnce: count.optional() }),
);

const itemsSchema = lazySchema(() =>
  z.strictObject({
    items: z.array(z.unknown()),
    batch: callable,
    batchSize: count.optional(),
    atOnce: count.optional(),
    ratePerSecond: z.number().positive().optional(),
    burst: count.optional(),
    endpoints: z.array(z.unknown()).min(1).optional(),
  }),
);

const strategySchema = lazySchema(() => z.looseObject({ description: z.string(), execute: callable }));
const remedySchema = lazySchema(() =>
  z.looseObject({ description: z.string(), tries: count.optional(), apply: callable }),
);

const optionsSchema = lazySchema(() =>
  z.strictObject({
    strategy: z.string().optional(),
    strategies: z.record(nameText, strategySchema).optional(),
    minimumConfidence: z.number().min(0).max(1).optional(),
    remedies: z.record(z.string(), remedySchema).optional(),
    recover: callable.optional(),
    retries: z.number().int().min(0).max(100).optional(),
    // A timer cannot count further.
    timeoutMs: z.number().positive().max(2_147_483_647).optional(),
    successFactors: z.array(nameText).optional(),
    signal: z.instanceof(AbortSignal).optional(),
    onProgress: callable.optional(),
  }),
);

/** Names of all options of an execution. */
export const optionNames: readonly string[] = Object.keys(optionsSchema.shape);

/** Whether a value is meant as work in parts or items, valid or not. */
export function looksLikeWork(value: object): boolean {
  return 'parts' in value || 'items' in value;
}

/** Refuses work that has none of the known forms. Valid work is not copied, because its functions may use `this`. */
export function checkWork(work: unknown): asserts work is Work {
  if (typeof work === 'function') return;
  if (typeof work !== 'object' || work === null || !looksLikeWork(work)) {
    throw invalid('work', 'must be a function, { parts } or { items, batch }');
  }
  if ('items' in work) {
    parseInput(itemsSchema, work, 'work');
    return;
  }
  const { parts } = parseInput(partsSchema, work, 'work');
  for (const [name, part] of Object.entries(parts)) checkPart(name, part);
}

function checkPart(name: string, part: unknown): void {
  const field = `parts.${name}`;
  const named = partName.safeParse(name);
  if (!named.success)
    throw invalid(field, named.error.issues[0]?.message ?? 'has a name that cannot be kept');
  if (typeof part === 'function') return;
  const { success, error } = partSchema.safeParse(part, { reportInput: true });
  if (!success) throw new EngramError('invalid_input', `Invalid work: ${problemOf(error, field)}.`);
}

function invalid(field: string, problem: string): EngramError {
  return new EngramError('invalid_input', `Invalid work: "${field}" ${problem}.`, {
    details: { fields: [field] },
  });
}

/** Refuses unknown or invalid options. */
export function checkOptions(options: unknown): asserts options is ExecuteOptions {
  parseInput(optionsSchema, options, 'options');
}
