import { canonicalJson, type Json } from '../json.ts';
import { leavesOf, structured } from '../path.ts';
import { type KnownValues, type Labels, labelsOf } from './labels.ts';
import { isDataWord, isNewWord } from './mask.ts';
import { type Difference, findChangedLeaf, generalPath, isIdentifier } from './same-answer.ts';
import { type Lens, type Traits, traitsOf } from './traits.ts';

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

/** Two moments this close to their calls are "now". */
const nowMs = 120_000;
/** So many different values, none of them twice, are no vocabulary of states; fewer where the value is handed on. */
const openVocabulary = { used: 3, unused: 4 };

/**
 * The first thing in an answer by which an agent may decide otherwise than in the recorded runs. The same question must have
 * the same answer; an answer to another question may differ in data, and not in what may be a state.
 */
export function findDifference(
  recorded: readonly Recorded[],
  now: Observed,
  leniency: Leniency,
): Difference | undefined {
  const facts = recorded.map((run) => ({ run, ...factsOf(run, leniency) }));
  const seen = facts.map(({ traits }) => traits);
  const nowLens = lensOf(now, leniency);
  const answer = structured(now.result);
  const shown = traitsOf(answer, nowLens);
  const asked = facts.filter(({ run }) => isSameQuestion(run, now));
  if (asked.length === 0 || leniency.isWrite)
    return firstDifference(seen, shown, (path) => (isFree(path, seen, leniency) ? isNothing : isAnything));
  const isVolatile = volatilePlaces(asked.map((one) => one.answer));
  const changes = asked.map(({ run, answer: before, labels }) =>
    findChangedLeaf(before, answer, {
      mayDiffer: (path) => isFreed(path, leniency) || (leniency.mayWrite && leniency.used.has(path)),
      isVolatile,
      isSameName: (one, other) => {
        const name = labels.nameOf(one);
        return name !== undefined && name === nowLens.labels.nameOf(other);
      },
      isFollowed: (path) => leniency.mayFollow && leniency.used.has(path),
      isNow: (one, other) => isNear(one, run.at) && isNear(other, now.at),
    }),
  );
  if (!changes.includes(undefined)) return changes[0];
  // The whole answer is the same; what it says about another input may still be something else.
  return firstDifference(seen, shown, (path) => {
    if (isFree(path, seen, leniency)) return isNothing;
    // Where the runs saw different things, only the states that they saw are known to be the same work. Items with the new
    // value, and numbers beside it, are other ones although the answer is the same.
    const isOther = isVolatile(placeOf(path)) || /\[with parameter | against parameter /.test(path);
    return isOther ? isAnything : isNamed;
  });
}

/** What is found out about a recorded answer, whatever it is compared with. */
interface Facts {
  readonly answer: Json;
  readonly labels: Labels;
  readonly traits: Traits;
}

const keptFacts = new WeakMap<object, Facts>();

function factsOf(run: Recorded, leniency: Leniency): Facts {
  const known = run.facts === undefined ? undefined : keptFacts.get(run.facts);
  if (known !== undefined) return known;
  const answer = structured(run.result);
  const lens = lensOf(run, leniency);
  const facts = { answer, labels: lens.labels, traits: traitsOf(answer, lens) };
  if (run.facts !== undefined) keptFacts.set(run.facts, facts);
  return facts;
}

/**
 * Places that had a new name each time the same was asked, and the same was done: request ids, hashes. Other values that
 * changed may have decided next time, so only three runs or more show that they do not matter.
 */
function volatilePlaces(answers: readonly Json[]): (path: string) => boolean {
  if (answers.length < 2) return () => false;
  const [first = new Map<string, Json>(), ...others] = answers.map(fixedPlaces);
  const places = new Set(
    [...first].flatMap(([place, value]) => {
      const values = [value, ...others.map((other) => other.get(place) ?? null)];
      const isNewEachTime = new Set(values).size === values.length && values.length > 1;
      return isNewEachTime && (values.length > 2 || values.every(isIdentifier)) ? [place] : [];
    }),
  );
  return (path) => places.has(path);
}

/** The values that no list leads to. */
function fixedPlaces(answer: Json): ReadonlyMap<string, Json> {
  return new Map(
    leavesOf(answer)
      .filter(({ path }) => path.length > 0 && path.every((part) => typeof part === 'string'))
      .map(({ path, value }) => [generalPath(path), value]),
  );
}

/** Which values of a place are compared. */
type Compared = (value: string) => boolean;
const isAnything: Compared = () => true;
const isNothing: Compared = () => false;
const isNamed: Compared = (value) => value.includes('⟨parameter');

function isSameQuestion(run: Recorded, now: Observed): boolean {
  return (
    run.isRepeated || (run.hasSameHistory && canonicalJson(run.arguments) === canonicalJson(now.arguments))
  );
}

const isNear = (moment: number, at: number): boolean => Math.abs(moment - at) <= nowMs;

function lensOf(run: Observed, { isWrite, counted }: Leniency): Lens {
  return {
    counted,
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
    if (lost === undefined && added === undefined) continue;
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
export const placeOf = (path: string): string =>
  path
    .replace(/ (?:count|lines?|names|date|number|against) ?.*$/, '')
    .replace(/\[(?:with [^\]]*|\d+)\]/g, '[*]');

/**
 * Whether runs have shown that nobody decides by what is here: it was different each time and the same was done. A text that is a whole answer, or a line of one, says too many things for that.
 */
function isFree(path: string, seen: readonly Traits[], leniency: Leniency): boolean {
  const { free, used } = leniency;
  if (free.size === 0 && seen.length < 2) return false;
  const place = placeOf(path);
  if (isFreed(place, leniency)) return true;
  const values = path.replace(/ count of .*$/, '');
  // That a list holds a certain word, or does not, no number of other words can show.
  if (place === '$' || / lines?$/.test(values) || values.includes('[')) return false;
  const runs = seen.map((traits) => traits.get(values));
  if (runs.length < 2 || runs.some((run) => run === undefined)) return false;
  const all = runs.flatMap((run) => [...(run ?? [])]);
  const distinct = new Set(all);
  if (distinct.size < all.length || all.some((value) => !value.startsWith('"'))) return false;
  return distinct.size >= (used.has(place) ? openVocabulary.used : openVocabulary.unused);
}
