import { join } from 'node:path';
import { type Contestant, type Entry, loadPeer, sameEmbedder } from './contestant.ts';

interface Memory {
  add(text: string, options: object): Promise<unknown>;
  search(query: string, options: object): Promise<{ readonly results: readonly Found[] }>;
}

interface Found {
  readonly metadata: { readonly turn: string };
}

interface Mem0 {
  readonly Memory: new (options: object) => Memory;
}

async function open(folder: string): Promise<Contestant> {
  // It reports each start to its makers unless it is told not to.
  process.env['MEM0_TELEMETRY'] = 'false';
  const { Memory } = loadPeer('mem0ai/oss') as Mem0;
  const { embedText, dimensions } = await sameEmbedder();
  const model = {
    embedQuery: async (text: string) => Array.from(embedText(text)),
    embedDocuments: async (texts: readonly string[]) => texts.map((text) => Array.from(embedText(text))),
  };
  const memory = new Memory({
    disableHistory: true,
    // It wants one, and asks it nothing where nothing is to be inferred.
    llm: { provider: 'openai', config: { apiKey: 'none', baseURL: 'http://127.0.0.1:9' } },
    embedder: { provider: 'langchain', config: { model, embeddingDims: dimensions } },
    vectorStore: {
      provider: 'memory',
      config: { collectionName: 'turns', dimension: dimensions, dbPath: join(folder, 'vectors.db') },
    },
  });
  return {
    async insert(owner, items) {
      for (const { id, text } of items) {
        await memory.add(text, { userId: owner, infer: false, metadata: { turn: id } });
      }
    },
    async search(owner, question) {
      const asked = { filters: { user_id: owner }, topK: 10, threshold: 0 };
      return (await memory.search(question, asked)).results.map(({ metadata }) => metadata.turn);
    },
  };
}

/** The open-source memory with its own vector store. Texts are kept as they are: it infers facts only by a language model. */
export const mem0Entries: readonly Entry[] = [{ name: "mem0 with Engram's vectors", open }];
