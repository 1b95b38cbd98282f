import { formatPath } from '../../model/path.ts';
import type { Binding } from '../../model/plan.ts';
import { termsOf } from '../../model/terms.ts';
import { countsFor } from './bind-count.ts';
import { isDistinctive, isIdentifier, tokenPlaces } from './telling.ts';
import type { Origins, Wanted } from './wanted.ts';

/** What texts are cut at. */
const separators = [', ', ' ', ',', '/', '@', ':', '#', '_', '-', '.'];
/** Longer texts are documents, and not made of parts. */
const longestText = 2_000;

/** A source of texts and numbers: an input, or a fixed place of an earlier result. */
interface Source {
  readonly value: string | number;
  readonly binding: () => Binding;
  /** Whether it is looked for although it is short. */
  readonly isCount?: boolean;
}

function sourcesFor({ origins, parameters }: Wanted): Source[] {
  const inputs = Object.entries(origins.inputs).flatMap(([name, given]) =>
    typeof given === 'string' || typeof given === 'number'
      ? [
          {
            value: given,
            binding: (): Binding => ({
              from: 'parameter',
              name: parameters.add({ name, source: 'input', example: given }),
            }),
          },
        ]
      : [],
  );
  return [...inputs, ...fixedTexts(origins)];
}

/** The latest results first. */
function fixedTexts({ earlier }: Origins): Source[] {
  return earlier
    .flatMap(({ leaves }, step) =>
      leaves.flatMap(({ itemDepth, path, value }) =>
        itemDepth === 0 && (typeof value === 'string' || typeof value === 'number') && isDistinctive(value)
          ? [
              {
                value,
                binding: (): Binding => ({ from: 'result', step, path: formatPath(path) }),
              },
            ]
          : [],
      ),
    )
    .reverse();
}

/** The same value written otherwise: a number as text or the other way round, in other letters, or a piece of a text. */
export function bindRewritten(wanted: Wanted): Binding | undefined {
  const { value } = wanted;
  if (typeof value === 'number') {
    if (!isDistinctive(value)) return undefined;
    const text = sourcesFor(wanted).find(
      (source) =>
        typeof source.value === 'string' && source.value.trim() !== '' && Number(source.value) === value,
    );
    return text && { from: 'number', of: text.binding() };
  }
  if (typeof value !== 'string' || !isDistinctive(value) || value.length > longestText) return undefined;
  const sources = sourcesFor(wanted);
  const number = sources.find((source) => typeof source.value === 'number' && String(source.value) === value);
  if (number !== undefined) return { from: 'text', parts: [number.binding()] };
  return otherCase(value, sources) ?? pieceOf(value, sources);
}

function otherCase(value: string, sources: readonly Source[]): Binding | undefined {
  const to = value === value.toLowerCase() ? 'lower' : value === value.toUpperCase() ? 'upper' : undefined;
  if (to === undefined) return undefined;
  const source = sources.find(
    (candidate) =>
      typeof candidate.value === 'string' &&
      (to === 'lower' ? candidate.value.toLowerCase() : candidate.value.toUpperCase()) === value,
  );
  return source && { from: 'case', of: source.binding(), to };
}

function pieceOf(value: string, sources: readonly Source[]): Binding | undefined {
  for (const source of sources) {
    if (typeof source.value !== 'string' || source.value.length > longestText) continue;
    if (!source.value.includes(value)) continue;
    for (const separator of separators) {
      const pieces = source.value.split(separator);
      const index = pieces.indexOf(value);
      // Twice in one text: no telling which was meant.
      if (index === -1 || pieces.length === 1 || pieces.lastIndexOf(value) !== index) continue;
      return { from: 'piece', of: source.binding(), separator, index, pieces: pieces.length };
    }
  }
  return undefined;
}

/** A text around inputs, results and counts: `/orders/42/refund` follows order 42 to the next order. */
export function bindParts(wanted: Wanted): Binding | undefined {
  const { value } = wanted;
  if (typeof value !== 'string' || value.length > longestText) return undefined;
  const inputs = Object.keys(wanted.origins.inputs).length;
  const sources = sourcesFor(wanted).filter(
    (source, index) => index < inputs || isIdentifier(String(source.value)),
  );
  // "Flat 3" has nothing to do with a list of three tickets; "3 tickets" has.
  const said = new Set(termsOf(value));
  const counts = countsFor(wanted)
    .filter(({ names }) => names.some((name) => said.has(name)))
    .map((count) => ({ ...count, isCount: true }));
  const parts = partsOf(value, [...sources, ...counts]);
  return parts.length > 1 ? { from: 'text', parts } : undefined;
}

function partsOf(text: string, sources: readonly Source[]): Binding[] {
  if (text === '') return [];
  for (const [index, source] of sources.entries()) {
    const token = String(source.value);
    const [at] = token.length < 2 && source.isCount !== true ? [] : tokenPlaces(text, token);
    if (at === undefined) continue;
    const left = sources.slice(index);
    return [
      ...partsOf(text.slice(0, at), left),
      source.binding(),
      ...partsOf(text.slice(at + token.length), left),
    ];
  }
  return [{ from: 'constant', value: text }];
}
