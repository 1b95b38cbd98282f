import type { ToolRun } from './tool-runs.ts';

/** A sequence of tools called directly one after the other, and how many runs it occurs in. */
export interface FoundSequence {
  readonly tools: readonly string[];
  /** Successful runs it occurs in. */
  readonly support: number;
  /** Failed runs it occurs in. */
  readonly failures: number;
}

/** Sequences of one length that are kept, those in most runs: a bound on the work. */
const maxOfOneLength = 500;

/** All frequent sequences of one length. */
interface SearchLevel {
  readonly sequences: FoundSequence[];
  /** For every place in the runs laid end to end, the sequence that begins there; -1 where none does. */
  readonly begins: Int32Array;
}

/**
 * All sequences of 2 to `longest` tools that occur in at least `support` successful runs. A sequence is frequent only
 * if both its beginning and its end are, so each length is made from the one before, in a few steps for each call. A
 * partial success counts neither for nor against.
 */
export function frequentSequences(
  runs: readonly ToolRun[],
  support: number,
  longest: number,
): FoundSequence[] {
  const places = layOut(runs);
  let level = singleTools(places, support);
  const found: FoundSequence[] = [];
  for (let length = 2; length <= longest && level.sequences.length > 0; length += 1) {
    level = longer(level, places, support);
    found.push(...level.sequences);
  }
  return found;
}

interface Places {
  /** Number of the run that each place belongs to. Between two runs is a place that belongs to none: -1. */
  readonly runAt: Int32Array;
  readonly runs: readonly ToolRun[];
}

function layOut(runs: readonly ToolRun[]): Places {
  const runAt = new Int32Array(runs.reduce((sum, { tools }) => sum + tools.length + 1, 1)).fill(-1);
  let place = 0;
  for (const [number, { tools }] of runs.entries()) {
    runAt.fill(number, place, place + tools.length);
    place += tools.length + 1;
  }
  return { runAt, runs };
}

function singleTools(places: Places, support: number): SearchLevel {
  const numbers = new Map<string, number>();
  const keys = new Int32Array(places.runAt.length).fill(-1);
  let place = 0;
  for (const { tools } of places.runs) {
    for (const tool of tools) {
      const number = numbers.get(tool) ?? numbers.size;
      numbers.set(tool, number);
      keys[place] = number;
      place += 1;
    }
    place += 1;
  }
  const names = [...numbers.keys()];
  return levelFrom(keys, names.length, places, support, (key) => [names[key] ?? '']);
}

/** Two sequences that begin at neighbouring places overlap in all but one tool: together they are one tool longer. */
function longer({ sequences, begins }: SearchLevel, places: Places, support: number): SearchLevel {
  const count = sequences.length;
  const keys = new Int32Array(begins.length).fill(-1);
  for (let place = 0; place + 1 < begins.length; place += 1) {
    const first = begins[place] ?? -1;
    const second = begins[place + 1] ?? -1;
    if (first >= 0 && second >= 0) keys[place] = first * count + second;
  }
  return levelFrom(keys, count * count, places, support, (key) => [
    ...(sequences[Math.floor(key / count)]?.tools ?? []),
    ...(sequences[key % count]?.tools.slice(-1) ?? []),
  ]);
}

/** Counts each key once a run and keeps the frequent ones. `keys` has a number below `keyCount` or -1 for each place. */
function levelFrom(
  keys: Int32Array,
  keyCount: number,
  { runAt, runs }: Places,
  support: number,
  toolsOf: (key: number) => string[],
): SearchLevel {
  const supports = new Int32Array(keyCount);
  const failures = new Int32Array(keyCount);
  const lastRun = new Int32Array(keyCount).fill(-1);
  for (let place = 0; place < keys.length; place += 1) {
    const key = keys[place] ?? -1;
    const run = runAt[place] ?? -1;
    if (key < 0 || lastRun[key] === run) continue;
    lastRun[key] = run;
    const outcome = runs[run]?.outcome;
    if (outcome === 'success') supports[key] = (supports[key] ?? 0) + 1;
    if (outcome === 'failure') failures[key] = (failures[key] ?? 0) + 1;
  }
  const frequent: number[] = [];
  for (let key = 0; key < keyCount; key += 1) if ((supports[key] ?? 0) >= support) frequent.push(key);
  // Keys are numbered by first occurrence, so ties are always broken the same way.
  const kept = frequent
    .sort((left, right) => (supports[right] ?? 0) - (supports[left] ?? 0) || left - right)
    .slice(0, maxOfOneLength);
  const indexOf = new Int32Array(keyCount).fill(-1);
  for (const [index, key] of kept.entries()) indexOf[key] = index;
  return {
    sequences: kept.map((key) => ({
      tools: toolsOf(key),
      support: supports[key] ?? 0,
      failures: failures[key] ?? 0,
    })),
    begins: keys.map((key) => (key < 0 ? -1 : (indexOf[key] ?? -1))),
  };
}
