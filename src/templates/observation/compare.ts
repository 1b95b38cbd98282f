import { canonicalJson, type Json } from '../../json/json.ts';
import { structured } from '../../json/path.ts';
import { type KnownValues, type Labels, labelsOf } from './labels.ts';
import { isDataWord, isNewWord } from './mask.ts';
import { isSameReading, nowMs } from './readings.ts';
import { type Difference, findChangedLeaf } from './same-answer.ts';
import { traitPlace } from './trait-place.ts';
import { isState, type Lens, type Traits, traitsOf } from './traits.ts';
import { volatilePlaces } from './volatile-places.ts';

/** A call with its answer, and what its run knew when it was made. */
export interface Observed extends KnownValues {
  readonly result: Json;
  /** When it was made. */
  readonly at: number;
}

/** A recorded call, as the same call of another run is compared with it. */
export interface Recorded extends Observed {
  /** Whether values of this run are repeated that nothing explains: then everything must be as this run saw it. */
  readonly isRepeated: boolean;
  /** Whether the other run has made every change before this call as this run did. */
  readonly hasSameHistory: boolean;
  /** Whether the other run was given the same, and every answer before this one was what this run had. */
  readonly isAlikeSoFar: boolean;
  /** Stands for this call of this run in this plan, always compared in the same way: what is found out about it is kept. */
  readonly facts?: object;
}

/** What is known about the places of an answer besides what runs have shown. */
export interface Leniency {
  /** Whether the call is known to change something: then it answers new ids. */
  readonly isWrite: boolean;
  /** Whether it may, for all that is known: then what later calls take from its answer may be new. */
  readonly mayWrite: boolean;
  /** Places that may hold anything, because a person said so. */
  readonly free: ReadonlySet<string>;
  /** Lists of which several items were taken: how many they had matters. */
  readonly counted: ReadonlySet<string>;
  /** Whether another name of a thing is followed: not when values were taken that may belong to the recorded one. */
  readonly mayFollow: boolean;
  /** Places that later calls take values from. */
  readonly used: ReadonlySet<string>;
}

/**
 * So many different values, none of them twice, are no vocabulary of states: of a dozen states, one would have come twice in
 * 19 of 20 such rows. That a value is handed on says nothing about it: states are, too.
 */
const openVocabulary = 8;

/**
 * The first thing in an answer by which an agent may decide otherwise than in the recorded runs. The same question must have
 * the same answer; an answer to another question may differ in data, and not in what may be a state.
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
  const answer = structured(now.result);
  const shown = traitsOf(answer, nowLens);
  const asked = facts.filter(({ run }) => isSameQuestion(run, now));
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
  // The whole answer is the same; what it says about another input may still be something else.
  return firstDifference(seen, shown, (path) => {
    if (isFree(path, seen, leniency)) return isNothing;
    // Where the runs saw different things, only the states that they saw are known to be the same work. Items with the new
    // value, and numbers beside it, are other ones although the answer is the same.
    const isAboutInput = /\[with parameter | against parameter /.test(path) && !mayBeNew(placeOf(path));
    const isOther = volatile.has(placeOf(path)) || isAboutInput;
    return isOther ? isAnything : isNamed;
  });
}

const isSameText = (left: Json, right: Json): boolean => JSON.stringify(left) === JSON.stringify(right);

/** What is found out about a recorded answer, whatever it is compared with. */
interface AnswerFacts {
  readonly answer: Json;
  readonly labels: Labels;
  readonly traits: Traits;
}

const keptFacts = new WeakMap<object, AnswerFacts>();

/** What an observation shows. Of one that is always compared in the same way, it is found out once. */
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

/** With the same values, changes differ by nothing but the new ids that earlier ones answered. */
const isSameWork = (run: Recorded, now: Observed): boolean =>
  Object.keys(now.parameters).length > 0 && canonicalJson(run.parameters) === canonicalJson(now.parameters);

const isNear = (moment: number, at: number): boolean => Math.abs(moment - at) <= nowMs;

function lensOf(run: Observed, { isWrite, counted, used }: Leniency): Lens {
  return {
    counted,
    used,
    labels: labelsOf(run),
    isData: isWrite ? isNewWord : isDataWord,
    at: run.at,
    comparesNumbers: !isWrite,
  };
}

/** Each place must show what it showed in every run, and nothing that it showed in none. */
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
    // Runs that saw different things here all saw something.
    const isGone = values === undefined && runs.length > 0 && !runs.includes(undefined);
    if (lost === undefined && added === undefined && !isGone) continue;
    // A place that is not there in every run need not be there.
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
 * States that differed between the runs, each as one run saw it and together as none did: whoever acts when one or the other
 * holds acts in every run, and not when neither does.
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
 * Items of a list that are each like some item of some run, and together like those of none: whoever acts on every item in a
 * certain state acts on another number of them.
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

/** The values at a place of all items, with how many items have each, and how many items there are. */
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

/** Whether a person freed this place, or one that it is inside of. */
function isFreed(place: string, { free }: Leniency): boolean {
  return [...free].some((freed) => {
    const whole = freed.replace(/\[\*\]$/, '');
    return place === whole || place.startsWith(`${whole}.`) || place.startsWith(`${whole}[`);
  });
}

/** The place that a trait is about: `$.rows[*] count` is about `$.rows[*]`. */
export const placeOf = (path: string): string => traitPlace(path).place;

/**
 * Whether runs have shown that nobody decides by what is here: it was different each time and the same was done. A text that is a whole answer, or a line of one, says too many things for that.
 */
export function isFree(path: string, seen: readonly Traits[], leniency: Leniency): boolean {
  if (leniency.free.size === 0 && seen.length < 2) return false;
  const { place, isInItems, about } = traitPlace(path);
  if (isFreed(place, leniency)) return true;
  // That a list holds a certain word, or does not, no number of other words can show.
  if (place === '$' || / lines?$/.test(about) || isInItems) return false;
  const runs = seen.map((traits) => traits.get(path));
  if (runs.length < 2 || runs.some((run) => run === undefined)) return false;
  const all = runs.flatMap((run) => [...(run ?? [])]);
  const distinct = new Set(all);
  if (distinct.size < all.length || all.some((value) => !value.startsWith('"'))) return false;
  return distinct.size >= openVocabulary;
}
