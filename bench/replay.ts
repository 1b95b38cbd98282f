import type { Json, JsonObject } from '../src/json/json.ts';
import { median } from '../src/learn/median.ts';
import { hasTrials } from './agents-data.ts';
import type { Row } from './measure.ts';
import { changedBy, everythingRenamed, itemGone, orderCancelled, renamedJson } from './replay-changes.ts';
import { isSavable, replayTemplate, sameSet, templateOf, whyStopped, writesOf } from './replay-trial.ts';
import { type Change, callKey, knownWorld, readTasks, type Trial, worldOf } from './replay-world.ts';

/** What came of one replay. */
export interface Replayed {
  /** `refused`: it tried what the changed world refused, because nothing that it could read showed the change. */
  readonly verdict: 'exact' | 'as recorded' | 'stopped' | 'refused' | 'wrong';
  readonly calls: number;
  /** Calls of the median successful trial of the task. */
  readonly usual: number;
  readonly reason: string;
}

export interface Situation {
  readonly name: string;
  /** Undefined where it does not apply to a trial. */
  change(source: Trial): Change | undefined;
  readonly renames: boolean;
}

const situations: readonly Situation[] = [
  {
    name: 'the same task, as other trials met it',
    change: () => ({ answer: (step) => step }),
    renames: false,
  },
  { name: 'every identifier renamed, and given', change: () => everythingRenamed, renames: true },
  {
    name: 'the order was cancelled meanwhile',
    change: (source) => {
      const { order } = changedBy(source);
      return order === undefined ? undefined : orderCancelled(order);
    },
    renames: false,
  },
  {
    name: 'an item is gone, another in its place',
    change: (source) => {
      const [item] = changedBy(source).items;
      return item === undefined ? undefined : itemGone(item);
    },
    renames: false,
  },
];

/** Replays one trial in the world that the other trials of its task make, changed or not. */
export async function replayIn(
  situation: Situation,
  source: Trial,
  others: readonly Trial[],
  usual: number,
): Promise<Replayed | undefined> {
  const change = situation.change(source);
  if (change === undefined) return undefined;
  const template = templateOf(source);
  const world = worldOf(knownWorld(others, change));
  const rename = <Value extends Json>(value: Value): Value =>
    situation.renames ? renamedJson(value) : value;
  const given: JsonObject = Object.fromEntries(
    template.parameters.map(({ name, example }) => [name, rename(example)]),
  );
  const report = await replayTemplate(template, given, world);
  const expected = (writes: readonly string[]): string[] =>
    writes.map((key) => {
      const [tool = '', ...rest] = key.split(' ');
      return callKey(tool, rename(JSON.parse(rest.join(' '))));
    });
  const gold = expected(source.gold_writes.map(({ name, args }) => callKey(name, args)));
  const recorded = expected(writesOf(source));
  const wrong = world.writes.filter((key) => !(gold.includes(key) || recorded.includes(key)));
  const refused = situation.renames ? [] : world.writes.filter((key) => isRefused(change, key));
  const visible = source.steps.some((step) => !step.write && change.answer(step).output !== step.output);
  const complete = report.status === 'completed';
  const exact = complete && sameSet(world.writes, gold);
  return {
    verdict:
      wrong.length > 0 || (refused.length > 0 && visible)
        ? 'wrong'
        : refused.length > 0
          ? 'refused'
          : exact
            ? 'exact'
            : complete
              ? 'as recorded'
              : 'stopped',
    calls: world.calls(),
    usual,
    reason: wrong[0] ?? refused[0] ?? whyStopped(report),
  };
}

/** Whether the changed world refuses a write: then it should not have been tried. */
function isRefused(change: Change, key: string): boolean {
  const [tool = '', ...rest] = key.split(' ');
  const step = { tool, args: JSON.parse(rest.join(' ')), output: '', error: false, write: true };
  return change.answer(step).error;
}

/** Every successful trial that changed something, replayed in each situation. */
export async function replayAll(situation: Situation): Promise<Array<Replayed & { readonly source: Trial }>> {
  const replayed: Array<Replayed & { readonly source: Trial }> = [];
  const tasks = readTasks();
  const everyone = [...tasks.values()].flat();
  for (const trials of tasks.values()) {
    const good = trials.filter((trial) => trial.reward_verified && trial.gold_writes.length > 0);
    const usual = median(good.map(({ steps }) => steps.length)) ?? 0;
    for (const source of good.filter(isSavable)) {
      const one = await replayIn(situation, source, everyone, usual);
      if (one !== undefined) replayed.push({ ...one, source });
    }
  }
  return replayed;
}

/** Replay of recorded trials in worlds made of other trials. */
export async function benchReplay(): Promise<Row[]> {
  if (!hasTrials()) return [];
  const rows: Row[] = [];
  for (const [index, situation] of situations.entries()) {
    const replayed = await replayAll(situation);
    const share = (verdict: Replayed['verdict']): number =>
      replayed.filter((one) => one.verdict === verdict).length / replayed.length;
    const wrong = replayed.filter(({ verdict }) => verdict === 'wrong').length;
    const done = replayed.filter(({ verdict }) => verdict === 'exact');
    const calls =
      done.reduce((sum, one) => sum + one.calls, 0) / done.reduce((sum, one) => sum + one.usual, 0);
    rows.push({
      what: `${situation.name} (${replayed.length} replays)`,
      measured: `exactly the gold writes ${percent(share('exact'))}, wrong ${wrong}`,
      against: `other writes as recorded ${percent(share('as recorded'))}, stopped ${percent(share('stopped'))}, refused ${percent(share('refused'))}`,
      ratio: done.length === 0 ? '–' : `${calls.toFixed(2)} of the usual calls`,
      goal: index === 0 ? 'wrong 0, calls ≤ 0.70' : 'wrong 0',
      held: wrong === 0 && (index > 0 || calls <= 0.7),
    });
    if (process.env['ENGRAM_BENCH_DETAILS'] !== undefined) {
      const reasons = new Map<string, number>();
      for (const { verdict, reason, source } of replayed.filter((one) => one.verdict !== 'exact')) {
        const name = `${verdict}: ${reason.slice(0, 250)}${verdict === 'wrong' ? ` [${source.run} ${source.task_id}.${source.trial}]` : ''}`;
        reasons.set(name, (reasons.get(name) ?? 0) + 1);
      }
      for (const [reason, count] of [...reasons].sort((left, right) => right[1] - left[1]).slice(0, 40))
        console.log(count, reason);
    }
  }
  return rows;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
