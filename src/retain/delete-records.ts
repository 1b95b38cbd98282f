import { setImmediate as pause } from 'node:timers/promises';
import type * as z from 'zod';
import { holdsOf } from '../access/holding-store.ts';
import { EngramError } from '../errors.ts';
import { forgetPattern } from '../learn/failures/forget.ts';
import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import { isExpired, memoryText } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import type { RecordSelection, SelectedRecord } from '../records/record-selection.ts';
import { deleteManyInput, type ManyDeleted } from '../records/retention-inputs.ts';
import type { Viewer } from '../records/scope.ts';
import { refuseOthers, selectionOf } from './select-records.ts';
import { added, holdsWithin, noSums, type RecordSums, sumOf, surveyed } from './sums.ts';

/** Records that are deleted in one commit. */
const pieceSize = 50;
const sampleSize = 5;
const titleLength = 120;

/** Deletes the memories that fit, or tells which would go (MEM-7). May be repeated: what is gone is not met again. */
export async function deleteMany(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof deleteManyInput>,
): Promise<ManyDeleted> {
  const asked = parseInput(deleteManyInput, raw, 'deletion');
  refuseOthers(viewer, asked.of);
  const selection = selectionOf(viewer, asked, context.clock.now());
  const { held, ...free } = surveyed(await context.store.surveyRecords(selection));
  const deletion = asked.confirm ? await deleteSelected(context, selection) : { gone: free, held: 0 };
  const heldBack = held + deletion.held;
  return {
    confirmed: asked.confirm,
    ...deletion.gone,
    held: heldBack,
    holds: heldBack === 0 ? [] : holdsWithin(await holdsOf(context.store, viewer), [selection]),
    sample: asked.confirm ? [] : await sampleOf(context, [selection]),
  };
}

/** Some records of these selections. What has expired is counted, but never shown. */
export async function sampleOf(
  { store, clock }: Context,
  selections: readonly RecordSelection[],
): Promise<ManyDeleted['sample']> {
  const sample: Array<ManyDeleted['sample'][number]> = [];
  for (const selection of selections) {
    const { items } = await store.selectRecords(selection, null, sampleSize);
    const owner = { user: selection.user, project: selection.project, agent: null };
    const ids = items.map(({ id }) => id);
    const memories = selection.of === 'memory' ? await store.getMemories(owner, ids) : [];
    const titles = new Map(
      memories
        .filter((memory) => !isExpired(memory, clock.now()))
        .map((memory) => [memory.id, memoryText(memory).slice(0, titleLength).toWellFormed()]),
    );
    for (const { id, kind, createdAt } of items) {
      const title = selection.of === 'memory' ? titles.get(id) : '';
      if (title !== undefined) sample.push({ id, kind, title, createdAt });
    }
  }
  return sample.slice(0, sampleSize);
}

/** What a deletion did: what went, and how much stays because something derived from it is held. */
export interface Deletion {
  readonly gone: RecordSums;
  readonly held: number;
}

/** Deletes what is selected, piece by piece, at most about this many records. */
export async function deleteSelected(
  context: Context,
  selection: RecordSelection,
  maxRecords = Number.POSITIVE_INFINITY,
): Promise<Deletion> {
  let gone = noSums;
  let held = 0;
  let after: string | null = null;
  do {
    const piece: Awaited<ReturnType<Context['store']['selectRecords']>> = await context.store.selectRecords(
      selection,
      after,
      pieceSize,
    );
    const done = await deletePiece(context, selection, piece.items);
    gone = added(gone, done.gone);
    held += done.held;
    after = piece.next;
    await pause();
  } while (after !== null && gone.count < maxRecords);
  return { gone, held };
}

/** All in one commit; one by one when one of them is held, was deleted meanwhile, or went with another. */
async function deletePiece(
  context: Context,
  selection: RecordSelection,
  items: readonly SelectedRecord[],
): Promise<Deletion> {
  if (items.length === 0) return { gone: noSums, held: 0 };
  const failures = await failuresAmong(context, selection, items);
  const commands = items.map((item) => deletionOf(selection, item));
  const gone: SelectedRecord[] = [];
  let held = 0;
  if ((await codeOf(context, commands)) === null) gone.push(...items);
  else {
    for (const [index, item] of items.entries()) {
      const code = await codeOf(context, commands.slice(index, index + 1));
      if (code === null) gone.push(item);
      if (code === 'held') held += 1;
    }
  }
  const ids = new Set(gone.map(({ id }) => id));
  for (const memory of failures) {
    if (ids.has(memory.id)) await forgetPattern(context, memory.scope, memory);
  }
  return { gone: sumOf(gone), held };
}

/** Why commands were refused; null when they were carried out. */
async function codeOf(context: Context, commands: readonly Command[]): Promise<'held' | 'gone' | null> {
  try {
    await context.store.commit(commands);
    return null;
  } catch (error) {
    if (!EngramError.is(error)) throw error;
    if (error.code === 'held') return 'held';
    if (error.code === 'not_found' || error.code === 'conflict') return 'gone';
    throw error;
  }
}

/** Memories of failures: patterns that only they told of go with them. */
async function failuresAmong(
  { store }: Context,
  { of, user, project }: RecordSelection,
  items: readonly SelectedRecord[],
) {
  const ids = items.filter(({ kind }) => of === 'memory' && kind === 'failure').map(({ id }) => id);
  return ids.length === 0 ? [] : store.getMemories({ user, project, agent: null }, ids);
}

function deletionOf({ of }: RecordSelection, { id, scope }: SelectedRecord): Command {
  if (of === 'run') return { type: 'delete-run', owner: scope, id };
  return { type: of === 'session' ? 'delete-session' : 'delete-memory', owner: scope, id };
}
