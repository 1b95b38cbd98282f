import { type Json, sameJson } from '../../model/json.ts';
import { formatPath, leavesOf, valuesAt } from '../../model/path.ts';
import type { Binding, Selector } from '../../model/plan.ts';
import { selectItem } from '../../model/resolve.ts';
import type { Leaf } from './recorded-call.ts';
import { isDistinctive, letters, tokenPlaces } from './telling.ts';
import { type Origins, sameValue, type Wanted } from './wanted.ts';

/** More ways to find an item are not needed: all of them must find the same one. */
const mostSelectors = 3;

/** What one run had to choose from, and what it chose. */
interface Choice {
  readonly items: readonly Json[];
  readonly chosen: Json;
  readonly origins: Origins;
}

/** A way to find an item, and how the values it goes by are had in a replay. */
interface Candidate {
  readonly selector: () => Selector;
  /** The same for the run at hand, with the values that run had. */
  inRun(choice: Choice): Selector | undefined;
}

/**
 * How an item was picked, when two runs or more picked different ones: by a member that the task or an input named, by one
 * that was always the same, or as the least, greatest, first or last. Undefined when no such rule holds in all of them.
 */
export function bindSelected(
  wanted: Wanted,
  { step, leaf }: { readonly step: number; readonly leaf: Leaf },
): Binding | undefined {
  const path = formatPath(leaf.general.slice(0, leaf.itemDepth));
  const value = formatPath(leaf.path.slice(leaf.itemDepth));
  const runs = [{ value: wanted.value, origins: wanted.origins }, ...wanted.again];
  const choices = runs.map((run) => choiceOf(run, step, path, value));
  if (!choices.every((choice) => choice !== undefined)) return undefined;
  const [first] = choices;
  // Where there was nothing to choose from, every rule seems to hold.
  if (first === undefined || choices.some(({ items }) => items.length < 2)) return undefined;
  for (const candidates of candidatesFor(first, value, wanted, choices)) {
    const holding = candidates.filter((candidate) => choices.every((choice) => explains(candidate, choice)));
    if (holding.length === 0) continue;
    const selectors = holding.slice(0, mostSelectors).map((candidate) => candidate.selector());
    return { from: 'item', step, path, value, selectors };
  }
  return undefined;
}

function explains(candidate: Candidate, choice: Choice): boolean {
  const selector = candidate.inRun(choice);
  const found = selector && selectItem(choice.items, selector, {}, []);
  return found !== undefined && sameJson(found, choice.chosen);
}

function choiceOf(
  { value, origins }: { readonly value: Json; readonly origins: Origins },
  step: number,
  path: string,
  inside: string,
): Choice | undefined {
  const items = valuesAt(origins.earlier[step]?.value ?? null, path);
  const [chosen, ...more] = items.filter((item) =>
    valuesAt(item, inside).some((there) => sameValue(there, value)),
  );
  return chosen === undefined || more.length > 0 ? undefined : { items, chosen, origins };
}

/**
 * Kinds of rules, the most telling first: what people name, what merely was so, its place in the list. When one of a kind
 * holds, those of lesser kinds that hold too do so by accident.
 */
function candidatesFor(
  first: Choice,
  inside: string,
  wanted: Wanted,
  choices: readonly Choice[],
): Candidate[][] {
  const members = leavesOf(first.chosen)
    .filter(({ path }) => path.every((part) => typeof part === 'string'))
    .map(({ path, value }) => ({ path: formatPath(path), name: String(path.at(-1)), value }))
    .filter(({ path }) => path !== inside);
  const scalars = members.filter(({ value }) => typeof value === 'string' || typeof value === 'number');
  const states = members.filter(({ value }) => typeof value === 'boolean');
  const byNamed = scalars.flatMap((member) => [
    ...byInput(member, wanted),
    ...byTask(member, wanted, choices),
  ]);
  const byConstant = scalars
    .filter(({ value }) => isDistinctive(value))
    .map(({ path, value }) =>
      fixed({ where: [{ path, equals: { from: 'constant', value } }], take: 'only' }),
    );
  const amounts = scalars.filter(({ value }) => typeof value === 'number');
  const byAmount = amounts.flatMap(({ path }) =>
    (['least', 'greatest'] as const).flatMap((take) => [
      fixed({ where: [], take, by: path }),
      ...states.map((state) =>
        fixed({
          where: [{ path: state.path, equals: { from: 'constant', value: state.value } }],
          take,
          by: path,
        }),
      ),
    ]),
  );
  const byState = states.map(({ path, value }) =>
    fixed({ where: [{ path, equals: { from: 'constant', value } }], take: 'only' }),
  );
  const byPlace = [fixed({ where: [], take: 'first' }), fixed({ where: [], take: 'last' })];
  return [byNamed, [...byConstant, ...byAmount, ...byState], byPlace];
}

function fixed(selector: Selector): Candidate {
  return { selector: () => selector, inRun: () => selector };
}

interface Member {
  readonly path: string;
  readonly name: string;
  readonly value: Json;
}

function byInput({ path, value }: Member, { origins, parameters }: Wanted): Candidate[] {
  return Object.entries(origins.inputs)
    .filter(([, given]) => sameValue(given, value))
    .map(([name, example]) => ({
      selector: () => ({
        where: [
          { path, equals: { from: 'parameter', name: parameters.add({ name, source: 'input', example }) } },
        ],
        take: 'only',
      }),
      inRun: (choice) => only(path, choice.origins.inputs[name]),
    }));
}

/** By what the task calls it: the member that each run's task names. */
function byTask(
  { path, name, value }: Member,
  { origins, parameters, key }: Wanted,
  choices: readonly Choice[],
): Candidate[] {
  if (typeof value !== 'string' || !isNamed(value, origins)) return [];
  const own = letters(name) === '' ? key : name;
  return [
    {
      selector: () => ({
        where: [
          {
            path,
            equals: {
              from: 'parameter',
              name: parameters.add({
                name: own,
                source: 'task',
                example: value,
                again: choices.slice(1).map(({ chosen }) => valuesAt(chosen, path)[0] ?? null),
              }),
            },
          },
        ],
        take: 'only',
      }),
      inRun: ({ chosen, origins: theirs }) => {
        const [called] = valuesAt(chosen, path);
        return typeof called === 'string' && isNamed(called, theirs) ? only(path, called) : undefined;
      },
    },
  ];
}

function only(path: string, value: Json | undefined): Selector | undefined {
  return value === undefined
    ? undefined
    : { where: [{ path, equals: { from: 'constant', value } }], take: 'only' };
}

function isNamed(value: string, { taskText }: Origins): boolean {
  return value.trim().length >= 2 && tokenPlaces(taskText.toLowerCase(), value.toLowerCase()).length > 0;
}
