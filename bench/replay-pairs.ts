import { EngramError } from '../src/errors.ts';
import { type JsonObject, sameJson } from '../src/json/json.ts';
import type { Template } from '../src/records/template.ts';
import { hasTrials } from './agents-data.ts';
import type { Row } from './measure.ts';
import { isSavable, replayTemplate, sameSet, templateOf, whyStopped, writesOf } from './replay-trial.ts';
import { valuesFor, valuesInTask } from './replay-values.ts';
import { callKey, type KnownWorld, knownWorld, readTasks, type Trial, worldOf } from './replay-world.ts';

/** A template of one task, and the values of another task that fit into it. */
interface Pair {
  readonly source: Trial;
  readonly template: Template;
  readonly target: Trial;
  readonly values: JsonObject;
}

/** What came of the values of one task in the template of another. */
interface PairEnd {
  /**
   * `right`: the gold writes, or those of a successful trial of the target. `wrong`: any other write was tried, or it said
   * that it had completed and had not made them all.
   */
  readonly verdict: 'right' | 'asked' | 'stopped' | 'wrong';
  readonly reason: string;
  readonly missing: readonly string[];
  /** Which trial and which task. */
  readonly who: string;
}

/** Tasks whose gold writes call the same tools equally often are of one kind. */
const kindOf = ({ gold_writes }: Trial): string =>
  gold_writes
    .map(({ name }) => name)
    .sort()
    .join(' ');

const isGood = ({ reward_verified, gold_writes }: Trial): boolean =>
  reward_verified && gold_writes.length > 0;

/** Every successful trial with every other task of its kind whose values fit, taken from the first trial that has them. */
function pairsOf(goodTasks: readonly Trial[][]): Pair[] {
  return goodTasks
    .flat()
    .filter(isSavable)
    .flatMap((source) => {
      const template = templateOf(source);
      return othersOfKind(source, goodTasks).flatMap((targets) => {
        for (const target of targets) {
          const values = valuesFor(template, source, target);
          if (values !== undefined) return [{ source, template, target, values }];
        }
        return [];
      });
    });
}

function othersOfKind(source: Trial, goodTasks: readonly Trial[][]): readonly Trial[][] {
  return goodTasks.filter(
    ([first]) => first !== undefined && first.task_id !== source.task_id && kindOf(first) === kindOf(source),
  );
}

/** The same pairs with templates that have learned from a third task too, where one made the same calls. */
function learnedPairs(pairs: readonly Pair[], goodTasks: readonly Trial[][]): Pair[] {
  const learned = new Map<string, Template | undefined>();
  const learn = (source: Trial, third: readonly Trial[]): Template | undefined => {
    const key = [source.run, source.task_id, source.trial, third[0]?.task_id].join(' ');
    if (!learned.has(key)) learned.set(key, firstLearned(source, third));
    return learned.get(key);
  };
  return pairs.flatMap(({ source, target }) => {
    const thirds = othersOfKind(source, goodTasks).filter(([first]) => first?.task_id !== target.task_id);
    for (const third of thirds) {
      const template = learn(source, third);
      const values = template === undefined ? undefined : valuesFor(template, source, target);
      if (template !== undefined && values !== undefined) return [{ source, template, target, values }];
    }
    return [];
  });
}

function firstLearned(source: Trial, third: readonly Trial[]): Template | undefined {
  const toolsOf = ({ steps }: Trial): string => steps.map(({ tool, error }) => `${tool} ${error}`).join();
  for (const other of third.filter((trial) => toolsOf(trial) === toolsOf(source))) {
    try {
      return templateOf(source, [other]);
    } catch (error) {
      if (!EngramError.is(error)) throw error;
    }
  }
  return undefined;
}

/** Replays the template with these values, and judges by what the target's own trials did. */
async function playPair(
  { source, template, target }: Pair,
  given: JsonObject,
  known: KnownWorld,
  trials: readonly Trial[],
): Promise<PairEnd> {
  const world = worldOf(known);
  const who = `${source.run} ${source.task_id}.${source.trial} with the values of ${target.task_id}`;
  const gold = target.gold_writes.map(({ name, args }) => callKey(name, args));
  const accepted = [gold, ...trials.map(writesOf)];
  const isWrong = (): boolean => world.writes.some((key) => !accepted.flat().includes(key));
  try {
    const report = await replayTemplate(template, given, world);
    const isComplete = report.status === 'completed';
    const isRight = isComplete && accepted.some((writes) => sameSet(writes, world.writes));
    const reason = isComplete ? world.writes.join('; ') : whyStopped(report);
    if (isRight) return { verdict: 'right', reason, missing: [], who };
    return { verdict: isComplete || isWrong() ? 'wrong' : 'stopped', reason, missing: [], who };
  } catch (error) {
    if (!EngramError.is(error)) throw error;
    const missing = error.details?.['missing'];
    if (!Array.isArray(missing)) return { verdict: 'stopped', reason: error.message, missing: [], who };
    return { verdict: 'asked', reason: error.message, missing: missing.map(String), who };
  }
}

