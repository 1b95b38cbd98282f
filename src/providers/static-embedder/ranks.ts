/** So many different words are looked up where they lie; a question has fewer. Who asks for more pays for a table once. */
const worthATable = 500;
const lineEnd = 10;

/** Words in the order of the alphabet, a line each. */
export interface SortedWords {
  readonly words: Buffer;
  /** Where every so many words, a word begins. */
  readonly samples: Uint32Array;
  readonly wordsPerSample: number;
  /** The rank of each. */
  readonly ranks: Uint16Array;
}

/** Finds the ranks of words without unpacking all of them for a single question. */
export function readRanks(sorted: SortedWords): (word: string) => number | undefined {
  let table: Map<string, number> | undefined;
  const known = new Map<string, number | undefined>();
  return (word) => {
    if (table !== undefined) return table.get(word);
    if (known.has(word)) return known.get(word);
    const rank = lookUp(sorted, word);
    known.set(word, rank);
    if (known.size === worthATable) {
      table = tableOf(sorted);
      known.clear();
    }
    return rank;
  };
}

function tableOf({ words, ranks }: SortedWords): Map<string, number> {
  const lines = words.toString('latin1').split('\n');
  return new Map(Array.from(ranks, (rank, index) => [lines[index] ?? '', rank]));
}

function lookUp({ words, samples, ranks, wordsPerSample }: SortedWords, word: string): number | undefined {
  // A byte a sign is kept: others would be taken for some other word.
  if (word === '' || /[^\0-\xff]|\n/.test(word)) return undefined;
  const wanted = Buffer.from(`${word}\n`, 'latin1');
  let low = 0;
  let high = samples.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (orderOf(words, samples[middle] as number, wanted) <= 0) low = middle;
    else high = middle - 1;
  }
  let start = samples[low] ?? words.length;
  for (let index = low * wordsPerSample; start < words.length; index += 1) {
    const order = orderOf(words, start, wanted);
    if (order === 0) return ranks[index];
    if (order > 0) return undefined;
    start = words.indexOf(lineEnd, start) + 1;
  }
  return undefined;
}

/** Whether the line from there on comes before (negative), after, or is the one that is wanted. */
function orderOf(words: Buffer, start: number, wanted: Buffer): number {
  return words.compare(wanted, 0, wanted.length, start, Math.min(words.length, start + wanted.length));
}
