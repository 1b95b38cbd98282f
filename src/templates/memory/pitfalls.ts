import type { Json } from '../../json/json.ts';
import { leavesOf } from '../../json/path.ts';
import { groupBy } from '../../learn/group-by.ts';
import type { ToolStep } from '../../records/step.ts';
import { counted } from '../../text/counted.ts';
import { errorSignature } from '../../text/signature.ts';
import { argumentName, findSources } from './find-sources.ts';
import { cutText, listed, shown } from './phrases.ts';
import { callsOf, isOwn, type RunLog, soundsReadOnly } from './run-log.ts';

/** Characters of an error that are quoted, and differences between two calls. */
const maxErrorLength = 120;
const maxDifferences = 3;

/** What went wrong, the error it is known by, and what worked instead: one line for the same failure of a tool. */
export function pitfallsOf(log: RunLog): string[] {
  const calls = callsOf(log).filter((step) => isOwn(log, step));
  const failed = calls.filter(({ success }) => !success);
  return [...groupBy(failed, (step) => `${step.tool} ${errorOf(step)}`).values()].flatMap((group) => {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) return [];
    const times = group.length === 1 ? '' : ` ${counted(group.length, 'time')}`;
    return [`${first.tool} failed${times} with "${errorOf(first)}": ${whatHelped(log, last, calls)}`];
  });
}

/** The error without what differs from time to time. */
function errorOf({ error, result }: ToolStep): string {
  const said = error?.signature || error?.message || (typeof result === 'string' ? result : '');
  const masked = error?.signature === undefined || error.signature === '' ? errorSignature(said) : said;
  return cutText(masked.replaceAll('"', "'"), maxErrorLength) || 'no message';
}

function whatHelped(log: RunLog, failed: ToolStep, calls: readonly ToolStep[]): string {
  const later = calls.filter(({ position }) => position > failed.position);
  const worked = later.find((step) => step.success && step.tool === failed.tool);
  const others = later.filter((step) => step.success && step.tool !== failed.tool);
  if (worked === undefined) {
    if (log.outcome !== 'success') return 'it did not work with any arguments that were tried';
    const isLook = soundsReadOnly(failed.tool);
    const instead = others.find((step) => soundsReadOnly(step.tool) === isLook && step.result !== '');
    return instead === undefined
      ? 'it never worked, and the run succeeded without it'
      : `it never worked; what worked afterwards was ${instead.tool}`;
  }
  const between = others.filter(({ position }) => position < worked.position);
  const differences = differencesOf(failed, worked);
  if (differences.length === 0) {
    return between.length === 0
      ? 'the same call worked when it was made again, so try once more before doing anything else'
      : `the same call worked after ${listed(between.map(({ tool }) => tool))}`;
  }
  const told = differences.slice(0, maxDifferences).map(({ text }) => text);
  const more = differences.length > told.length ? ` and ${differences.length - told.length} more` : '';
  return `it worked with ${listed(told)}${more}${origin(log, worked, differences, between)}`;
}

/** Where the values that worked were found out in the meantime. */
function origin(
  log: RunLog,
  worked: ToolStep,
  differences: readonly ArgumentDifference[],
  between: readonly ToolStep[],
): string {
  const names = new Set(differences.map(({ argument }) => argument));
  const found = findSources(worked, between, log.task.description).filter(
    ({ argument, from }) => names.has(argument) && from === 'result',
  );
  const tools = found.flatMap(({ call }) => between[call ?? 0]?.tool ?? []);
  return tools.length === 0 ? '' : `, which ${listed(tools)} had answered`;
}

interface ArgumentDifference {
  readonly argument: string;
  readonly text: string;
}

/** What a call that worked did differently from one that failed, argument by argument. */
function differencesOf(failed: ToolStep, worked: ToolStep): ArgumentDifference[] {
  const before = valuesByName(failed);
  const after = valuesByName(worked);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((argument) => {
    const text = differenceOf(argument, before.get(argument), after.get(argument));
    return text === undefined ? [] : [{ argument, text }];
  });
}

function differenceOf(
  argument: string,
  old: readonly Json[] = [],
  now: readonly Json[] = [],
): string | undefined {
  if (JSON.stringify(old) === JSON.stringify(now)) return undefined;
  if (now.length === 0) return `no ${argument}`;
  if (old.length === 0) return `${argument} given (${shownAll(now)})`;
  if (old.length === now.length && sameMembers(old, now)) return `${argument} in another order`;
  const added = addedSigns(old, now);
  if (added !== undefined) return `${argument} ${added} (${shownAll(now)} instead of ${shownAll(old)})`;
  const [gone, come] = [without(old, now), without(now, old)];
  if (old.length > 1 && gone.length > 0 && come.length > 0)
    return `${argument} with ${shownAll(come)} in place of ${shownAll(gone)}`;
  const types = [typeof old[0], typeof now[0]];
  const another = old.length === now.length && types[0] !== types[1] ? ` as a ${types[1]}` : '';
  return `${argument} ${shownAll(now)} instead of ${shownAll(old)}${another}`;
}

function without(values: readonly Json[], others: readonly Json[]): Json[] {
  return values.filter((value) => !others.includes(value));
}

function sameMembers(one: readonly Json[], other: readonly Json[]): boolean {
  const sorted = (values: readonly Json[]): string =>
    JSON.stringify(values.map((value) => JSON.stringify(value)).sort());
  return sorted(one) === sorted(other);
}

/** When the same characters were added to every value, or removed: `#`, `+49`. */
function addedSigns(old: readonly Json[], now: readonly Json[]): string | undefined {
  if (old.length !== now.length) return undefined;
  const kinds = old.map((from, index) => {
    const to = now[index];
    if (typeof from !== 'string' || typeof to !== 'string') return undefined;
    return signsAround(from, to, 'with') ?? signsAround(to, from, 'without');
  });
  return new Set(kinds).size === 1 ? kinds[0] : undefined;
}

/** Longer beginnings and ends are another value, not another way to write it. */
const maxSigns = 4;

function signsAround(inner: string, outer: string, word: 'with' | 'without'): string | undefined {
  const more = outer.length - inner.length;
  if (inner === '' || more < 1 || more > maxSigns) return undefined;
  if (outer.endsWith(inner)) return `${word} ${shown(outer.slice(0, more))} before it`;
  return outer.startsWith(inner) ? `${word} ${shown(outer.slice(-more))} after it` : undefined;
}

function valuesByName(step: ToolStep): Map<string, Json[]> {
  const named = leavesOf(step.arguments).map(({ path, value }) => ({ name: argumentName(path), value }));
  const groups = [...groupBy(named, ({ name }) => name)];
  return new Map(groups.map(([name, leaves]) => [name, leaves.map(({ value }) => value)]));
}

function shownAll(values: readonly Json[]): string {
  return shown(values.length === 1 ? (values[0] ?? null) : [...values]);
}
