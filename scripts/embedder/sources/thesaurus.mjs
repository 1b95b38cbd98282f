// The Moby thesaurus (public domain): a word with a handful of words near it.
import { readPackageFile } from './text.mjs';

export function thesaurusPairs(isKnown, random) {
  const pairs = [];
  for (const line of readPackageFile('moby', 'words.txt').split('\n')) {
    const [word, ...near] = line
      .trim()
      .split(',')
      .filter((entry) => entry.split(' ').every(isKnown));
    if (near.length < 3) continue;
    for (let count = 0; count < 4; count += 1) {
      const chosen = Array.from({ length: 3 }, () => near[Math.floor(random() * near.length)]);
      pairs.push([word, [...new Set(chosen)].join(' ')]);
    }
  }
  return pairs;
}
