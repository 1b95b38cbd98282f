import { setImmediate as pause } from 'node:timers/promises';
import type * as z from 'zod';
import type { Context } from '../../ports/context.ts';
import { consolidateInput } from '../../records/life-inputs.ts';
import type { Memory } from '../../records/memory.ts';
import { parseInput } from '../../records/parse.ts';
import type { Viewer } from '../../records/scope.ts';
import {
  type ArchiveGroup,
  archived,
  archiveGroups,
  isArchivable,
  maxInSummary,
  minInSummary,
  summaryOf,
} from './compress.ts';
import { contradictions, supersede } from './contradictions.ts';
import { duplicateKey, mergeOf, survivorOf } from './duplicates.ts';
import { type ConsolidationReport, type Round, startRound } from './round.ts';
import { lessonKey, lessonsOf, ruleFrom, strengthened, supportFor, type TaughtLesson } from './rules.ts';
import { surveyed } from './survey.ts';

type Consolidate = z.input<typeof consolidateInput>;

/** Memories merged in one commit. */
const maxAtOnce = 20;
/** More similar memories than these are a list of some kind, and are not compared. */
const maxAlike = 100;

/**
 * Consolidates the memories of a viewer (MEM-5, MEM-6): merges duplicates, settles contradictions, makes rules of
 * lessons, archives old memories of little value. Memories of different owners are never mixed.
 */
export async function consolidate(
  context: Context,
  viewer: Viewer,
  raw: Consolidate = {},
): Promise<ConsolidationReport> {
  const { dryRun } = parseInput(consolidateInput, raw, 'consolidation');
  const round = consolidation(context, viewer, dryRun);
  for (;;) {
    const step = await round.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

/** The same in bounded pieces: yields how many memories each piece looked at. */
export async function* consolidation(
  context: Context,
  viewer: Viewer,
  dryRun: boolean,
): AsyncGenerator<number, ConsolidationReport> {
  const round = startRound(context, viewer, dryRun);
  const survey = yield* surveyed(round);
  for (const [key, ids] of survey.same) if (ids.length > 1) yield* mergeAll(round, key, ids);
  for (const ids of survey.contradicting.values()) if (ids.length > 1) yield await settle(round, ids);
  const { ruleSupport } = context.settings.memory;
  for (const [key, ids] of survey.lessons) {
    const known = survey.rules.get(key) ?? [];
    if (known.length > 0 || ids.length >= ruleSupport) yield await learn(round, key, ids, known);
  }
  for (const candidates of survey.candidates.values()) {
    for (const group of archiveGroups(candidates)) yield await putAway(round, group);
  }
  return round.report;
}

/** Merges duplicates into one of them. The survivor is found first, so that all others link to it. */
async function* mergeAll(round: Round, key: string, ids: readonly string[]): AsyncGenerator<number> {
  const settings = round.context.settings.memory;
  const fetchSame = async (some: readonly string[]): Promise<Memory[]> =>
    (await round.fetch(some)).filter((memory) => duplicateKey(memory, settings) === key);
  let best: Memory | undefined;
  for (const some of piecesOf(ids)) {
    const same = await fetchSame(some);
    best = survivorOf(best === undefined ? same : [best, ...same]);
    yield same.length;
  }
  if (best === undefined) return;
  const { id } = best;
  for (const some of piecesOf(ids.filter((other) => other !== id))) {
    const same = await fetchSame([id, ...some]);
    const survivor = same.find((memory) => memory.id === id);
    const merge = survivor === undefined ? null : mergeOf(same, settings, survivor);
    if (merge !== null && (await round.write([merge.into, ...merge.from]))) {
      round.report.merged.push({ into: id, from: merge.from.map(({ memory }) => memory.id) });
    }
    yield same.length;
  }
}

function piecesOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / maxAtOnce);
  return Array.from({ length: count }, (_, index) => ids.slice(index * maxAtOnce, (index + 1) * maxAtOnce));
}

async function settle(round: Round, ids: readonly string[]): Promise<number> {
  if (ids.length > maxAlike) return 0;
  const memories = await round.fetch(ids);
  const found = contradictions(memories, round.now, round.context.settings.memory);
  if (found.length > 0 && (await round.write(supersede(found)))) {
    round.report.contradictions.push(
      ...found.map(({ winner, loser, why }) => ({ winner: winner.id, loser: loser.id, why })),
    );
  }
  return memories.length;
}

/** Strengthens the rules that a lesson has become, or makes one when enough memories teach it. */
async function learn(
  round: Round,
  key: string,
  ids: readonly string[],
  known: readonly string[],
): Promise<number> {
  const { context, now, report } = round;
  const settings = context.settings.memory;
  const memories = await round.fetch(ids.slice(0, maxAlike));
  const lessons = memories.flatMap((memory) => lessonsIn(memory, key));
  const support = supportFor(lessons);
  for (const rule of await round.fetch(known)) {
    const change = strengthened(rule, lessons, settings);
    if (change !== null && (await round.write([change])))
      report.rules.push({ id: rule.id, text: rule.text, support });
  }
  const rule = known.length > 0 ? null : ruleFrom(lessons, context.ids('mem'), now, settings);
  if (rule !== null && (await round.write([], rule))) {
    report.rules.push({ id: report.dryRun ? null : rule.id, text: rule.text, support });
  }
  return memories.length;
}

function lessonsIn(memory: Memory, key: string): TaughtLesson[] {
  return lessonsOf(memory)
    .filter((text) => memory.standing === 'active' && lessonKey(memory, text) === key)
    .map((text) => ({ text, memory }));
}

async function putAway(round: Round, { about, ids }: ArchiveGroup): Promise<number> {
  const { context, now, report } = round;
  const fetched = await round.fetch(ids.slice(0, maxInSummary));
  // Memories that were merged or linked meanwhile are needed.
  const [first, ...others] = fetched.filter((memory) => isArchivable(memory, now, context.settings.memory));
  if (first === undefined) return fetched.length;
  const members = [first, ...others] as const;
  const from = members.map(({ id }) => id);
  if (about === null || members.length < minInSummary) {
    const changes = members.map((memory) => archived(memory, null));
    if (await round.write(changes)) report.archived.push(...from);
    return fetched.length;
  }
  const summary = summaryOf(about, members, context.ids('mem'), now);
  const changes = members.map((memory) => archived(memory, summary.id));
  if (await round.write(changes, summary)) {
    report.summarised.push({ into: report.dryRun ? null : summary.id, from });
  }
  return fetched.length;
}
