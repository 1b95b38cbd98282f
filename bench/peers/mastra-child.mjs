// Keeps messages in Mastra's memory and finds them, as it is told line by line: { owner, texts } or { owner, question, vector }.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LibSQLStore, LibSQLVector } from '@mastra/libsql';
import { Memory } from '@mastra/memory';

const folder = process.argv[2];
const vectors = new Map();
// It folds white space before it embeds a text.
const keyOf = (text) => text.replace(/\s+/g, ' ').trim();

const embedder = {
  specificationVersion: 'v2',
  provider: 'engram',
  modelId: 'static',
  maxEmbeddingsPerCall: 1_000,
  supportsParallelCalls: true,
  doEmbed: async ({ values }) => ({
    embeddings: values.map((text) => {
      const vector = vectors.get(keyOf(text));
      if (vector === undefined) throw new Error(`No vector was told for: ${text}`);
      return vector;
    }),
  }),
};

const memory = new Memory({
  storage: new LibSQLStore({ id: 'messages', url: `file:${join(folder, 'messages.db')}` }),
  vector: new LibSQLVector({ id: 'vectors', url: `file:${join(folder, 'vectors.db')}` }),
  embedder,
  options: { semanticRecall: { topK: 10, messageRange: 0, scope: 'resource' }, lastMessages: false },
});

const known = new Set();
// It tells messages apart by their times.
let seconds = 1_700_000_000;

async function keep(owner, texts) {
  const now = new Date();
  if (!known.has(owner)) {
    known.add(owner);
    const times = { createdAt: now, updatedAt: now };
    await memory.saveThread({
      thread: { id: owner, resourceId: owner, title: owner, metadata: {}, ...times },
    });
  }
  const messages = texts.map(({ id, text, vector }) => {
    vectors.set(keyOf(text), vector);
    const content = { format: 2, parts: [{ type: 'text', text }], content: text };
    return {
      id: `${owner} ${id}`,
      threadId: owner,
      resourceId: owner,
      role: 'user',
      createdAt: new Date(1_000 * seconds++),
      content,
    };
  });
  await memory.saveMessages({ messages });
  vectors.clear();
  return [];
}

async function find(owner, question, vector) {
  vectors.set(keyOf(question), vector);
  const { messages } = await memory.recall({
    threadId: owner,
    resourceId: owner,
    vectorSearchString: question,
    perPage: 0,
  });
  vectors.clear();
  return messages.map(({ id }) => id.slice(owner.length + 1));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { owner, texts, question, vector } = JSON.parse(line);
  const answer = texts === undefined ? await find(owner, question, vector) : await keep(owner, texts);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
