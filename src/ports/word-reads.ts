import type { GrantedViewer } from '../records/grant.ts';
import type { Viewer } from '../records/scope.ts';
import type { MemoryEntry } from './memory-changes.ts';
import type { RecordedEntry } from './recorded-changes.ts';

/**
 * Reads what contains words, for a search whose index is not ready. A word is made of letters and digits and may stand inside a
 * longer one. The case of ASCII letters does not matter. When there are more than `limit`, those with more of the words are
 * chosen, then newer ones by `createdAt`, then by id. Names of fields may count as words: the caller ranks what it gets.
 */
export interface WordReads {
  /** Memories that the reader may see, of every standing, expired ones too, whose text or content contains one of these words; in this order. */
  findEntriesByWords(
    reader: GrantedViewer,
    words: readonly string[],
    limit: number,
  ): Promise<readonly MemoryEntry[]>;
  /**
   * Messages and ended runs that the viewer may see which contain one of these words, in no order: at most `limit` messages and
   * at most `limit` runs. The steps of a run are not looked at.
   */
  findRecordedByWords(
    viewer: Viewer,
    words: readonly string[],
    limit: number,
  ): Promise<readonly RecordedEntry[]>;
}
