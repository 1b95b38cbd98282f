import type { Settings } from '../../config/settings.ts';
import { canonicalJson, type Json, type JsonObject } from '../../json/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CacheStatistics, KeptResults } from '../../ports/toolbox.ts';

/** Results of idempotent calls, kept within this process (TPL-7). */
export interface ResultCache {
  /**
   * The results for one viewer and one set of tools, which others never see. A set of other tools with the same names
   * needs another `name`.
   */
  within(name: string): KeptResults;
  statistics(): CacheStatistics;
}

interface CacheEntry {
  readonly space: string;
  readonly text: string;
  readonly bytes: number;
  readonly until: number;
}

/**
 * Caches results by tool and canonical arguments, for a time, up to a number and a size; the least recently used go
 * first. A change drops all results of those tools, because no tool says which calls it affects.
 */
export function createResultCache(
  { enabled, ttlSeconds, entries: maxEntries, megabytes }: Settings['templates']['cache'],
  clock: Pick<Clock, 'elapsed'>,
): ResultCache {
  // In the order of their last use, oldest first.
  const kept = new Map<string, CacheEntry>();
  const changes = new Map<string, number>();
  const maxBytes = megabytes * 1_000_000;
  let bytes = 0;
  let hits = 0;
  let misses = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  function add(key: string, entry: CacheEntry): void {
    drop(key);
    kept.set(key, entry);
    bytes += entry.bytes;
    for (const oldest of kept.keys()) {
      if (kept.size <= maxEntries && bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  const within = (space: string): KeptResults => {
    const keyOf = (tool: string, toolArguments: JsonObject): string =>
      canonicalJson([space, tool, toolArguments]);
    const changesSoFar = (): number => changes.get(space) ?? 0;
    return {
      find(tool, toolArguments) {
        const key = keyOf(tool, toolArguments);
        const entry = kept.get(key);
        if (entry === undefined || entry.until <= clock.elapsed()) {
          drop(key);
          misses += 1;
          return undefined;
        }
        hits += 1;
        kept.delete(key);
        kept.set(key, entry);
        // A new copy each time: a caller that changes its result must not change it for others.
        return JSON.parse(entry.text) as Json;
      },
      changes: changesSoFar,
      keep(tool, toolArguments, result, changesBefore) {
        if (!enabled || changesBefore !== changesSoFar()) return;
        const text = JSON.stringify(result);
        const key = keyOf(tool, toolArguments);
        const size = Buffer.byteLength(text) + Buffer.byteLength(key);
        if (size > maxBytes) return;
        add(key, { space, text, bytes: size, until: clock.elapsed() + ttlSeconds * 1_000 });
      },
      empty() {
        changes.set(space, changesSoFar() + 1);
        for (const [key, entry] of kept) if (entry.space === space) drop(key);
      },
    };
  };

  return {
    within,
    statistics: () => ({
      hits,
      misses,
      hitRate: hits + misses === 0 ? null : hits / (hits + misses),
      entries: kept.size,
      bytes,
    }),
  };
}
