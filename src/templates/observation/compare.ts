import { canonicalJson, type Json } from '../../json/json.ts';
import { readResult, structured } from '../../json/path.ts';
import { isIdentityName } from '../plan/coincidence.ts';
import { type KnownValues, type Labels, labelsOf } from './labels.ts';
import { isDataWord, isNewWord } from './mask.ts';
import { isSameReading, nowMs } from './readings.ts';
import { type Difference, findChangedLeaf } from './same-answer.ts';
import { traitPlace } from './trait-place.ts';
import { isBeyond, isState, type Lens, maxLeaves, type Traits, traitsOf } from './traits.ts';
import { volatilePlaces } from './volatile-places.ts';

/** A call with its answer, and what its run knew when it was made. */
export interface Observed extends KnownValues {
  readonly result: Json;
  /** When it was made. */
  readonly at: number;
}

/** A recorded call, with what its comparison to the same call of another run depends on. */
export interface Recorded extends Observed {
  /** Whether the replay repeats unexplained values of this run: then everything must be as this run saw it. */
  readonly isRepeated: boolean;
  /** Whether the other run has made every change before this call as this run did. */
  readonly hasSameHistory: boolean;
  /** Whether the other run had the same parameters and, up to this call, the same answers. */
  readonly isAlikeSoFar: boolean;
  /** Cache key of this call in this plan. It may be set only when the call is always compared with the same leniency. */
  readonly facts?: object;
}

/** Which differences in an answer are allowed, besides those that the recorded runs have shown to be harmless. */
export interface Leniency {
  /** Whether the call is known to change something: then it answers new ids. */
  readonly isWrite: boolean;
  /** Whether it may change something: then values that later calls take from its answer may be new. */
  readonly mayWrite: boolean;
  /** Places that may hold anything, because a person said so. */
  readonly free: ReadonlySet<string>;
  /** Lists of which several items were used: their length is compared. */
  readonly counted: ReadonlySet<string>;
  /** Whether used values may name another thing than the recorded one: not if other values may belong to that one. */
  readonly mayFollow: boolean;
  /** Places that later calls take values from. */
  readonly used: ReadonlySet<string>;
}

/** This many values without a repeat are data and not states: of 12 states, one would repeat in 19 of 20 such samples. */
const openVocabulary = 8;

/**
 * The first thing in an answer that may lead an agent to another decision than in the recorded runs. The same question must
 * have the same answer; the answer to another question may differ in data, but not in a possible state.
 */
