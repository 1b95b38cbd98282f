import { EngramError } from '../../errors.ts';
import type { ItemsWork, PartContext, PartsWork, PlannedPart, Work, WorkRun } from '../../ports/strategy.ts';
import { hasIndependent, inOrder } from './graph.ts';
import { createLanes, type Lanes } from './lanes.ts';

/** What a part is told, and the endpoint it goes to. */
type AttemptContext = PartContext & { readonly endpoint: unknown };

/** A part with its work. */
export interface ExecutedPart extends PlannedPart {
  work(run: WorkRun, context: AttemptContext): unknown;
  check(result: unknown): boolean | Promise<boolean>;
}

/** Work, whatever its form, as parts in order. */
export interface PreparedWork {
  readonly form: 'function' | 'parts' | 'items';
  readonly parts: readonly ExecutedPart[];
  readonly independent: boolean;
  readonly atOnce: number;
  readonly lanes: Lanes;
  /** The result of the whole from those of the parts that are done. */
  assemble(results: Readonly<Record<string, unknown>>): unknown;
}

const usualBatchSize = 10;
const usuallyAtOnce = 4;
const noLimit = { ratePerSecond: Number.POSITIVE_INFINITY, burst: 1 };
const always = (): boolean => true;

/**
 * Work as parts in order. Parts none of which says `after` are a list, each after the one before, unless the caller
 * says that they may go at once.
 */
export function prepare(work: Work, listAtOnce: boolean): PreparedWork {
  if (typeof work === 'function') {
    return {
      form: 'function',
      parts: [{ name: 'work', after: [], checked: false, work, check: always }],
      independent: false,
      atOnce: 1,
      lanes: createLanes([undefined], noLimit),
      assemble: (results) => results['work'],
    };
  }
  return 'items' in work ? prepareItems(work) : prepareParts(work, listAtOnce);
}

function prepareParts(
  { parts: named, atOnce = usuallyAtOnce }: PartsWork,
  listAtOnce: boolean,
): PreparedWork {
  const names = Object.keys(named);
  const given = Object.values(named).map((part) => (typeof part === 'function' ? { work: part } : part));
  const isList = !listAtOnce && given.every(({ after }) => after === undefined);
  const parts = inOrder(
    given.map((part, index): ExecutedPart => {
      const { after = isList ? names.slice(Math.max(0, index - 1), index) : [] } = part;
      return {
        name: names[index] ?? '',
        after,
        checked: part.check !== undefined,
        work: (run, context) => part.work(run, context),
        check: (result) => part.check?.(result) ?? true,
      };
    }),
  );
  return {
    form: 'parts',
    parts,
    independent: hasIndependent(parts),
    atOnce,
    lanes: createLanes([undefined], noLimit),
    assemble: (results) =>
      Object.fromEntries(names.filter((name) => name in results).map((name) => [name, results[name]])),
  };
}

function prepareItems(work: ItemsWork): PreparedWork {
  const { items, batchSize = usualBatchSize, atOnce = usuallyAtOnce, endpoints = [undefined] } = work;
  const batches = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) => ({
    name: `batch ${index + 1}`,
    items: items.slice(index * batchSize, (index + 1) * batchSize),
  }));
  const parts = batches.map(
    (batch): ExecutedPart => ({
      name: batch.name,
      after: [],
      checked: false,
      check: always,
      async work(run, context) {
        const results = await work.batch(batch.items, run, context);
        if (!Array.isArray(results) || results.length !== batch.items.length)
          throw wrongCount(batch, results);
        return results;
      },
    }),
  );
  return {
    form: 'items',
    parts,
    independent: batches.length > 1,
    atOnce,
    lanes: createLanes(endpoints, {
      ratePerSecond: work.ratePerSecond ?? noLimit.ratePerSecond,
      burst: work.burst ?? noLimit.burst,
    }),
    assemble: (results) =>
      batches.flatMap((batch) => results[batch.name] ?? batch.items.map(() => undefined)),
  };
}

function wrongCount(batch: { name: string; items: readonly unknown[] }, results: unknown): EngramError {
  const found = Array.isArray(results) ? `${results.length} results` : 'no list of results';
  return new EngramError(
    'invalid_input',
    `The function "batch" answered ${found} for the ${batch.items.length} items of ${batch.name}. It must answer one for each, in the same order.`,
    { details: { fields: ['batch'] } },
  );
}
