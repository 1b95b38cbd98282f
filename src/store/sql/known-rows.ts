import type { SqlRow, SqlValue } from '../../ports/sql-client.ts';
import { inPieces } from './rows.ts';

/**
 * Identifies rows at one moment: by their versions, as `versionsText` gives them, and the number of the last removal. A row
 * with the same version has the same content, unless rows were removed in between. A version begins with the number of its
 * row and has no spaces.
 */
export interface Versions {
  /** Several texts may name the same row. */
  readonly texts: ReadonlyArray<SqlValue | undefined>;
  readonly removal: number;
}

/** The versions of these rows as one text: handing over thousands of small values takes longer than finding them. */
export function versionsText(rows: string): string {
  return `(SELECT string_agg(version, ' ') FROM (${rows}) AS versions)`;
}

/** The versions in texts that may name the same row, each once. */
function versionsIn(texts: Versions['texts']): string[] {
  const lists = texts.flatMap((text) => (typeof text === 'string' ? [text.split(' ')] : []));
  const [first = []] = lists;
  return lists.length > 1 ? [...new Set(lists.flat())] : first;
}

/** Rows with their `version` and the last `removal`, by their numbers. */
type ReadRows = (numbers: readonly number[]) => Promise<readonly SqlRow[]>;

/** Characters of row bodies after which the whole cache is cleared. */
const maxCharacters = 5_000_000;
/** Whole answers that are cached for repeated questions; at this many they are cleared. */
const maxLists = 20;

interface RowCache<Item> {
  readonly removal: number;
  readonly items: Map<string, Item>;
  /** Whole answers, by the texts that name their rows. */
  readonly lists: Map<string, readonly Item[]>;
  characters: number;
}

/**
 * A cache for statistics, which read thousands of records again and again: each is decoded once per version of its row.
 * Which rows exist, and who may see them, is asked of the database each time.
 */
export function createKnownRows<Item>(readRows: ReadRows) {
  const nothing = (removal: number): RowCache<Item> => ({
    removal,
    items: new Map(),
    lists: new Map(),
    characters: 0,
  });
  let latest = nothing(0);

  function knownSince(removal: number): RowCache<Item> {
    if (latest.removal !== removal || latest.characters > maxCharacters) latest = nothing(removal);
    return latest;
  }

  return {
    /** The records of these versions, in their order. Null when a row changed or was removed meanwhile. */
    async read({ texts, removal }: Versions, decode: (row: SqlRow) => Item): Promise<Item[] | null> {
      const known = knownSince(removal);
      const name = texts.join('\n');
      const asBefore = known.lists.get(name);
      if (asBefore !== undefined) return [...asBefore];
      const versions = versionsIn(texts);
      const unknown = versions.filter((version) => !known.items.has(version));
      for (const piece of inPieces(unknown)) {
        const rows = await readRows(piece.map((version) => Number.parseInt(version, 10)));
        if (rows.some((row) => Number(row['removal']) !== removal)) return null;
        for (const row of rows) {
          known.items.set(String(row['version']), frozen(decode(row)));
          known.characters += String(row['body']).length;
        }
      }
      const found = versions.map((version) => known.items.get(version));
      if (!found.every((item) => item !== undefined)) return null;
      if (known.lists.size >= maxLists) known.lists.clear();
      known.lists.set(name, found);
      return [...found];
    },
  };
}

/** Callers share the record, so none of them may change it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  // For speed: thousands of records, most of whose members are plain values, and no list of them is made.
  for (const name in value) if (typeof value[name] === 'object') frozen(value[name]);
  return Object.freeze(value);
}
