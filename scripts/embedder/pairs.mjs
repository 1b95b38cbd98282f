// All texts to train with, by source.
import { declarationPairs, markdownPairs } from './sources/documentation.mjs';
import { declared, described, prose } from './sources/packages.mjs';
import { prosePairs } from './sources/prose.mjs';
import { questionPairs, synonymsByWord } from './sources/questions.mjs';
import { thesaurusPairs } from './sources/thesaurus.mjs';
import { readSynsets, wordnetPairs } from './sources/wordnet.mjs';

/** One synset in 40 is kept apart, to measure how well unseen definitions are found. */
const heldOutShare = 1 / 40;
const sentencesToAskAbout = 60_000;

export function collectPairs(random, glove) {
  const synsets = readSynsets();
  const heldOut = synsets.filter(
    ({ definition }) => definition.split(' ').length >= 4 && random() < heldOutShare,
  );
  const wordnet = wordnetPairs(synsets, new Set(heldOut.map(({ key }) => key)));
  const declarations = declared.map(declarationPairs);
  const documents = described.map(markdownPairs);
  const documentation = [...declarations, ...documents].flatMap(({ neighbour }) => neighbour);
  const readings = prose.flatMap(prosePairs);
  const isCommon = (word) => (glove.ranks.get(word) ?? Number.POSITIVE_INFINITY) < 150;
  const questionsAbout = (pairs) => {
    const kept = pairs.filter(() => random() < sentencesToAskAbout / pairs.length);
    return questionPairs(
      kept.map(([sentence]) => sentence),
      synonymsByWord(synsets),
      isCommon,
      random,
    );
  };
  return {
    heldOut,
    /** The sources that people wrote as they stand: word frequencies are counted there. */
    natural: ['definition', 'example', 'named', 'headed', 'documentation', 'prose'],
    dictionary: new Set(synsets.flatMap(({ words }) => words.map((word) => word.toLowerCase()))),
    sources: {
      definition: wordnet.definition,
      example: wordnet.example,
      synonym: wordnet.synonym,
      related: wordnet.related,
      named: declarations.flatMap(({ named }) => named),
      headed: documents.flatMap(({ headed }) => headed),
      documentation,
      prose: readings,
      questionsAboutExamples: questionsAbout(wordnet.example),
      questionsAboutDocumentation: questionsAbout(documentation),
      questionsAboutProse: questionsAbout(readings),
      thesaurus: thesaurusPairs(
        (word) => (glove.ranks.get(word) ?? Number.POSITIVE_INFINITY) < 60_000,
        random,
      ),
    },
  };
}