/** The values of one task in the templates of others of its kind. */
export async function benchReplayPairs(): Promise<Row[]> {
  if (!hasTrials()) return [];
  const tasks = readTasks();
  const goodTasks = [...tasks.values()].map((trials) => trials.filter(isGood));
  const known = knownWorld([...tasks.values()].flat());
  const pairs = pairsOf(goodTasks);
  return [
    ...(await playAll('one run', pairs, tasks, known)),
    ...(await playAll('two runs', learnedPairs(pairs, goodTasks), tasks, known)),
  ];
}

async function playAll(
  name: string,
  pairs: readonly Pair[],
  tasks: ReadonlyMap<number, readonly Trial[]>,
  known: KnownWorld,
): Promise<Row[]> {
  const ends = { named: [] as PairEnd[], answered: [] as PairEnd[], all: [] as PairEnd[] };
  let alike = 0;
  for (const pair of pairs) {
    const { target, values } = pair;
    const trials = (tasks.get(target.task_id) ?? []).filter(isGood);
    ends.all.push(await playPair(pair, values, known, trials));
    const named = valuesInTask(values, target.instruction);
    if (isOfRecordedRun(pair.template, named)) {
      alike += 1;
      continue;
    }
    const end = await playPair(pair, named, known, trials);
    ends.named.push(end);
    if (end.verdict !== 'asked') continue;
    const answers = Object.fromEntries(Object.entries(values).filter(([one]) => end.missing.includes(one)));
    ends.answered.push(await playPair(pair, { ...named, ...answers }, known, trials));
  }
  if (process.env['ENGRAM_BENCH_DETAILS'] !== undefined)
    showDetails([...ends.named, ...ends.answered, ...ends.all]);
  return [
    rowOf(
      `${name}: the values that the instruction of another task names (${alike} have those of the recorded one)`,
      ends.named,
    ),
    rowOf(`${name}: the same, after what was asked for is answered`, ends.answered),
    rowOf(`${name}: all values of another task`, ends.all),
  ];
}

/**
 * Whether a recorded run had these values: the same customer with another wish. Then it is the recorded task once more,
 * and nothing tells that another one is meant.
 */
function isOfRecordedRun({ parameters }: Template, named: JsonObject): boolean {
  const given = parameters.filter(({ name }) => Object.hasOwn(named, name));
  const runs = Math.max(1, ...parameters.map(({ seen }) => seen.length));
  return Array.from({ length: runs }, (_, run) => run).some((run) =>
    given.every(({ name, example, seen }) => sameJson(named[name] ?? null, seen[run] ?? example)),
  );
}

function rowOf(what: string, ends: readonly PairEnd[]): Row {
  const count = (verdict: PairEnd['verdict']): number => ends.filter((end) => end.verdict === verdict).length;
  const useful = (count('right') + count('asked')) / ends.length;
  const wrong = count('wrong');
  return {
    what: `${what} (${ends.length} replays)`,
    measured: `right ${count('right')}, asked ${count('asked')}, wrong ${wrong}`,
    against: `stopped ${count('stopped')}`,
    ratio: ends.length === 0 ? '–' : `${(useful * 100).toFixed(1)} % right or asked`,
    goal: 'wrong 0, right or asked ≥ 80 %',
    held: wrong === 0 && useful >= 0.8,
  };
}

function showDetails(ends: readonly PairEnd[]): void {
  const reasons = new Map<string, number>();
  for (const { verdict, reason, who } of ends.filter((end) => end.verdict !== 'right')) {
    const name = verdict === 'wrong' ? `wrong [${who}]: ${reason}` : `${verdict}: ${reason.slice(0, 200)}`;
    reasons.set(name, (reasons.get(name) ?? 0) + 1);
  }
  const rank = (name: string): number => (name.startsWith('wrong') ? 1 : 0);
  for (const [reason, times] of [...reasons]
    .sort((left, right) => rank(right[0]) - rank(left[0]) || right[1] - left[1])
    .slice(0, 60))
    console.log(times, reason);
}
