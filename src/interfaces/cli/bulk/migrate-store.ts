import { type Moved, migrateStore, type Tallies } from '../../../engine/migrate-store.ts';
import { isForeignDatabase, isOwnDatabase, placeOf } from '../../../engine/own-database.ts';
import { counted } from '../../../text/counted.ts';
import { shownUrl } from '../../../text/shown-url.ts';
import type { CommandCall } from '../call.ts';
import { listTable, right } from '../present/presenter.ts';
import { createProgress } from '../progress.ts';
import { sayNotices } from '../project-notices.ts';
import type { Paint } from '../terminal.ts';

/** What people call the records a command writes. */
const sorts: Readonly<Record<string, string>> = {
  'create-task': 'tasks',
  'start-run': 'runs',
  'append-step': 'steps',
  'append-message': 'messages',
  'record-memory': 'memories',
  'save-lesson': 'lessons',
  'save-template': 'templates',
  'create-token': 'tokens',
  'create-record': 'other records',
};

/** `store migrate`: exit code 5 when the two differ in the end. */
export async function migrate({ own, terminal, paint, asJson, request }: CommandCall): Promise<number> {
  const progress = createProgress(terminal, paint, 'Migrating');
  const from = String(own['from']);
  const loaded = await request.settings();
  const isInUse = placeOf(from) === placeOf(loaded.settings.db) && !isForeignDatabase(loaded);
  const isForeign = !isInUse && !isOwnDatabase(loaded.home, from);
  let moved: Moved;
  try {
    moved = await migrateStore({
      from,
      isForeign,
      to: String(own['to']),
      onMoving: (phase, records) => progress.update(undefined, `${phase} ${counted(records, 'record')}`),
    });
  } finally {
    progress.end();
  }
  const left = `${shownUrl(from)} may be somebody else's: its approved templates became drafts, and its tokens and statements of the user were left behind. If it is yours, trust it before it is copied: engram trust ${shownUrl(from)}`;
  sayNotices(isForeign ? [left] : [], terminal, asJson);
  terminal.write(`${asJson ? JSON.stringify(moved) : presentMoved(moved, paint)}\n`);
  return moved.verified ? 0 : 5;
}

function presentMoved(moved: Moved, paint: Paint): string {
  const types = Object.keys(sorts).filter((type) => type in moved.from || type in moved.to);
  const rows = types.map((type) => ({ type, from: moved.from[type], to: moved.to[type] }));
  const listed = listTable({ paint, columns: 80 }, rows, [
    ['', ({ type }) => sorts[type] ?? type],
    ['FROM', ({ from }) => String(from?.count ?? 0), right],
    ['TO', ({ to }) => String(to?.count ?? 0), right],
    ['CHECKSUM', ({ from, to }) => (isSame(from, to) ? paint.good('same') : paint.bad('differs'))],
  ]);
  return [
    `${paint.good('Copied')} ${counted(moved.copied, 'record')}`,
    ...(rows.length === 0 ? [] : [listed]),
    moved.verified
      ? paint.good('Both hold the same.')
      : paint.bad(
          'They differ. What is new comes over when you run it again, after stopping what writes; for what was changed or deleted since it was copied, and for tokens that were revoked, copy into an empty database.',
        ),
  ].join('\n');
}

function isSame(from: Tallies[string] | undefined, to: Tallies[string] | undefined): boolean {
  return from?.checksum === to?.checksum && from?.count === to?.count;
}
