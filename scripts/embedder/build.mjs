// Builds assets/static-embedder.bin and the text that says where it comes from. One command, see assets/static-embedder.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { toBags } from './bags.mjs';
import { initialVectors, weightOf } from './initial-vectors.mjs';
import { embedWith, shareOfDefinitionsFound } from './measure.mjs';
import { collectPairs } from './pairs.mjs';
import { productQuantise } from './product-quantise.mjs';
import { provenance } from './provenance.mjs';
import { quantise } from './quantise.mjs';
import { seededRandom } from './random.mjs';
import { dimensions, pieces, seed, training, wordCount } from './settings.mjs';
import { loadSplitter } from './split-words.mjs';
import { tableFile } from './table-file.mjs';
import { train } from './trainer.mjs';
import { chooseVocabulary, countWords, readGlove } from './vocabulary.mjs';

const assets = new URL('../../assets/', import.meta.url);
const started = performance.now();
const report = (line) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}`);
const random = seededRandom(seed);

report('reading texts');
const glove = readGlove();
const { sources, natural, dictionary, heldOut } = collectPairs(random, glove);
const counts = countWords(natural.flatMap((name) => sources[name]).flat());
const vocabulary = chooseVocabulary({ glove, counts, dictionary, size: wordCount });
const words = vocabulary.map(({ word }) => word);
const ranks = new Map(words.map((word, rank) => [word, rank]));
const splitter = await loadSplitter();
const wordsOf = (text) =>
  splitter(text, { rankOf: (word) => ranks.get(word) }).map((word) => ranks.get(word));
const partsOf = (whole) =>
  splitter(whole, { rankOf: (word) => (word === whole ? undefined : ranks.get(word)) });

report(`encoding ${words.length} words`);
const vectors = await initialVectors({ vocabulary, glove, dimensions, partsOf, random, report });

const bags = Object.entries(sources).map(([name, pairs]) => ({ name, bags: toBags(pairs, wordsOf) }));
report(`training with ${bags.reduce((sum, source) => sum + source.bags.pairs, 0)} pairs`);
const paces = Float32Array.from(vocabulary, ({ share }) => weightOf(share));
const start = vectors.slice();
await train({ vectors, paces, dimensions, sources: bags, random, settings: training, report });

const blended = vectors.map((learned, index) => start[index] + training.trust * (learned - start[index]));
const table = quantise(blended, dimensions);
const { bytes, id } = tableFile({ words, dimensions, ...productQuantise(table, dimensions, pieces, seed) });
const definitionsFound = shareOfDefinitionsFound(heldOut, embedWith(table, dimensions, wordsOf));
mkdirSync(assets, { recursive: true });
writeFileSync(new URL('static-embedder.bin', assets), bytes);
writeFileSync(
  new URL('static-embedder.md', assets),
  provenance({ id, bytes, words, bags, heldOut, definitionsFound }),
);
report(`${id}: ${bytes.length} bytes; ${definitionsFound.toFixed(3)} of unseen definitions found`);
