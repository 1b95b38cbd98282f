import { EngramError } from '../../errors.ts';
import type { Work } from '../../ports/strategy.ts';
import type { ExecuteOptions } from './contract.ts';
import { checkOptions, checkWork, looksLikeWork, optionNames } from './read-work.ts';

/**
 * The work that a module exports, for `engram execute --module`: its default export is the work, or `{ work, … }` with
 * options beside it; or it exports `work`, and options by their names.
 *
 * @example
 * const { work, options } = readWorkModule(await import(path));
 */
export function readWorkModule(exported: Readonly<Record<string, unknown>>): {
  readonly work: Work;
  readonly options: ExecuteOptions;
} {
  const { work, ...options } = 'default' in exported ? fromDefault(exported['default']) : fromNames(exported);
  if (work === undefined) {
    throw new EngramError(
      'invalid_input',
      'The module exports no work. Export it as default: a function, { parts }, { items, batch }, or { work, …options }.',
      { details: { fields: ['module'] } },
    );
  }
  checkWork(work);
  checkOptions(options);
  return { work, options };
}

function fromDefault(exported: unknown): Record<string, unknown> {
  const isBundle = typeof exported === 'object' && exported !== null && !looksLikeWork(exported);
  return isBundle ? { ...exported } : { work: exported };
}

/** A module may export other things for others. */
function fromNames(exported: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    ['work', ...optionNames].filter((name) => name in exported).map((name) => [name, exported[name]]),
  );
}
