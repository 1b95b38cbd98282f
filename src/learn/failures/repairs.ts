import { type Json, sameJson } from '../../json/json.ts';
import { formatPath, leavesOf } from '../../json/path.ts';
import type { CallAround } from '../../records/execution.ts';
import { groupBy } from '../group-by.ts';

/** An argument that was one thing when a call failed and another when it worked. */
export interface ChangedArgument {
  readonly path: string;
  readonly failed: Json;
  readonly worked: Json;
}

/** An action after a failure, and whether the failed call then worked. */
export interface Repair {
  /** `retry` · `arguments`: the same call with others · `first`: another tool before it · `instead`: another tool in its place. */
  readonly kind: 'retry' | 'arguments' | 'first' | 'instead';
  /** The tool that failed, and the type of its error. */
  readonly failedTool: string;
  readonly errorType: string | null;
  /** The tool that was tried; the same one for `retry` and `arguments`. */
  readonly tool: string;
  readonly changed: readonly ChangedArgument[];
  readonly worked: boolean;
  readonly runId: string;
  readonly at: number;
}

/** A call with more changed arguments than this is another call. */
const maxChanges = 3;

/** The repairs tried after a failed call, until it worked or the steps end. One before the same failure did not help. */
export function repairsAfter(failed: CallAround, after: readonly CallAround[]): Repair[] {
  const repairs: Repair[] = [];
  const between: CallAround[] = [];
  for (const step of after) {
    if (step.parentId !== failed.parentId || step.position <= failed.position) continue;
    if (step.tool === failed.tool) {
      const isSameFailure = !step.success && step.error?.signature === failed.error?.signature;
      if (!step.success && !isSameFailure) break;
      repairs.push(repairBy(failed, step, between.at(-1)));
      if (step.success) return repairs;
      between.length = 0;
    } else if (step.success) between.push(step);
  }
  const [instead] = between;
  if (instead === undefined) return repairs;
  return [...repairs, { ...repairOf(failed, instead), kind: 'instead', worked: true }];
}

/** The difference of the second call of a tool: another tool ran before it, other arguments, or none. */
function repairBy(failed: CallAround, again: CallAround, before: CallAround | undefined): Repair {
  const changed = changedArguments(failed, again);
  const worked = again.success;
  if (before !== undefined) return { ...repairOf(failed, before), kind: 'first', worked };
  const kind = sameJson(failed.arguments, again.arguments) ? 'retry' : 'arguments';
  return { ...repairOf(failed, again), kind, changed, worked };
}

function repairOf(failed: CallAround, step: CallAround): Omit<Repair, 'kind' | 'worked'> {
  const errorType = failed.error?.type ?? null;
  return {
    failedTool: failed.tool,
    errorType,
    tool: step.tool,
    changed: [],
    runId: step.runId,
    at: step.startedAt,
  };
}

function changedArguments(failed: CallAround, worked: CallAround): ChangedArgument[] {
  const before = new Map(leavesOf(failed.arguments).map(({ path, value }) => [formatPath(path), value]));
  const after = new Map(leavesOf(worked.arguments).map(({ path, value }) => [formatPath(path), value]));
  const changed = [...after]
    .filter(([path, value]) => before.get(path) !== value)
    .map(([path, value]) => ({ path, failed: before.get(path) ?? null, worked: value }));
  return changed.length <= maxChanges ? changed : [];
}

/** All tries of one repair. `changed` are the values that worked last. */
export interface RepairStatistics
  extends Pick<Repair, 'kind' | 'failedTool' | 'errorType' | 'tool' | 'changed'> {
  /** The repair in words. */
  readonly approach: string;
  readonly successes: number;
  readonly failures: number;
  readonly lastTriedAt: number;
  readonly runs: readonly string[];
}

/** Repairs counted together: most successes first, then fewest failures, then by name. */
export function countRepairs(repairs: readonly Repair[]): RepairStatistics[] {
  const groups = groupBy(repairs, ({ kind, failedTool, tool, changed }) =>
    JSON.stringify([kind, failedTool, tool, ...changed.map(({ path }) => path)]),
  );
  return [...groups.values()]
    .map(statisticsOf)
    .sort(
      (left, right) =>
        right.successes - left.successes ||
        left.failures - right.failures ||
        (left.approach < right.approach ? -1 : 1),
    );
}

function statisticsOf(group: readonly Repair[]): RepairStatistics {
  const latest = group.reduce((one, other) => (betterExample(other, one) ? other : one));
  const { kind, failedTool, errorType, tool, changed } = latest;
  const successes = group.filter(({ worked }) => worked).length;
  return {
    kind,
    failedTool,
    errorType,
    tool,
    changed,
    approach: inWords(latest),
    successes,
    failures: group.length - successes,
    lastTriedAt: Math.max(...group.map(({ at }) => at)),
    runs: [...new Set(group.map(({ runId }) => runId))],
  };
}

/** One that worked is better than one that did not; else the later one. */
function betterExample(one: Repair, other: Repair): boolean {
  if (one.worked !== other.worked) return one.worked;
  return one.at > other.at;
}

function inWords({ kind, failedTool, tool, changed }: Repair): string {
  switch (kind) {
    case 'retry':
      return `call ${failedTool} again`;
    case 'first':
      return `call ${tool}, then ${failedTool} again`;
    case 'instead':
      return `call ${tool} instead`;
    case 'arguments': {
      const values = changed.map(({ path, worked }) => `${path.slice(2)} ${shown(worked)}`);
      return values.length === 0
        ? `call ${failedTool} with other arguments`
        : `call ${failedTool} with ${values.join(', ')}`;
    }
  }
}

const maxShownLength = 40;

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength - 1).toWellFormed()}…` : text;
}
