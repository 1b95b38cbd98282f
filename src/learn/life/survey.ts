import { setImmediate as pause } from 'node:timers/promises';
import { carriedGrants } from '../../access/grants.ts';
import { mayChange } from '../../access/reach.ts';
import type { Memory } from '../../records/memory.ts';
import type { Position } from '../../records/page.ts';
import { type Change, changed } from './change.ts';
import { type ArchiveCandidate, candidateOf, isArchivable, unsummarised } from './compress.ts';
import { contradictionKey, restored } from './contradictions.ts';
import { duplicateKey } from './duplicates.ts';
import { promotion } from './lifetime.ts';
import { evidenceAt, keepsHurting } from './outcome.ts';
import type { Round } from './round.ts';
import { lessonKey, lessonKeysOf } from './rules.ts';
import { addTo, type Index, keyOf } from './subject.ts';

/** The ids of memories that need work, by what they share. The memories are read again then. */
export interface Survey {
  readonly same: Index;
  readonly contradicting: Index;
  readonly lessons: Index;
  readonly rules: Index;
  /** Old ones of little value, by their owner. */
  readonly candidates: Index<ArchiveCandidate>;
}

const pageSize = 50;
/** Characters read between two pauses: about five milliseconds. */
const maxRead = 5_000;

/** Reads every memory of the viewer once, and promotes, demotes and restores on the way. Yields the size of each page. */
export async function* surveyed(round: Round): AsyncGenerator<number, Survey> {
  const survey: Survey = {
    same: new Map(),
    contradicting: new Map(),
    lessons: new Map(),
    rules: new Map(),
    candidates: new Map(),
  };
  // A rule that is no longer valid is entered, too, so that it is not made again from the same lesson.
  for (const standing of ['superseded', 'archived'] as const) {
    for await (const page of pagesOf(round, { standing })) {
      await restoreAll(round, page);
      for (const memory of page) enterRule(survey, memory);
      yield page.length;
    }
  }
  // Demoted ones first, so that a memory demoted on the way is not read twice.
  for (const standing of ['demoted', 'active'] as const) {
    for await (const page of pagesOf(round, { standing })) {
      await enterAll(round, survey, page);
      round.report.examined += page.length;
      yield page.length;
    }
  }
  for await (const page of pagesOf(round, { standing: 'merged', kind: 'rule' })) {
    for (const rule of page) enterRule(survey, rule);
    yield page.length;
  }
  return survey;
}

/** Memories that the viewer may change, page by page. Copies may be taken back, so nothing is made of them. */
async function* pagesOf(
  { context, viewer, now }: Round,
  filter: { readonly standing: Memory['standing']; readonly kind?: 'rule' },
): AsyncGenerator<Memory[]> {
  let after: Position | undefined;
  do {
    const page = await context.store.listMemories(viewer, { ...filter, now }, { limit: pageSize, after });
    yield page.items.filter(
      (memory) => mayChange(viewer, memory.scope) && carriedGrants(memory).length === 0,
    );
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** Restores memories whose winner or summary is gone. */
async function restoreAll(round: Round, aside: readonly Memory[]): Promise<void> {
  const named = aside.flatMap(({ links }) => links.map(({ id }) => id));
  const there = named.length === 0 ? [] : await round.fetch(named);
  for (const memory of aside) {
    const change = restored(memory, there) ?? unsummarised(memory, there);
    if (change !== null && (await round.write([change]))) round.report.restored.push(memory.id);
  }
}

async function enterAll(round: Round, survey: Survey, page: readonly Memory[]): Promise<void> {
  let read = 0;
  for (const memory of page) {
    const change = changeOf(round, memory);
    const isWritten = change !== null && (await round.write([change]));
    if (isWritten) round.report[change.reason === 'promoted' ? 'promoted' : 'demoted'].push(memory.id);
    enter(round, survey, isWritten ? change.memory : memory);
    read += memory.text.length;
    if (read > maxRead) {
      read = 0;
      await pause();
    }
  }
}

/** The change that its own record asks for, without a look at other memories. */
function changeOf({ context, now }: Round, memory: Memory): Change | null {
  const settings = context.settings.memory;
  const evidence = evidenceAt(memory, now, settings.confidenceHalfLifeDays);
  if (memory.standing === 'active' && keepsHurting(evidence)) {
    return changed(memory, { standing: 'demoted' }, 'demoted', 'It kept hurting.');
  }
  return promotion(memory, settings);
}

function enter({ context, now }: Round, survey: Survey, memory: Memory): void {
  const settings = context.settings.memory;
  const same = duplicateKey(memory, settings);
  if (same !== null) addTo(survey.same, same, memory.id);
  const contradicting = contradictionKey(memory, settings);
  if (contradicting !== null) addTo(survey.contradicting, contradicting, memory.id);
  for (const key of new Set(lessonKeysOf(memory, settings))) addTo(survey.lessons, key, memory.id);
  enterRule(survey, memory);
  if (!isArchivable(memory, now, settings)) return;
  const owner = keyOf([memory.scope.user, memory.scope.project, memory.scope.agent]);
  addTo(survey.candidates, owner, candidateOf(memory));
}

function enterRule(survey: Survey, memory: Memory): void {
  const key = memory.kind === 'rule' ? lessonKey(memory, memory.text) : null;
  if (key !== null) addTo(survey.rules, key, memory.id);
}
