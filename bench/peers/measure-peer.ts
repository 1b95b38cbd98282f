import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { madeUpMemories, readConversations, readQuestions } from '../recall-data.ts';
import { meanOf, type Quality, qualityOf } from '../recall-quality.ts';
import { type Latency, latencyOf, type Spent, spentOn } from '../recall-scale.ts';
import type { Contestant, Entry } from './contestant.ts';
import { engramEntries } from './engram.ts';
import { langgraphEntries } from './langgraph.ts';
import { mastraEntries } from './mastra.ts';
import { mcpMemoryEntries } from './mcp-memory.ts';
import { mem0Entries } from './mem0.ts';
import { minisearchEntries } from './minisearch.ts';
import { oramaEntries } from './orama.ts';

/** Engram, and what one would take instead. */
export const entries: readonly Entry[] = [
  ...engramEntries,
  ...minisearchEntries,
  ...oramaEntries,
  ...langgraphEntries,
  ...mcpMemoryEntries,
  ...mem0Entries,
  ...mastraEntries,
];

/** What LoCoMo says about it. */
export interface PeerQuality extends Quality {
  /** The share of questions that anything was found for. */
  readonly answered: number;
}

/** What made-up memories of one owner cost. */
export interface PeerCost extends Latency {
  readonly inserted: Spent;
  readonly first: Spent;
  /** Megabytes, after what nobody needs any more was collected; with processes of its own. */
  readonly resident: number;
  /** Whether it works in another process, so that its CPU is not known. */
  readonly elsewhere: boolean;
}

/** One of the two, whichever was asked for. */
export interface PeerResult {
  readonly quality?: PeerQuality;
  readonly cost?: PeerCost;
}

/** Slow ones are asked fewer questions. */
const limitMs = 90_000;

/** Measures one of the entries, with LoCoMo or with so many made-up memories. */
export async function measurePeer({
  name,
  size,
}: {
  name: string;
  size: number | null;
}): Promise<PeerResult> {
  const entry = entries.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`Nothing is called "${name}".`);
  const folder = mkdtempSync(join(tmpdir(), 'engram-peer-'));
  const contestant = await entry.open(folder);
  try {
    return size === null
      ? { quality: await qualityAmong(contestant) }
      : { cost: await costAmong(contestant, size) };
  } finally {
    await contestant.close?.();
    rmSync(folder, { recursive: true });
  }
}

async function qualityAmong({ insert, search }: Contestant): Promise<PeerQuality> {
  const qualities: Quality[] = [];
  let answered = 0;
  for (const { agent, items, questions } of readConversations()) {
    await insert(agent, items);
    for (const question of questions) {
      const ids = await search(agent, question.text);
      if (ids.length > 0) answered += 1;
      qualities.push(qualityOf(question, ids));
    }
  }
  return { ...meanOf(qualities), answered: answered / qualities.length };
}

async function costAmong(contestant: Contestant, size: number): Promise<PeerCost> {
  const { insert, search } = contestant;
  const questions = readQuestions();
  const ask = (question: string) => search('somebody', question);
  const inserted = await spentOn(async () => {
    for (const items of madeUpMemories(0, size)) await insert('somebody', items);
  });
  const first = await spentOn(() => ask('What comes first?'));
  const latency = await latencyOf(questions, ask, { limitMs });
  await collectGarbage();
  const others = contestant.processes?.() ?? [];
  const resident = others.reduce((sum, id) => sum + residentOf(id), process.memoryUsage.rss() / 1e6);
  return { ...latency, inserted, first, resident, elsewhere: others.length > 0 };
}

/** What is given back to the system is given back a little later. */
async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await pause(500);
  }
}

/** Megabytes of another process, where the system says so. */
function residentOf(id: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
