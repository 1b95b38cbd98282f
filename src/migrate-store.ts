import { EngramError } from './errors.ts';
import { shownUrl } from './model/shown-url.ts';
import { type Moved, moveStore, type OnMoving } from './store/move.ts';
import { openStore, parseStoreUrl } from './store/open-store.ts';
import { createIds, systemClock, systemRandom } from './system.ts';

/** From where to where, as database URLs. */
export interface MigrateOptions {
  readonly from: string;
  readonly to: string;
  /** Hears how it goes on. */
  readonly onMoving?: OnMoving;
}

/**
 * Copies a whole store, of all users, to another database, and compares the two by counts and checksums.
 * Interrupted, it goes on where it stopped when it is called again.
 *
 * @example
 * const { verified } = await migrateStore({ from: 'file:memory.db', to: 'postgres://ann@localhost/engram' });
 */
export async function migrateStore({ from, to, onMoving }: MigrateOptions): Promise<Moved> {
  const [sourcePlace, targetPlace] = [parseStoreUrl(from), parseStoreUrl(to)];
  if (JSON.stringify(sourcePlace) === JSON.stringify(targetPlace)) {
    throw new EngramError('invalid_input', '--from and --to name the same database. Choose another target.');
  }
  const opening = { durability: 'normal', now: systemClock.now() } as const;
  const source = await openStore(from, opening);
  try {
    const target = await openStore(to, opening);
    try {
      if (!source.keeps || !target.keeps) {
        throw new EngramError('invalid_input', 'A store that keeps nothing cannot be copied from or to.');
      }
      return await moveStore(source, target, {
        source: shownUrl(from),
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

export type { Moved, Tallies } from './store/move.ts';
