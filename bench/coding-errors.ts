import { readFileSync } from 'node:fs';
import { callsBefore, cluesOf, type SeenCall } from '../src/learn/failures/clues.ts';
import { openGrouping } from '../src/learn/failures/grouping/grouping.ts';
import { type AfterFailure, type Failed, nextTools } from '../src/learn/failures/next-tool.ts';
import { createFailureIndex } from '../src/learn/failures/same-failure.ts';
import { maxOccurrences, maxOthers } from '../src/learn/failures/worked-next.ts';
import { groupBy } from '../src/learn/group-by.ts';
import { errorSignature } from '../src/text/signature.ts';
import type { Row } from './measure.ts';
import { type CodingCall, type CodingError, hasCodingSessions, readCodingErrors } from './signature-data.ts';

/** One error, as it was met. */
export interface Met {
  readonly error: CodingError;
  /** The group it was placed in, and the group that became of it. */
  readonly placed: string;
  readonly pattern: string;
  /** Whether an earlier session had the same pattern, as far as was known then. */
  readonly recognised: boolean;
  /** Groups that were joined just before. */
  readonly joined: Merges;
}

type Merges = ReadonlyArray<readonly [from: string, into: string]>;

/** Meets the errors in their order; groups are joined whenever another session begins. */
export function meetErrors(
  errors: readonly CodingError[],
  signatureOf: (text: string) => string = errorSignature,
): Met[] {
  const grouping = openGrouping();
  const sameFailures = createFailureIndex<string>();
  const sessionsOf = new Map<string, Set<string>>();
  let session: string | undefined;
  const met = errors.map((error) => {
    const joined = error.session === session ? [] : grouping.settle();
    joinSessions(joined, sessionsOf);
    session = error.session;
    const signature = signatureOf(error.output);
    const [same] = sameFailures.find(signature);
    const placed = same === undefined ? grouping.place(signature) : grouping.resolve(same);
    sameFailures.add(signature, placed);
    const sessions = sessionsOf.get(placed) ?? new Set<string>();
    const recognised = [...sessions].some((earlier) => earlier !== error.session);
    sessionsOf.set(placed, sessions.add(error.session));
    return { error, placed, recognised, joined };
  });
  grouping.settle();
  return met.map((one) => ({ ...one, pattern: grouping.resolve(one.placed) }));
}

function joinSessions(merges: Merges, sessionsOf: Map<string, Set<string>>): void {
  for (const [from, into] of merges) {
    const sessions = sessionsOf.get(into) ?? new Set<string>();
    for (const session of sessionsOf.get(from) ?? []) sessions.add(session);
    sessionsOf.set(into, sessions);
  }
}

/** How often the next tool was foretold from what was known at that time: over recognised errors, and the later half of them. */
export function foretellTools(met: readonly Met[]): { right: number; majority: number; laterHalf: number } {
  let known: AfterFailure[] = [];
  const now = new Map<string, string>();
  let waiting: readonly Met[] = [];
  const told: boolean[] = [];
  for (const one of met) {
    for (const [from, into] of one.joined) {
      known = known.map((after) => (after.pattern === from ? { ...after, pattern: into } : after));
      now.set(from, into);
    }
    for (const { error, placed } of waiting) {
      if (error.next === undefined || error.next.answeredAt > one.error.at) continue;
      known.push({ ...failedBy(error, now.get(placed) ?? placed), nextTool: error.next.tool });
    }
    waiting = [...waiting.filter(({ error }) => (error.next?.answeredAt ?? 0) > one.error.at), one];
    if (!one.recognised || one.error.next === undefined) continue;
    const failed = failedBy(one.error, one.placed);
    const [first] = nextTools(failed, asMuchAsIsRead(known, failed.pattern));
    told.push(first?.tool === one.error.next.tool);
  }
  const asked = met.filter(({ recognised, error }) => recognised && error.next !== undefined);
  const byTool = groupBy(asked, ({ error }) => error.next?.tool);
  return {
    right: shareOf(told),
    majority: Math.max(...[...byTool.values()].map(({ length }) => length)) / asked.length,
    laterHalf: shareOf(told.slice(Math.floor(told.length / 2))),
  };
}

/** The newest experiences, as many as the product reads. */
function asMuchAsIsRead(known: readonly AfterFailure[], pattern: string): AfterFailure[] {
  const own = known.filter((after) => after.pattern === pattern);
  const others = known.filter((after) => after.pattern !== pattern);
  return [...own.slice(-maxOccurrences), ...others.slice(-maxOthers)];
}

/** What is known of an error when it happens; nothing of what came after. */
function failedBy({ tool, input, output, before }: CodingError, pattern: string): Failed {
  const seen = (call: Pick<CodingCall, 'tool' | 'input' | 'output'>, success: boolean): SeenCall => ({
    tool: call.tool,
    arguments: call.input,
    success,
    error: success ? null : { type: 'Error', message: call.output, signature: '' },
  });
  return {
    pattern,
    clues: cluesOf(
      seen({ tool, input, output }, false),
      before.slice(-callsBefore).map((call) => seen(call, !call.failed)),
    ),
  };
}

/** The share of labelled errors that are of the kind most labelled errors of their group are. */
export function purity(met: readonly Met[], labels: Readonly<Record<string, string>>): number {
  const labelled = met.filter(({ error }) => labels[error.key] !== undefined);
  const groups = [...groupBy(labelled, ({ pattern }) => pattern).values()];
  const majority = groups.map((group) =>
    Math.max(...[...groupBy(group, ({ error }) => labels[error.key]).values()].map(({ length }) => length)),
  );
  return majority.reduce((sum, size) => sum + size, 0) / labelled.length;
}

/** Failures of coding agents: how many are recognised, what works next, and whether unlike ones are kept apart. */
export async function benchCodingErrors(): Promise<Row[]> {
  if (!hasCodingSessions()) return [];
  const errors = readCodingErrors();
  const labels: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(new URL('coding-error-labels.json', labelFolder()), 'utf8'),
  );
  const met = meetErrors(errors);
  const lumped = meetErrors(errors, () => 'an error');
  const recognised = shareOf(met.map((one) => one.recognised));
  const { right, majority, laterHalf } = foretellTools(met);
  const pure = purity(met, labels);
  const groups = new Set(met.map(({ pattern }) => pattern)).size;
  const labelled = new Set(Object.values(labels)).size;
  return [
    {
      what: `recognised from an earlier session, of ${errors.length} errors`,
      measured: recognised.toFixed(3),
      against: `all in one group ${shareOf(lumped.map((one) => one.recognised)).toFixed(3)}`,
      ratio: `${groups} groups`,
      goal: '≥ 0.74',
      held: recognised >= 0.74,
    },
    {
      what: 'next tool that succeeds, of those recognised',
      measured: `${right.toFixed(3)} (later half ${laterHalf.toFixed(3)})`,
      against: `most frequent tool ${majority.toFixed(3)}`,
      ratio: (right / majority).toFixed(2),
      goal: '≥ 0.60',
      held: right >= 0.6,
    },
    {
      what: `purity, ${Object.keys(labels).length} errors labelled by hand (${labelled} kinds)`,
      measured: pure.toFixed(3),
      against: `all in one group ${purity(lumped, labels).toFixed(3)}`,
      ratio: '–',
      goal: '≥ 0.95',
      held: pure >= 0.95,
    },
  ];
}

/** The benchmarks run bundled, from a folder of their own; the labels lie beside the sources. */
function labelFolder(): URL {
  return new URL(`file://${process.cwd()}/bench/`);
}

function shareOf(values: readonly boolean[]): number {
  return values.filter(Boolean).length / values.length;
}
