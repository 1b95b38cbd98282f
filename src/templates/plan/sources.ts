import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { anyKey, formatPath, leavesOf, type PathPart } from '../../json/path.ts';
import type { Binding } from '../../records/plan.ts';
import type { PlanCandidate } from './candidate.ts';
import type { Leaf, RecordedCall } from './recorded-call.ts';

/** A value that a run knew, and how it is had again. */
export interface KnownSource extends PlanCandidate {
  readonly value: string | number;
  /** The name it goes by. */
  readonly key: string;
}

/** What a run knew when it made a call. */
export interface ValuesKnown {
  /** Everything that has exactly this value. */
  equal(value: Json): readonly KnownSource[];
  /** What texts may be made of: the inputs, and the latest answers. */
  readonly sources: readonly KnownSource[];
  /** Whole texts of several lines that were answered. */
  readonly texts: ReadonlyArray<{ readonly text: string; readonly binding: Binding; readonly bits: number }>;
  /** The numbers of items of earlier lists. */
  readonly counts: readonly KnownSource[];
}

/** What a run comes to know, call by call. */
export interface RunKnowledge {
  /** Takes in what the next call answered. */
  learn(call: RecordedCall): void;
  /** What is known so far, with these parameters. */
  known(parameters: JsonObject): ValuesKnown;
}

/** Values that are looked for inside texts; of more answers, the latest. */
const maxRecent = 5_000;

/** All values at places that are there again tomorrow: inputs, fields of answers, the only item of a list. */
export function createKnowledge(): RunKnowledge {
  const byValue = new Map<Json, Array<Omit<KnownSource, 'bits'>>>();
  const all: Array<Omit<KnownSource, 'bits'>> = [];
  const lists: Array<{ readonly path: PathPart[]; readonly length: number; readonly step: number }> = [];
  const counted = { string: 0, number: 0 };
  let step = 0;
  const rated = (source: Omit<KnownSource, 'bits'>): KnownSource => ({
    ...source,
    bits: 3 + Math.log2(Math.max(1, counted[typeof source.value as 'string' | 'number'])),
  });
  return {
    learn({ leaves, value: root }) {
      for (const leaf of leaves) {
        if (typeof leaf.value !== 'string' && typeof leaf.value !== 'number') continue;
        const binding = bindingOf(leaf, step, root);
        if (binding === undefined) continue;
        const source = { value: leaf.value, binding, key: nameOf(leaf.path) };
        all.push(source);
        counted[typeof leaf.value as 'string' | 'number'] += 1;
        const equal = byValue.get(leaf.value);
        if (equal === undefined) byValue.set(leaf.value, [source]);
        else equal.push(source);
      }
      for (const list of listsIn(root, [])) lists.push({ ...list, step });
      step += 1;
    },
    known(parameters) {
      const inputs = inputSources(parameters);
      const recent = all.slice(-maxRecent).map(rated);
      return {
        equal: (value) => [
          ...inputs.filter((source) => source.value === value),
          ...(byValue.get(value) ?? []).map(rated),
        ],
        sources: [...inputs, ...recent],
        texts: recent.flatMap(({ value, binding, bits }) =>
          typeof value === 'string' && value.includes('\n') ? [{ text: value, binding, bits }] : [],
        ),
        counts: lists.map(({ path, length, step: at }) => ({
          value: length,
          key: nameOf(path),
          binding: { from: 'result', step: at, path: formatPath([...path, 'length']) },
          bits: 4 + Math.log2(lists.length),
        })),
      };
    },
  };
}

function inputSources(parameters: JsonObject): KnownSource[] {
  const leaves = leavesOf(parameters).flatMap(({ path, value }) =>
    typeof value === 'string' || typeof value === 'number' ? [{ path, value }] : [],
  );
  return leaves.map(({ path, value }) => {
    const [name = '', ...inside] = path;
    const parameter: Binding = { from: 'parameter', name: String(name) };
    return {
      value,
      key: nameOf(path),
      binding: inside.length === 0 ? parameter : { from: 'member', of: parameter, path: formatPath(inside) },
      bits: 1 + Math.log2(leaves.length),
    };
  });
}

/** The last name on the way to a value. */
export function nameOf(path: readonly PathPart[]): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '');
}

/** A place outside of collections, or in one that had a single item: then it is the only one. */
function bindingOf(leaf: Leaf, step: number, root: Json): Binding | undefined {
  const { general, itemDepth } = leaf;
  if (itemDepth === 0) return { from: 'result', step, path: formatPath(leaf.path) };
  const at = general.findIndex(isCollection);
  if (at === -1 || general.findLastIndex(isCollection) !== at || sizeAt(root, general, at) !== 1)
    return undefined;
  // The key of a map is no member of the item.
  const isKey = general[at] === anyKey;
  const path = formatPath(isKey ? general : general.slice(0, at + 1));
  const value = isKey ? '$' : formatPath(leaf.path.slice(at + 1));
  return { from: 'item', step, path, value, selectors: [{ where: [], take: 'only' }] };
}

const isCollection = (part: PathPart): boolean => typeof part === 'symbol';

/** How many items there are where so many parts of a path lead. */
function sizeAt(root: Json, path: readonly PathPart[], depth: number): number {
  let value: Json = root;
  for (let index = 0; index < depth; index += 1) {
    const part = path[index];
    if (value === null || typeof value !== 'object') return 0;
    value = (Array.isArray(value) ? value[part as number] : value[part as string]) ?? null;
  }
  // Every leaf of a list asks how long it is: its keys are not listed for that.
  if (Array.isArray(value)) return value.length;
  return value !== null && typeof value === 'object' ? Object.keys(value).length : 0;
}

/** The lists that are not in lists themselves. */
export function listsIn(value: Json, path: PathPart[]): Array<{ path: PathPart[]; length: number }> {
  if (Array.isArray(value)) return [{ path, length: value.length }];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => listsIn(member, [...path, name]));
}

/** How much less has to be said when the argument is named like the value: `order_id` like `$.order.id`. */
export function likeness(key: string, name: string): number {
  const [left, right] = [letters(key), letters(name)];
  if (left === '' || right === '') return 0;
  if (left === right) return 4;
  const [short = '', long = ''] = [left, right].toSorted((one, other) => one.length - other.length);
  return short.length >= 2 && (long.startsWith(short) || long.endsWith(short)) ? 2 : 0;
}

/** Letters and digits alone: `order_id` and `orderId` are one name. */
export function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
