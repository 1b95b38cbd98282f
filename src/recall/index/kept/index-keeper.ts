import { EngramError } from '../../../errors.ts';
import type { IndexPlace, Store } from '../../../ports/store.ts';
import type { MeaningSpace } from '../../meaning.ts';
import { createShard, type Shard } from '../shard.ts';
import { type IndexStanding, isWorthKeeping, type KeepingSizes, keepIndex, unkeptIn } from './keep-index.ts';
import { createKeptShard } from './kept-shard.ts';
import { type KeptHome, openIndex } from './open-index.ts';
import { StaleIndex } from './segment.ts';

/** Keeps the index of a project in the store, and opens what processes before have kept. */
export interface IndexKeeper {
  /** What was kept last: how far it follows the store, and its shards. */
  open(): Promise<{ readonly mark: string | null; readonly shards: readonly Shard[] }>;
  newShard(agent: string | null, carried: readonly string[]): Shard;
  /**
   * Keeps all shards as they are, if it is worth it; while more is to come, only when a segment is full.
   *
   * @throws StaleIndex when another process was first.
   */
  keep(mark: string, isMoreToCome: boolean): Promise<void>;
  /** What is kept is of no use: shards are made anew, and kept instead of it. */
  beginAnew(): void;
  /** What was opened could not be read. If nobody has replaced it by then, it is damaged: the next `open` opens nothing. */
  suspect(): void;
  /** Neither opens nor keeps anything from now on. */
  giveUp(): void;
}

/**
 * @param making how the index is made: one that was made in another way is made anew.
 * @param sizes null for an index that is neither opened nor kept.
 */
export function createIndexKeeper(
  store: Store,
  place: IndexPlace,
  meaning: MeaningSpace | null,
  making: string,
  sizes: KeepingSizes | null,
): IndexKeeper {
  const { user, project, corpus = 'memories' } = place;
  const here: IndexPlace = { user, project, corpus };
  let isOn = store.keeps;
  let homes: KeptHome[] = [];
  let suspected: number | undefined;
  let standing: IndexStanding = { generation: 0, mark: null, isUseless: true };

  return {
    async open() {
      homes = [];
      if (!isOn || sizes === null) return { mark: null, shards: [] };
      const opened = await openIndex(store, here, meaning, making);
      if (opened.generation === suspected) {
        for (const { shard } of opened.homes) shard.free();
        standing = { generation: opened.generation, mark: null, isUseless: true };
        return { mark: null, shards: [] };
      }
      homes = [...opened.homes];
      standing = opened;
      return { mark: opened.mark, shards: homes.map(({ shard }) => shard) };
    },
    newShard(agent, carried) {
      const kept = createKeptShard(store, here);
      const shard = createShard(agent, meaning?.space ?? null, carried, kept);
      homes.push({ shard, kept });
      return shard;
    },
    async keep(mark, isMoreToCome) {
      if (!isOn || sizes === null) return;
      const isDue = isMoreToCome
        ? homes.some((home) => unkeptIn(home) >= sizes.mostInSegment)
        : isWorthKeeping(homes, sizes) || (standing.isUseless && standing.generation > 0);
      if (!isDue) return;
      try {
        standing = await keepIndex(store, here, making, homes, { ...standing, mark }, sizes);
      } catch (error) {
        if (error instanceof StaleIndex) throw error;
        if (EngramError.is(error) && error.code === 'conflict') throw new StaleIndex();
        // A store that cannot be written (full, read-only) is searched all the same.
        isOn = false;
      }
    },
    beginAnew() {
      homes = [];
      standing = { ...standing, mark: null, isUseless: true };
    },
    suspect() {
      suspected = standing.generation;
    },
    giveUp() {
      isOn = false;
    },
  };
}