export function findDifference(
  recorded: readonly Recorded[],
  now: Observed,
  leniency: Leniency,
): Difference | undefined {
  // An agent that knew the same, asked the same and saw the same decides the same.
  if (
    recorded.some((run) => run.isAlikeSoFar && isSameQuestion(run, now) && isSameText(run.result, now.result))
  )
    return undefined;
  const facts = recorded.map((run) => ({ run, ...factsOf(run, leniency) }));
  const seen = facts.map(({ traits }) => traits);
  const nowLens = lensOf(now, leniency);
  const { value: answer, cut } = readResult(now.result);
  const shown = traitsOf(answer, nowLens);
  // What is not compared may be anything.
  if ([...seen, shown].some(isBeyond))
    return { path: '$', expected: `at most ${maxLeaves} values`, found: 'more: not all can be compared' };
  const asked = facts.filter(({ run }) => isSameQuestion(run, now));
  const isCut = cut || recorded.some((run) => readResult(run.result).cut);
  if (isCut && !asked.some(({ run }) => isSameText(run.result, now.result)))
    return { path: '$', expected: 'all of the answer', found: 'a text that ends within a value' };
  if (asked.length === 0 || leniency.isWrite)
    return (
      firstDifference(seen, shown, (path) => (isFree(path, seen, leniency) ? isNothing : isAnything)) ??
      unseenCombination(seen, shown, (path) => isFree(path, seen, leniency)) ??
      unseenMixture(seen, shown, (path) => isFree(path, seen, leniency))
    );
  const answers = asked.map((one) => ({ answer: one.answer, at: one.run.at }));
  const volatile = volatilePlaces(answers, { answer, at: now.at });
  const mayBeNew = (path: string): boolean => leniency.mayWrite && leniency.used.has(path);
  const changes = asked.map(({ run, answer: before, labels }) =>
    findChangedLeaf(before, answer, {
      mayDiffer: (path) => isFreed(path, leniency) || mayBeNew(path),
      isVolatile: volatile.mayHold,
      isSameName: (one, other) => {
        const name = labels.nameOf(one);
        return name !== undefined && name === nowLens.labels.nameOf(other);
      },
      isFollowed: (path) => leniency.mayFollow && leniency.used.has(path),
      isNow: (one, other) => isNear(one, run.at) && isNear(other, now.at),
      mayRead: (slot, one, other) =>
        isSameReading({ reading: one, at: run.at }, { reading: other, at: now.at }) || volatile.mayRead(slot),
    }),
  );
  if (!changes.includes(undefined)) return changes[0];
  // The answer is the same as a recorded one, but may say something else about a parameter with another value.
  return firstDifference(seen, shown, (path) => {
    if (isFree(path, seen, leniency)) return isNothing;
    // At a volatile place only recorded states are known to lead to the same work. Traits about a parameter concern other
    // items and numbers when its value is new, although the answer is the same.
    const isAboutInput = /\[with parameter | against parameter /.test(path) && !mayBeNew(placeOf(path));
    const isOther = volatile.has(placeOf(path)) || isAboutInput;
    return isOther ? isAnything : isNamed;
  });
}

const isSameText = (left: Json, right: Json): boolean => JSON.stringify(left) === JSON.stringify(right);

/** What is derived from a recorded answer alone, whatever it is compared with. */
interface AnswerFacts {
  readonly answer: Json;
  readonly labels: Labels;
  readonly traits: Traits;
}

const keptFacts = new WeakMap<object, AnswerFacts>();

/** The traits of an observation, cached when it has `facts`. */
export const traitsSeen = (seen: Observed & Pick<Recorded, 'facts'>, leniency: Leniency): Traits =>
  factsOf(seen, leniency).traits;

function factsOf(run: Observed & Pick<Recorded, 'facts'>, leniency: Leniency): AnswerFacts {
  const known = run.facts === undefined ? undefined : keptFacts.get(run.facts);
  if (known !== undefined) return known;
  const answer = structured(run.result);
  const lens = lensOf(run, leniency);
  const facts = { answer, labels: lens.labels, traits: traitsOf(answer, lens) };
  if (run.facts !== undefined) keptFacts.set(run.facts, facts);
  return facts;
}

/** Which values of a place are compared. */
type Compared = (value: string) => boolean;
const isAnything: Compared = () => true;
const isNothing: Compared = () => false;
const isNamed: Compared = (value) => value.includes('⟨');

function isSameQuestion(run: Recorded, now: Observed): boolean {
  return (
    run.isRepeated ||
    ((run.hasSameHistory || isSameWork(run, now)) &&
      canonicalJson(run.arguments) === canonicalJson(now.arguments))
  );
}

/** With the same parameters, the changes made so far differ only in the new ids that they answered. */
const isSameWork = (run: Recorded, now: Observed): boolean =>
  Object.keys(now.parameters).length > 0 && canonicalJson(run.parameters) === canonicalJson(now.parameters);

const isNear = (moment: number, at: number): boolean => Math.abs(moment - at) <= nowMs;

function lensOf(run: Observed, { isWrite, mayWrite, counted, used }: Leniency): Lens {
  return {
    counted,
    used,
    labels: labelsOf(run),
    isData: isWrite ? isNewWord : isDataWord,
    at: run.at,
    comparesNumbers: !isWrite,
    isNewName: (path) => (isWrite || (mayWrite && used.has(path))) && isIdentityName(path),
  };
}

/** Each place must show every value that all runs showed there, and no value that none did. */
function firstDifference(
  seen: readonly Traits[],
  shown: Traits,
  comparedAt: (path: string) => Compared,
): Difference | undefined {
  const paths = new Set([...seen.flatMap((traits) => [...traits.keys()]), ...shown.keys()]);
  for (const path of paths) {
    const isCompared = comparedAt(path);
    const runs = seen.map((traits) => only(traits.get(path), isCompared));
    const values = only(shown.get(path), isCompared);
    const always = [...(runs[0] ?? [])].filter((value) => runs.every((run) => run?.has(value) === true));
    const lost = always.find((value) => values?.has(value) !== true);
    const isNew = (value: string): boolean => !runs.some((run) => run?.has(value) === true);
    const added = [...(values ?? [])].find(isNew);
    // Even where the runs saw different values, all of them saw one.
    const isGone = values === undefined && runs.length > 0 && !runs.includes(undefined);
    if (lost === undefined && added === undefined && !isGone) continue;
    // A place that some run lacked may be missing.
    if (values === undefined && runs.includes(undefined)) continue;
    return {
      path,
      expected: runs.every((run) => run === undefined)
        ? 'nothing'
        : list(runs.flatMap((run) => [...(run ?? [])])),
      found: values === undefined ? 'nothing' : list([...values]),
    };
  }
  return undefined;
}

/**
 * A combination of states that no run saw, although some run saw each of them. An agent that acts when A or B holds has acted
 * in a run with A and in one with B, and would not act when neither holds.
 */
function unseenCombination(
  seen: readonly Traits[],
  shown: Traits,
  isIrrelevant: (path: string) => boolean,
): Difference | undefined {
  const stateAt = (traits: Traits, path: string): string | undefined => {
    const [value, ...more] = traits.get(path) ?? [];
    return value !== undefined && more.length === 0 && isState(value) ? value : undefined;
  };
  const varied = [...shown.keys()].filter((path) => {
    const states = [...seen, shown].map((traits) => stateAt(traits, path));
    return !states.includes(undefined) && new Set(states).size > 1 && !isIrrelevant(path);
  });
  const isAsIn = (run: Traits): boolean =>
    varied.every((path) => stateAt(run, path) === stateAt(shown, path));
  const [path] = varied;
  if (path === undefined || seen.some(isAsIn)) return undefined;
  const together = (traits: Traits): string => varied.map((one) => stateAt(traits, one)).join(' with ');
  return { path, expected: list(seen.map(together)), found: together(shown) };
}

/**
 * A mixture of list items that no run saw, although some run saw each item's values. An agent that acts on every item in a
 * certain state would act on another number of them.
 */
function unseenMixture(
  seen: readonly Traits[],
  shown: Traits,
  isIrrelevant: (path: string) => boolean,
): Difference | undefined {
  const paths = new Set([...seen, shown].flatMap((traits) => [...traits.keys()]));
  for (const path of paths) {
    const { isInItems, about } = traitPlace(path);
    if (!isInItems || / count of /.test(about) || isIrrelevant(path)) continue;
    const mixtures = seen.map((run) => mixtureAt(path, run));
    const mixture = mixtureAt(path, shown);
    if (mixtures.includes(mixture)) continue;
    return { path, expected: list(mixtures), found: mixture };
  }
  return undefined;
}

/** The values that the items have at a place, how many items have each, and the number of items. */
function mixtureAt(path: string, traits: Traits): string {
  const { place } = traitPlace(path);
  const [items = 'no'] = traits.get(`${place.slice(0, place.lastIndexOf('[*]'))}[*] count`) ?? [];
  const values = [...(traits.get(path) ?? [])].map((value) => {
    const [count = ''] = traits.get(`${path} count of ${value}`) ?? [];
    return `${count} ${value}`.trim();
  });
  return `${values.length === 0 ? 'nothing' : values.sort().join(' with ')} in ${items}`;
}

function only(
  values: ReadonlySet<string> | undefined,
  isCompared: Compared,
): ReadonlySet<string> | undefined {
  if (values === undefined || isCompared === isAnything) return values;
  const left = [...values].filter(isCompared);
  return left.length === 0 ? undefined : new Set(left);
}

const list = (values: readonly string[]): string => {
  const distinct = [...new Set(values)];
  const told = distinct.slice(0, 5);
  return distinct.length > told.length ? `${told.join(', ')} …` : told.join(', ');
};

/** Whether a person freed this place or one that contains it. */
function isFreed(place: string, { free }: Leniency): boolean {
  return [...free].some((freed) => {
    const whole = freed.replace(/\[\*\]$/, '');
    return place === whole || place.startsWith(`${whole}.`) || place.startsWith(`${whole}[`);
  });
}

/** The place that a trait is about: `$.rows[*] count` is about `$.rows[*]`. */
export const placeOf = (path: string): string => traitPlace(path).place;

/**
 * Whether the value at a place is known not to affect decisions: a person freed the place, or it held another value in every
 * run. Not for a whole answer or a line of text: those say more than one thing.
 */
export function isFree(path: string, seen: readonly Traits[], leniency: Leniency): boolean {
  if (leniency.free.size === 0 && seen.length < 2) return false;
  const { place, isInItems, about } = traitPlace(path);
  if (isFreed(place, leniency)) return true;
  // However many words the items held, an agent may decide by whether a certain one is among them.
  if (place === '$' || / lines?$/.test(about) || isInItems) return false;
  const runs = seen.map((traits) => traits.get(path));
  if (runs.length < 2 || runs.some((run) => run === undefined)) return false;
  const all = runs.flatMap((run) => [...(run ?? [])]);
  const distinct = new Set(all);
  if (distinct.size < all.length || all.some((value) => !value.startsWith('"'))) return false;
  return distinct.size >= openVocabulary;
}
