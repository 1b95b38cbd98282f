/** So many different words are looked up where they lie. Who asks for more pays for a table once. */
export const worthATable = 8_000;
const lineEnd = '\n';

/** Words in the order of the alphabet, a line each. */
export interface SortedWords {
  readonly words: Buffer;
  /** Where every so many words, a word begins. */
  readonly samples: Uint32Array;
  readonly wordsPerSample: number;
  /** The rank of each. */
  readonly ranks: Uint16Array;
}

/** Finds the ranks of words without unpacking all of them for a question, or for a thousand short texts. */
export function readRanks(sorted: SortedWords): (word: string) => number | undefined {
  let table: Map<string, number> | undefined;
  const known = new Map<string, number | undefined>();
  const lookUp = createLookUp(sorted);
  return (word) => {
    if (table !== undefined) return table.get(word);
    const before = known.get(word);
    if (before !== undefined || known.has(word)) return before;
    const rank = lookUp(word);
    known.set(word, rank);
    if (known.size === worthATable) {
      table = tableOf(sorted);
      known.clear();
    }
    return rank;
  };
}

function tableOf({ words, ranks }: SortedWords): Map<string, number> {
  const lines = words.toString('latin1').split(lineEnd);
  return new Map(Array.from(ranks, (rank, index) => [lines[index] ?? '', rank]));
}

/** Looks for the sample that a word would come after, then among the words from there to the next sample. */
function createLookUp({ words, samples, ranks, wordsPerSample }: SortedWords) {
  /** The first word from each sample on, and all of them, with a line end before each and after the last. */
  const firsts: string[] = [];
  const pages: string[] = [];

  function pageOf(sample: number): string {
    const known = pages[sample];
    if (known !== undefined) return known;
    const page = lineEnd + words.toString('latin1', samples[sample], samples[sample + 1]);
    pages[sample] = page;
    return page;
  }

  function firstOf(sample: number): string {
    const known = firsts[sample];
    if (known !== undefined) return known;
    const start = samples[sample] as number;
    const first = words.toString('latin1', start, words.indexOf(lineEnd, start));
    firsts[sample] = first;
    return first;
  }

  return (word: string): number | undefined => {
    // A byte a sign is kept: others would be taken for some other word.
    if (word === '' || samples.length === 0 || /[^\0-\xff]|\n/.test(word)) return undefined;
    let low = 0;
    let high = samples.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (firstOf(middle) <= word) low = middle;
      else high = middle - 1;
    }
    const page = pageOf(low);
    const found = page.indexOf(lineEnd + word + lineEnd);
    if (found < 0) return undefined;
    let index = low * wordsPerSample;
    for (let at = 0; at < found; at = page.indexOf(lineEnd, at + 1)) index += 1;
    return ranks[index];
  };
}
