// Questions made from sentences: a few words of the sentence, some replaced by synonyms, behind the words people ask with.
// They teach that the words of asking say little, and which of the others say most.
const frames = [
  'what',
  'what is',
  'what did',
  'what does',
  'when did',
  'when was',
  'where is',
  'where did',
  'who',
  'who did',
  'why did',
  'why does',
  'how do I',
  'how did',
  'how many',
  'how long',
  'which',
  'which of',
  'did',
  'does',
  'is there',
  'can we',
  'should I',
  'tell me about',
  'what kind of',
  'whose',
  '',
  '',
  '',
];
const synonymShare = 0.35;

/** A map from a word to other words of its most frequent sense. */
export function synonymsByWord(synsets) {
  const synonyms = new Map();
  for (const { words } of synsets) {
    const single = words.filter((word) => /^[a-z]+$/.test(word));
    for (const word of single)
      if (!synonyms.has(word) && single.length > 1)
        synonyms.set(
          word,
          single.filter((other) => other !== word),
        );
  }
  return synonyms;
}

export function questionPairs(sentences, synonyms, isCommon, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const pairs = [];
  for (const sentence of sentences) {
    const telling = [...new Set(sentence.toLowerCase().match(/[a-z]{3,}/g) ?? [])].filter(
      (word) => !isCommon(word),
    );
    if (telling.length < 4) continue;
    const wanted = 2 + Math.floor(random() * Math.min(3, telling.length - 2));
    const chosen = Array.from({ length: wanted }, () => pick(telling)).map((word) =>
      synonyms.has(word) && random() < synonymShare ? pick(synonyms.get(word)) : word,
    );
    pairs.push([`${pick(frames)} ${[...new Set(chosen)].join(' ')}`, sentence]);
  }
  return pairs;
}
