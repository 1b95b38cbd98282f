import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openStaticEmbedder, type StaticEmbedder } from '../src/providers/static-embedder/static-embedder.ts';
import { median, type Row } from './measure.ts';
import { distractors, paraphrases } from './paraphrases.ts';

const asset = resolve('assets/static-embedder.bin');

/**
 * What the word table is worth, by itself: memories found by meaning, and what it costs. A search by words and meaning
 * together finds more than either.
 */
export function benchEmbedder(): Row[] {
  const before = process.memoryUsage.rss();
  const embedder = openStaticEmbedder(readFileSync(asset));
  const megabytes = (process.memoryUsage.rss() - before) / 1e6;
  const loads = Array.from({ length: 9 }, () =>
    cpuMilliseconds(() => openStaticEmbedder(readFileSync(asset))),
  );
  return [
    ...conversations(embedder),
    ...handMade(embedder),
    cost('load', median(loads), 'ms', 30),
    cost('a text of 20 words', timePerText(embedder), 'µs', 13),
    cost('resident memory', megabytes, 'MB', 30),
  ];
}

/** A share that should not be lower than what something else, named with its figure, reached with the same data. */
function quality(what: string, share: number, rival: string, rivalShare: number): Row {
  return {
    what,
    measured: share.toFixed(3),
    against: `${rivalShare.toFixed(3)} (${rival})`,
    ratio: (share / rivalShare).toFixed(2),
    goal: '≥ 1',
    held: share >= rivalShare,
  };
}

function cost(what: string, value: number, unit: string, goal: number): Row {
  return {
    what,
    measured: `${value.toFixed(1)} ${unit}`,
    against: '–',
    ratio: '–',
    goal: `≤ ${goal} ${unit}`,
    held: value <= goal,
  };
}

/** USE-lite, a sentence encoder of 30 MB that takes 25 ms for a text, is what the table has to stand beside. */
function handMade(embedder: StaticEmbedder): Row[] {
  const memories = [...paraphrases.map(([, memory]) => memory), ...distractors].map(embedder.embedText);
  const places = paraphrases.map(
    ([query], wanted) => 1 + ranking(embedder.embedText(query), memories).indexOf(wanted),
  );
  const within = (limit: number): number => places.filter((place) => place <= limit).length / places.length;
  return [
    quality('paraphrases found first', within(1), 'USE-lite', 0.22),
    quality('paraphrases among the first 5', within(5), 'USE-lite', 0.48),
    quality('paraphrases among the first 10', within(10), 'USE-lite', 0.7),
  ];
}

interface Conversation {
  readonly turns: readonly { readonly dia_id: string; readonly speaker: string; readonly text: string }[];
  readonly qa: readonly {
    readonly question: string;
    readonly evidence: readonly string[];
    readonly category: number;
  }[];
}

/** LoCoMo: the share of a question's evidence among the first ten turns, for questions that have an answer. */
function conversations(embedder: StaticEmbedder): Row[] {
  const path = resolve(process.env['ENGRAM_BENCH_DATA'] ?? 'no-data', 'locomo/open.json');
  if (!existsSync(path)) {
    console.log('LoCoMo is left out: set ENGRAM_BENCH_DATA to a folder with locomo/open.json.');
    return [];
  }
  const parsed: readonly Conversation[] = JSON.parse(readFileSync(path, 'utf8'));
  const shares = parsed.flatMap(({ turns, qa }) => {
    const vectors = turns.map(({ speaker, text }) => embedder.embedText(`${speaker}: ${text}`));
    const known = new Set(turns.map(({ dia_id }) => dia_id));
    return qa
      .filter(({ category, evidence }) => category <= 4 && evidence.some((id) => known.has(id)))
      .map(({ question, evidence }) => {
        const wanted = new Set(evidence.filter((id) => known.has(id)));
        const best = ranking(embedder.embedText(question), vectors).slice(0, 10);
        return best.filter((turn) => wanted.has(turns[turn]?.dia_id ?? '')).length / wanted.size;
      });
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return [quality('LoCoMo, evidence among the first 10', mean, 'the first table tried', 0.505)];
}

/** Places of all vectors, the nearest first. */
function ranking(query: Float32Array, vectors: readonly Float32Array[]): number[] {
  const cosines = vectors.map((vector) =>
    vector.reduce((sum, value, index) => sum + value * (query[index] ?? 0), 0),
  );
  return cosines
    .map((_, index) => index)
    .sort((left, right) => (cosines[right] ?? 0) - (cosines[left] ?? 0) || left - right);
}

/** Microseconds of CPU for a text of 20 words in a warm process. */
function timePerText(embedder: StaticEmbedder): number {
  const words = [...paraphrases.flat(), ...distractors].join(' ').split(' ');
  const texts = Array.from({ length: Math.floor(words.length / 20) }, (_, index) =>
    words.slice(20 * index, 20 * index + 20).join(' '),
  );
  const rounds = Array.from(
    { length: 100 },
    () => cpuMilliseconds(() => texts.forEach(embedder.embedText)) / texts.length,
  );
  return 1000 * median(rounds.slice(50));
}

function cpuMilliseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
