/** So many words are looked up where they lie; a question has fewer. Who asks for more pays for a table once. */
const worthATable = 500;
const lineEnd = 10;

/** Which line each word stands on. */
export interface Ranks {
  readonly count: number;
  rankOf(word: string): number | undefined;
}

/** Reads a list of words, one a line, without unpacking all of it for a single question. */
export function readRanks(words: Buffer): Ranks {
  const starts = startsIn(words);
  let table: Map<string, number> | undefined;
  let asked = 0;
  return {
    count: starts.length,
    rankOf(word) {
      asked += 1;
      if (asked === worthATable) table = tableOf(words);
      if (table !== undefined) return table.get(word);
      const place = placeOf(words, word);
      return place === -1 ? undefined : rankOfPlace(starts, place);
    },
  };
}

function tableOf(words: Buffer): Map<string, number> {
  const lines = words.toString('latin1').split('\n');
  return new Map(lines.map((word, rank) => [word, rank]));
}

/** Where each line starts. */
function startsIn(words: Buffer): number[] {
  const starts = [0];
  for (let at = 0; at < words.length; at += 1) if (words[at] === lineEnd) starts.push(at + 1);
  return starts;
}

/** Where a word stands as a whole line; -1 when it does not. */
function placeOf(words: Buffer, word: string): number {
  // A byte a sign is kept: others would be taken for some other word.
  if (word === '' || /[^\0-\xff]|\n/.test(word)) return -1;
  const line = Buffer.from(`\n${word}\n`, 'latin1');
  const between = words.indexOf(line);
  if (between !== -1) return between + 1;
  // The first and the last line have nothing before and after them.
  const last = words.length - word.length;
  const isAt = (place: number): boolean =>
    words.subarray(place, place + word.length).equals(line.subarray(1, -1));
  if (isAt(0) && (last === 0 || words[word.length] === lineEnd)) return 0;
  return last > 0 && words[last - 1] === lineEnd && isAt(last) ? last : -1;
}

function rankOfPlace(starts: readonly number[], place: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
