import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Contestant, type Entry, pathInPeer, sameEmbedder } from './contestant.ts';

/** It needs a newer Node than Engram does, so it works in a process of its own, which is told vectors with the texts. */
async function open(folder: string): Promise<Contestant> {
  const { embedText } = await sameEmbedder();
  const vectorOf = (text: string): number[] => Array.from(embedText(text));
  const child = spawn(pathInPeer('node/bin/node'), [resolve('bench/peers/mastra-child.mjs'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (asked: object): Promise<readonly string[]> => {
    child.stdin.write(`${JSON.stringify(asked)}\n`);
    const { value, done } = await answers.next();
    if (done === true) throw new Error('The process of Mastra has ended.');
    return JSON.parse(value);
  };
  return {
    async insert(owner, items) {
      const texts = items.map(({ id, text }) => ({ id, text, vector: vectorOf(text) }));
      await ask({ owner, texts });
    },
    search: (owner, question) => ask({ owner, question, vector: vectorOf(question) }),
    processes: () => (child.pid === undefined ? [] : [child.pid]),
    async close() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

/** Semantic recall over all threads of a resource, on LibSQL files. It answers in the order of time, not of relevance. */
export const mastraEntries: readonly Entry[] = [{ name: "Mastra memory with Engram's vectors", open }];
