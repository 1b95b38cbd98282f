import type { SqlRow, SqlValue } from '../../ports/sql-client.ts';
import { inPieces } from './rows.ts';

/**
 * Names rows as they were at one moment: their versions, as `versionsText` gives them, and the last removal. Rows of one
 * version say the same, as long as nothing was removed between them. A version begins with the number of its row and has
 * no spaces.
 */
export interface Versions {
  /** A row may be named by several. */
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

/** Characters of bodies whose records are kept; when there are more, they are forgotten, all at once. */
const maxCharacters = 5_000_000;
/** Answers that are kept as a whole, for who asks again before anything has changed; then they are forgotten, too. */
const maxLists = 20;

interface KnownRow<Item> {
  readonly removal: number;
  readonly items: Map<string, Item>;
  /** By the texts that name their rows. */
  readonly lists: Map<string, readonly Item[]>;
  characters: number;
}

/**
 * Records for statistics, which read thousands again and again: each is decoded once and kept under the version of
 * its row. Which there are, and who may see them, the database says each time.
 */
export function createKnownRows<Item>(readRows: ReadRows) {
  const nothing = (removal: number): KnownRow<Item> => ({
    removal,
    items: new Map(),
    lists: new Map(),
    characters: 0,
  });
  let latest = nothing(0);

  function knownSince(removal: number): KnownRow<Item> {
    if (latest.removal !== removal || latest.characters > maxCharacters) latest = nothing(removal);
    return latest;
  }

  return {
    /** The records of these versions, in their order. Null when something became of them meanwhile. */
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

/** Many are given the same record, so none of them may change it. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
}
