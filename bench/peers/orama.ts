import { byOwner, type Contestant, type Entry, loadPeer, sameEmbedder } from './contestant.ts';

interface Orama {
  create(options: object): object;
  insertMultiple(index: object, documents: readonly object[], batchSize: number): unknown;
  search(index: object, query: object): Promise<{ hits: readonly { readonly id: string }[] }>;
}

type Embed = (text: string) => Float32Array;

function open(components: object, embed?: Embed): Contestant {
  const { create, insertMultiple, search } = loadPeer('@orama/orama') as Orama;
  const schema = { text: 'string', ...(embed === undefined ? {} : { meaning: 'vector[256]' }) };
  const indexOf = byOwner(() => create({ schema, components }));
  const documentOf = ({ id, text }: { id: string; text: string }): object =>
    embed === undefined ? { id, text } : { id, text, meaning: Array.from(embed(text)) };
  const queryOf = (term: string): object =>
    embed === undefined
      ? { term, limit: 10 }
      : {
          term,
          limit: 10,
          mode: 'hybrid',
          vector: { value: Array.from(embed(term)), property: 'meaning' },
          // At its default, 0.8, next to no memory is near enough to a question.
          similarity: 0,
        };
  return {
    insert: async (owner, items) =>
      void (await insertMultiple(indexOf(owner), items.map(documentOf), items.length)),
    search: async (owner, question) =>
      (await search(indexOf(owner), queryOf(question))).hits.map(({ id }) => id),
  };
}

function stemming(): object {
  const { stopwords } = loadPeer('@orama/stopwords/english') as { stopwords: readonly string[] };
  return { tokenizer: { stemming: true, stopWords: stopwords } };
}

/**
 * Full text as it comes, then with its own stemmer and stop words, then with vectors beside them. A word finds all
 * that begin with it, which cannot be turned off: `exact` wants the whole question, letter by letter.
 */
export const oramaEntries: readonly Entry[] = [
  { name: 'Orama, full text', open: async () => open({}) },
  { name: 'Orama, full text, stemming and stop words', open: async () => open(stemming()) },
  {
    name: "Orama, the same and Engram's vectors (hybrid)",
    open: async () => open(stemming(), (await sameEmbedder()).embedText),
  },
];
