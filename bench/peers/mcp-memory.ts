import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { termsOf } from '../../src/text/terms.ts';
import { byOwner, type Contestant, type Entry, pathInPeer } from './contestant.ts';

/** Names of what contains a text, in the order in which it was stored: there is no ranking. */
type FindNames = (query: string) => Promise<readonly string[]>;
type Search = (question: string, find: FindNames) => Promise<readonly string[]>;

interface Graph {
  readonly entities: readonly { readonly name: string }[];
}

/** One server for each owner, since its file holds one graph. */
async function open(folder: string, search: Search): Promise<Contestant> {
  const transports: StdioClientTransport[] = [];
  const clients: Promise<Client>[] = [];
  const clientOf = byOwner(() => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [pathInPeer('@modelcontextprotocol/server-memory/dist/index.js')],
      env: { MEMORY_FILE_PATH: join(folder, `graph-${transports.length}.jsonl`) },
      stderr: 'ignore',
      // What contains a frequent word is answered whole.
      maxBufferSize: 1_000_000_000,
    });
    transports.push(transport);
    const client = new Client({ name: 'engram-bench', version: '1.0.0' });
    const connected = client.connect(transport).then(() => client);
    clients.push(connected);
    return connected;
  });
  return {
    async insert(owner, items) {
      const entities = items.map(({ id, text }) => ({ name: id, entityType: 'turn', observations: [text] }));
      const client = await clientOf(owner);
      await client.callTool({ name: 'create_entities', arguments: { entities } });
    },
    async search(owner, question) {
      const client = await clientOf(owner);
      const found = await search(question, async (query) => {
        const answer = await client.callTool({ name: 'search_nodes', arguments: { query } });
        return (answer.structuredContent as unknown as Graph).entities.map(({ name }) => name);
      });
      return found.slice(0, 10);
    },
    processes: () => transports.flatMap(({ pid }) => (pid === null ? [] : [pid])),
    async close() {
      for (const client of clients) await (await client).close();
    },
  };
}

/** What a patient agent may do: look for each word that means something, and take what has most of them. */
async function wordByWord(question: string, find: FindNames): Promise<readonly string[]> {
  const words = question.split(/[^\p{L}\p{N}]+/u).filter((word) => termsOf(word).length > 0);
  const counts = new Map<string, number>();
  for (const word of new Set(words)) {
    for (const name of await find(word)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, left], [, right]) => right - left).map(([name]) => name);
}

/** It looks for the query as it is written, anywhere in a text. */
export const mcpMemoryEntries: readonly Entry[] = [
  {
    name: 'MCP reference memory server',
    open: (folder) => open(folder, (question, find) => find(question)),
  },
  { name: 'MCP reference memory server, word by word', open: (folder) => open(folder, wordByWord) },
];
