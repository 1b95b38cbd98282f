import type { Context } from '../ports/context.ts';
import { importedId } from '../records/imported-id.ts';
import type { Position } from '../records/page.ts';
import type { RunWithTotals } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';

const pageSize = 500;
/** Sessions that are looked through for the one that a run was imported with. */
const maxSessions = 10_000;

/**
 * When an imported run ended by its own times: with its last step or the last message of its session, whenever its outcome is
 * told.
 */
export async function importedEnd(
  { store }: Pick<Context, 'store'>,
  viewer: Viewer,
  { id, scope, createdAt, totals }: RunWithTotals,
): Promise<number> {
  const lastStep = Math.round(createdAt + totals.wallTimeMs);
  let after: Position | undefined;
  for (let seen = 0; seen < maxSessions; seen += pageSize) {
    const { items, next } = await store.listSessions(
      viewer,
      after === undefined ? { limit: pageSize } : { limit: pageSize, after },
    );
    const session = items.find((each) => importedId('run', scope, each.id) === id);
    if (session !== undefined) return Math.max(lastStep, session.lastMessageAt);
    if (next === null) break;
    after = next;
  }
  return lastStep;
}
