import { type Contestant, type Entry, loadPeer, sameEmbedder } from './contestant.ts';

interface Store {
  batch(operations: readonly object[]): Promise<unknown>;
  search(namespace: readonly string[], options: object): Promise<readonly { readonly key: string }[]>;
}

interface Checkpoint {
  readonly InMemoryStore: new (options: object) => Store;
}

async function open(): Promise<Contestant> {
  const { InMemoryStore } = loadPeer('@langchain/langgraph-checkpoint') as Checkpoint;
  const { embedText, dimensions } = await sameEmbedder();
  // Not spread: an array that was grown number by number takes more than twice the memory.
  const embeddings = {
    embedQuery: async (text: string) => Array.from(embedText(text)),
    embedDocuments: async (texts: readonly string[]) => texts.map((text) => Array.from(embedText(text))),
  };
  const store = new InMemoryStore({ index: { dims: dimensions, embeddings, fields: ['text'] } });
  return {
    async insert(owner, items) {
      await store.batch(items.map(({ id, text }) => ({ namespace: [owner], key: id, value: { text } })));
    },
    async search(owner, question) {
      const found = await store.search([owner], { query: question, limit: 10 });
      return found.map(({ key }) => key);
    },
  };
}

/** Vectors alone: it has no search by words. */
export const langgraphEntries: readonly Entry[] = [
  { name: "LangGraph InMemoryStore with Engram's vectors", open },
];
