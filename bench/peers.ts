import { inChild } from './child.ts';
import type { Row } from './measure.ts';
import { hasPeers } from './peers/contestant.ts';
import { entries, type PeerCost, type PeerQuality, type PeerResult } from './peers/measure-peer.ts';
import { atMostAsked, hasConversations } from './recall-data.ts';
import type { Spent } from './recall-scale.ts';

const sizes = [20_000, 100_000];
/** Whoever is not done by then does not cope. */
const limitMs = 15 * 60_000;

/** Engram beside what one would take instead: the same memories and questions, in one run, each in its own process. */
export async function benchPeers(): Promise<Row[]> {
  if (!hasConversations() || !hasPeers()) return [];
  const trouble: string[] = [];
  const tryTo = async (name: string, size: number | null): Promise<PeerResult> => {
    try {
      return await inChild('measurePeer', { name, size }, limitMs);
    } catch (error) {
      trouble.push(`${name}, ${size ?? 'LoCoMo'}: ${error instanceof Error ? error.message : error}`);
      return {};
    }
  };

  const qualities: Record<string, object> = {};
  for (const { name } of entries) qualities[name] = shownQuality((await tryTo(name, null)).quality);
  console.log('\nLoCoMo');
  console.table(qualities);
  for (const size of new Set(sizes.map(atMostAsked))) {
    const costs: Record<string, object> = {};
    for (const { name } of entries) costs[name] = shownCost((await tryTo(name, size)).cost);
    console.log(`\n${size} memories of one owner (CPU; * wall time, because it works in another process)`);
    console.table(costs);
  }
  for (const line of trouble) console.log(`Not measured: ${line}`);
  return [];
}

function shownQuality(quality: PeerQuality | undefined): object {
  if (quality === undefined) return { 'recall@5': 'not measured' };
  const { recall5, recall10, reciprocalRank, answered } = quality;
  return {
    'recall@5': recall5.toFixed(3),
    'recall@10': recall10.toFixed(3),
    MRR: reciprocalRank.toFixed(3),
    'finds anything': `${(100 * answered).toFixed(0)} %`,
  };
}

function shownCost(cost: PeerCost | undefined): object {
  if (cost === undefined) return { p50: 'not measured' };
  const { p50, p99, questions, inserted, first, resident, elsewhere } = cost;
  const milliseconds = ({ cpu, wall }: Spent): string =>
    elsewhere ? `${wall.toFixed(1)} ms*` : `${cpu.toFixed(1)} ms`;
  return {
    p50: milliseconds(p50),
    p99: milliseconds(p99),
    questions,
    insert: `${((elsewhere ? inserted.wall : inserted.cpu) / 1_000).toFixed(1)} s${elsewhere ? '*' : ''}`,
    'first search': milliseconds(first),
    resident: `${resident.toFixed(0)} MB`,
  };
}
