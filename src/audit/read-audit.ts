import type * as z from 'zod';
import { type EngramError, invalidInput } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import {
  type ExportedAudit,
  exportAuditInput,
  listAuditInput,
  type ShownAudit,
  type VerifiedAudit,
  verifyAuditInput,
} from '../records/audit-inputs.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import { openSealed, pseudonymUnder, seal } from './seal.ts';
import { isWanted, mayKnow, shownAudit, type WantedAudit } from './shown.ts';
import { checkChain } from './verify.ts';

/** Records read at a time. */
const pieceSize = 1_000;

/** One page of the audit, the last first. */
export interface AuditPage {
  readonly items: ShownAudit[];
  readonly next: string | null;
}

/** What was written down that concerns a viewer, the last first. */
export async function listAudit(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof listAuditInput>,
): Promise<AuditPage> {
  const { limit, cursor, ...wanted } = parseInput(listAuditInput, raw, 'audit');
  const key = await context.store.auditKey(viewer.user);
  if (key === undefined) {
    // As where something is written down: whether it is, about others of the user, is not told by what a wrong cursor brings.
    if (cursor !== undefined) throw wrongCursor();
    return { items: [], next: null };
  }
  const items: ShownAudit[] = [];
  for await (const { shown, position } of recordsOf(context, viewer, key, wanted, readCursor(key, cursor))) {
    items.push(shown);
    // Sealed: how much is written down about others is not told by how far the numbers went on.
    if (items.length === limit) return { items, next: seal(key, position) };
  }
  return { items, next: null };
}

/** The audit as far as it concerns a viewer, as a document. That it was exported is written down, too. */
export async function exportAudit(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof exportAuditInput>,
): Promise<ExportedAudit> {
  const wanted = parseInput(exportAuditInput, raw, 'audit');
  // Also where nothing is written down yet, because it must not tell whether something is. To export where nothing is makes no database.
  if ((await context.store.listPlaces()).length > 0) {
    await context.audit.note({ action: 'export', of: viewer, kind: 'audit', ids: [] });
  }
  const key = await context.store.auditKey(viewer.user);
  const records: ShownAudit[] = [];
  if (key !== undefined) {
    for await (const { shown } of recordsOf(context, viewer, key, wanted)) records.push(shown);
  }
  const head = records[0]?.hash ?? null;
  const exportedAt = context.clock.now();
  return { format: 'engram-audit', version: 1, exportedAt, head, records: records.reverse() };
}

/** Whether every audit record of the store is there and as it was written. */
export async function verifyAudit(
  context: Context,
  raw: z.input<typeof verifyAuditInput>,
): Promise<VerifiedAudit> {
  const { head } = parseInput(verifyAuditInput, raw, 'audit');
  const keys = new Map<string, string>();
  const check = checkChain((subject) => keys.get(subject));
  for (let after = 0; ; ) {
    const records = await context.store.walkAudit(after, pieceSize);
    // Read again where one is missing: users may come while this goes on. Those who leave meanwhile keep the key read before.
    if (records.some(({ subject }) => !keys.has(subject)))
      for (const key of await context.store.auditKeys()) keys.set(pseudonymUnder(key), key);
    for (const record of records) check.take(record);
    const last = records.at(-1);
    if (last === undefined) return check.result(head);
    after = last.position;
  }
}

/** What a viewer may know and asks for, the last first, from before a position on. */
async function* recordsOf(
  { store }: Context,
  viewer: Viewer,
  key: string,
  wanted: WantedAudit,
  from?: number,
): AsyncGenerator<{ shown: ShownAudit; position: number }> {
  const subject = pseudonymUnder(key);
  for (let before = from; ; ) {
    const records = await store.listAudit({ subject, action: wanted.action, before }, pieceSize);
    for (const record of records) {
      const shown = shownAudit(record, key);
      if (shown === undefined || !mayKnow(viewer, shown) || !isWanted(wanted, shown)) continue;
      yield { shown, position: record.position };
    }
    const last = records.at(-1);
    // Times of several machines need not agree, so nothing is concluded from one that is too early.
    if (last === undefined) return;
    before = last.position;
  }
}

function readCursor(key: string, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const position = openSealed(key, cursor);
  if (typeof position === 'number') return position;
  throw wrongCursor();
}

function wrongCursor(): EngramError {
  return invalidInput('The cursor is not one that a list of the audit gave out. Begin without it.');
}
