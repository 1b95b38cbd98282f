import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { canonicalJson, type JsonObject } from '../src/json/json.ts';
import { groupBy } from '../src/learn/group-by.ts';
import { wholeTrialsFile } from './agents-data.ts';

/** A recorded attempt of an agent at a task of τ-bench retail. */
export interface Trial {
  readonly run: string;
  readonly task_id: number;
  readonly trial: number;
  readonly instruction: string;
  readonly gold_writes: ReadonlyArray<{ readonly name: string; readonly args: JsonObject }>;
  readonly steps: readonly TrialStep[];
  readonly assistant_turns: number;
  readonly reward_verified: boolean;
}

export interface TrialStep {
  readonly tool: string;
  readonly args: JsonObject;
  readonly output: string;
  readonly error: boolean;
  readonly write: boolean;
}

/** The trials of each task. */
export function readTasks(): ReadonlyMap<number, readonly Trial[]> {
  const lines = gunzipSync(readFileSync(wholeTrialsFile())).toString('utf8').trim().split('\n');
  return groupBy(
    lines.map((line) => JSON.parse(line) as Trial),
    ({ task_id }) => task_id,
  );
}

/** A change of the world between recording and replaying. */
export interface Change {
  /** What a tool answers now, instead of what was recorded. */
  answer(step: TrialStep): TrialStep;
}

/** What was done to a world, and how it answers. */
export interface World {
  readonly writes: readonly string[];
  /** Throws what the recorded tool failed with, and when nobody has recorded such a call. */
  call(tool: string, toolArguments: JsonObject): string;
  readonly calls: () => number;
}

export const callKey = (tool: string, toolArguments: JsonObject): string =>
  `${tool} ${canonicalJson(toolArguments)}`;

interface Answer {
  readonly output: string;
  readonly error: boolean;
  /** The writes that had been made before it. */
  readonly after: ReadonlySet<string>;
}

/** Everything that trials have seen of a world. */
export interface KnownWorld {
  readonly answers: ReadonlyMap<string, readonly Answer[]>;
  readonly writeTools: ReadonlySet<string>;
}

/** What trials have seen of a world, changed or not. */
export function knownWorld(trials: readonly Trial[], change?: Change): KnownWorld {
  const answers = new Map<string, Answer[]>();
  const writeTools = new Set<string>();
  for (const { steps } of trials) {
    const made = new Set<string>();
    for (const recorded of steps) {
      const step = change?.answer(recorded) ?? recorded;
      const key = callKey(step.tool, step.args);
      const answer = { output: step.output, error: step.error, after: new Set(made) };
      const known = answers.get(key);
      if (known === undefined) answers.set(key, [answer]);
      else known.push(answer);
      if (step.write) writeTools.add(step.tool);
      if (step.write && !step.error) made.add(key);
    }
  }
  return { answers, writeTools };
}

/**
 * A world that answers as it answered others: by the same call, after the writes that were made so far or as close to
 * them as was recorded; what did not fail before what did.
 */
export function worldOf({ answers, writeTools }: KnownWorld): World {
  const made = new Set<string>();
  const writes: string[] = [];
  let calls = 0;
  return {
    writes,
    calls: () => calls,
    call(tool, toolArguments) {
      calls += 1;
      const key = callKey(tool, toolArguments);
      if (writeTools.has(tool)) writes.push(key);
      const [best] = (answers.get(key) ?? []).toSorted(
        (left, right) =>
          Number(left.error) - Number(right.error) ||
          distance(left.after, made) - distance(right.after, made),
      );
      if (best === undefined) throw new Error('Nobody has recorded this call');
      if (best.error) throw new Error(best.output);
      if (writeTools.has(tool)) made.add(key);
      return best.output;
    },
  };
}

/** How many writes were made in one and not in the other. */
function distance(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return (
    [...left].filter((key) => !right.has(key)).length + [...right].filter((key) => !left.has(key)).length
  );
}
