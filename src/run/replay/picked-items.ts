import type { Json } from '../../json/json.ts';
import { structured, valuesAt } from '../../json/path.ts';
import type { Binding, PlanStep } from '../../records/plan.ts';
import type { Leniency, Observed, Recorded } from '../../templates/observation/compare.ts';
import { findOtherOrder, findUnseenRound } from '../../templates/observation/rounds.ts';
import type { Difference } from '../../templates/observation/same-answer.ts';
import { sourcesOf } from '../../templates/plan/binding-sources.ts';
import { isItemOfRound } from '../../templates/plan/loop.ts';
import { selectItem } from '../../templates/plan/resolve.ts';

type SeenAnswer = Observed & Pick<Recorded, 'facts'>;
type ItemBinding = Extract<Binding, { from: 'item' }>;

/** The items that calls take from the answer of an earlier call by a rule; in a loop over all items there is no rule. */
export function picksFrom(plan: readonly PlanStep[], index: number): ItemBinding[] {
  const picked = plan
    .flatMap((step) => sourcesOf(step.arguments))
    .filter((source): source is ItemBinding => source.from === 'item' && source.step === index)
    .filter((source) => !isItemOfRound(source) && !isTheOnlyOne(source));
  const keys = picked.map(({ path, selectors }) => JSON.stringify([path, selectors]));
  return picked.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** The only item of a list is no choice: it is compared as part of the list. */
const isTheOnlyOne = ({ selectors }: ItemBinding): boolean =>
  selectors.every(({ take, where }) => take === 'only' && where.length === 0);

/**
 * Compares the items that calls take with those that the runs took. An agent may take the first item because of what it shows,
 * and may stop at the first one that shows something else: so what is taken by its place also needs the order of a run.
 */
export function findUnlikePick(
  picks: readonly ItemBinding[],
  index: number,
  recorded: readonly SeenAnswer[],
  now: SeenAnswer,
  leniency: Leniency,
): Difference | undefined {
  for (const pick of picks) {
    const inList = (difference: Difference | undefined): Difference | undefined =>
      difference && { ...difference, path: pick.path + difference.path.slice(1) };
    const ofItems = { ...leniency, free: freeInItems(leniency.free, pick.path), used: new Set<string>() };
    const isCounted = leniency.counted.has(pick.path);
    const places = recorded.map((one) => placeTaken(pick, index, one));
    const place = placeTaken(pick, index, now);
    // A missing item is reported by the call that takes it.
    if (place === -1 || places.includes(-1)) continue;
    // Items that were taken one by one may fit a rule, such as the cheapest, only by chance: then the position decides.
    if (isCounted && new Set(places).size === 1 && !places.includes(place))
      return { path: pick.path, expected: `item ${(places[0] ?? 0) + 1}`, found: `item ${place + 1}` };
    const taken = recorded.flatMap((one, run) => itemsOf(pick, one)[places[run] ?? 0] ?? []);
    const takenNow = itemsOf(pick, now).slice(place, place + 1);
    const unlike = findUnseenRound([{ recorded: [taken], now: takenNow, leniency: ofItems }]);
    if (unlike !== undefined) return inList(unlike);
    if (!pick.selectors.some(({ take }) => take === 'first' || take === 'last')) continue;
    const order = findOtherOrder({
      recorded: recorded.map((one) => itemsOf(pick, one)),
      now: itemsOf(pick, now),
      leniency: ofItems,
      isCounted,
    });
    if (order !== undefined) return inList(order);
  }
  return undefined;
}

/** Caches the items of each recorded answer by their path, so that their traits are computed once. */
const knownItems = new WeakMap<object, Map<string, readonly SeenAnswer[]>>();

/** The items of a list, as answers of their own. */
function itemsOf({ path }: ItemBinding, { facts, ...seen }: SeenAnswer): readonly SeenAnswer[] {
  const known = facts && knownItems.get(facts)?.get(path);
  if (known !== undefined) return known;
  const items = valuesAt(structured(seen.result), path).map((result) => ({
    ...seen,
    result,
    ...(facts && { facts: {} }),
  }));
  if (facts !== undefined) knownItems.set(facts, new Map([...(knownItems.get(facts) ?? []), [path, items]]));
  return items;
}

/** Index of the item that is taken; -1 when it cannot be determined. */
function placeTaken(pick: ItemBinding, index: number, seen: SeenAnswer): number {
  const results: Json[] = [...seen.earlier];
  results[index] = seen.result;
  const items = itemsOf(pick, seen).map(({ result }) => result);
  const [selector] = pick.selectors;
  const sources = { parameters: seen.parameters, results, now: seen.at };
  const chosen = selector === undefined ? undefined : selectItem(items, selector, sources);
  return chosen === undefined ? -1 : items.indexOf(chosen);
}

/** Places that a person freed, as places of an item. */
function freeInItems(free: ReadonlySet<string>, items: string): ReadonlySet<string> {
  return new Set(
    [...free].flatMap((place) => (place.startsWith(items) ? [`$${place.slice(items.length)}`] : [])),
  );
}
