import { openGrouping } from '../src/learn/failures/grouping/grouping.ts';
import { groupBy } from '../src/learn/group-by.ts';
import { errorSignature } from '../src/text/signature.ts';
import { drain } from './drain.ts';
import { median, type Row } from './measure.ts';
import { hasLogs, readLogs, type SystemLog } from './signature-data.ts';

/** Groups the lines of one log; answers the name of each line's group. */
export type GroupLines = (lines: readonly string[]) => ReadonlyArray<string | number>;

/** One pass over the lines; the group of a line is what it is after the last one. */
export const groupLines: GroupLines = (lines) => {
  const grouping = openGrouping();
  const placed = lines.map((line) => grouping.place(errorSignature(line)));
  grouping.settle();
  return placed.map(grouping.resolve);
};

const ways: Readonly<Record<string, GroupLines>> = {
  'exact text': (lines) => lines,
  'signature alone': (lines) => lines.map(errorSignature),
  'plain Drain': drain,
  ours: groupLines,
};

/** The share of lines whose whole group is the true group, no line more and no line less. */
export function groupingAccuracy(groups: ReadonlyArray<string | number>, events: readonly string[]): number {
  const sizes = countEach(events);
  let right = 0;
  for (const members of groupBy(groups.keys(), (line) => groups[line]).values()) {
    const kinds = new Set(members.map((line) => events[line]));
    const [event] = kinds;
    if (kinds.size === 1 && sizes.get(event ?? '') === members.length) right += members.length;
  }
  return events.length === 0 ? 1 : right / events.length;
}

function countEach(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Grouping of eight systems' logs, with one set of parameters, beside simpler ways; and how fast it is. */
export async function benchSignatures(): Promise<Row[]> {
  if (!hasLogs()) return [];
  const logs = readLogs();
  const results = logs.map(({ system, messages, events }) => ({
    system,
    ...Object.fromEntries(
      Object.entries(ways).map(([name, group]) => [name, groupingAccuracy(group(messages), events)]),
    ),
  })) as unknown as ReadonlyArray<Readonly<Record<string, number>> & { readonly system: string }>;
  const of = (name: string): number[] => results.map((result) => result[name] ?? 0);
  const means = Object.fromEntries(Object.keys(ways).map((name) => [name, mean(of(name)).toFixed(3)]));
  console.log('\nGrouping accuracy by system');
  console.table([
    ...results.map((result) => ({
      system: result.system,
      ...Object.fromEntries(Object.keys(ways).map((name) => [name, (result[name] ?? 0).toFixed(3)])),
    })),
    { system: 'mean', ...means },
  ]);
  const [ours, plain, worst] = [mean(of('ours')), mean(of('plain Drain')), Math.min(...of('ours'))];
  const speed = linesASecond(logs);
  return [
    {
      what: `grouping accuracy, mean of ${logs.length} systems`,
      measured: ours.toFixed(3),
      against: `plain Drain ${plain.toFixed(3)}`,
      ratio: (ours / plain).toFixed(2),
      goal: '≥ 0.90',
      held: ours >= 0.9,
    },
    {
      what: 'grouping accuracy, worst system',
      measured: worst.toFixed(3),
      against: `plain Drain ${Math.min(...of('plain Drain')).toFixed(3)}`,
      ratio: '–',
      goal: '≥ 0.60',
      held: worst >= 0.6,
    },
    {
      what: 'masking and grouping',
      measured: `${Math.round(speed).toLocaleString('en')} lines/s of CPU`,
      against: '–',
      ratio: '–',
      goal: '≥ 50,000',
      held: speed >= 50_000,
    },
  ];
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Lines a second of CPU, settling included; the median of rounds over all logs. */
function linesASecond(logs: readonly SystemLog[]): number {
  const rounds = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage();
    for (const { messages } of logs) groupLines(messages);
    const { user, system } = process.cpuUsage(before);
    return logs.reduce((sum, { messages }) => sum + messages.length, 0) / ((user + system) / 1e6);
  });
  return median(rounds);
}
