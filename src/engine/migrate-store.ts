import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { withoutTrust } from '../access/untrusted-store.ts';
import { EngramError, invalidInput, phrase } from '../errors.ts';
import { createIds, systemClock, systemRandom } from '../providers/system.ts';
import { type Moved, moveStore, type OnMoving } from '../store/move.ts';
import { openStore, parseStoreUrl } from '../store/open-store.ts';
import { placeOf } from './own-database.ts';

/** From where to where, as database URLs. */
export interface MigrateOptions {
  readonly from: string;
  readonly to: string;
  /** The source may be somebody else's: approvals, tokens and statements of the user are left behind. */
  readonly isForeign?: boolean;
  /** Called with the progress. */
  readonly onMoving?: OnMoving;
}

/**
 * Copies a whole store, of all users, to another database, and compares the two by counts and checksums.
 * Interrupted, it goes on where it stopped when it is called again.
 *
 * @example
 * const { verified } = await migrateStore({ from: 'file:memory.db', to: 'postgres://ann@localhost/engram' });
 */
export async function migrateStore({
  from,
  to,
  isForeign = false,
  onMoving,
}: MigrateOptions): Promise<Moved> {
  const [sourcePlace, targetPlace] = [placeOf(from), placeOf(to)];
  if (sourcePlace === targetPlace) {
    throw invalidInput(
      phrase`${{ field: 'from' }} and ${{ field: 'to' }} name the same database. Choose another target.`,
    );
  }
  refuseMissing(from);
  const opening = { durability: 'normal', now: systemClock.now() } as const;
  const opened = await openStore(from, opening);
  const source = isForeign ? withoutTrust(opened, sourcePlace) : opened;
  try {
    const target = await openStore(to, opening);
    try {
      if (!source.keeps || !target.keeps) {
        throw invalidInput('A store that keeps nothing cannot be copied from or to.');
      }
      return await moveStore(source, target, {
        // A digest, because a place may be written in many ways and may hold a password.
        source: createHash('sha256').update(sourcePlace).digest('hex').slice(0, 32),
        now: systemClock.now,
        holder: createIds(systemClock, systemRandom)('job'),
        ...(onMoving === undefined ? {} : { onMoving }),
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Opening a file that is not there would make a new one, and copy nothing with success. */
function refuseMissing(from: string): void {
  const location = parseStoreUrl(from);
  if (location.backend !== 'sqlite' || existsSync(location.path)) return;
  throw new EngramError('store_unavailable', `There is no database ${location.path} to copy.`, {
    details: { path: location.path },
  });
}

export type { Moved, Tallies } from '../store/move.ts';
