import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inChild } from './child.ts';
import type { Row } from './measure.ts';
import { atMostAsked, hasConversations } from './recall-data.ts';
import { measureQuality, type Quality } from './recall-quality.ts';
import type { ScaleResult } from './recall-scale.ts';

/**
 * What recall finds, and what it costs with 100,000 memories of one agent.
 *
 * @example await benchRecall() // [{ what: 'LoCoMo, evidence among the first 10', measured: '0.741', … }, …]
 */
export async function benchRecall(): Promise<Row[]> {
  if (!hasConversations()) return [];
  const size = atMostAsked(100_000);
  const server = process.env['ENGRAM_TEST_POSTGRES'];
  return [
    ...(await benchQuality()),
    ...(await benchAgreement(size)),
    ...(await benchSqlite(size)),
    ...(server === undefined ? [] : await benchPostgres(server, size)),
  ];
}

async function benchQuality(): Promise<Row[]> {
  const ways = await measureQuality();
  const shown = (quality: Quality) => ({
    'recall@5': quality.recall5.toFixed(3),
    'recall@10': quality.recall10.toFixed(3),
    MRR: quality.reciprocalRank.toFixed(3),
  });
  console.log('\nLoCoMo through the library');
  console.table(Object.fromEntries(ways.map((way) => [way.name, shown(way)])));
  console.log('Each conversation, recall@10');
  console.table(
    Object.fromEntries(
      ways.map(({ name, byConversation }) => [
        name,
        Object.fromEntries([...byConversation].map(([agent, { recall10 }]) => [agent, recall10.toFixed(3)])),
      ]),
    ),
  );
  const [plain, fused] = [ways.at(0)?.recall10 ?? 0, ways.at(-1)?.recall10 ?? 0];
  return [
    {
      what: 'LoCoMo, evidence among the first 10, against BM25 of each turn',
      measured: fused.toFixed(3),
      against: plain.toFixed(3),
      ratio: `${(fused / plain).toFixed(2)}×`,
      goal: '≥ 0.72',
      held: fused >= 0.72,
    },
  ];
}

async function benchAgreement(size: number): Promise<Row[]> {
  const agreement = await inChild('measureAgreement', { size });
  return [
    {
      what: `the 10 nearest of ${size} vectors, as in double precision`,
      measured: agreement.toFixed(4),
      against: '–',
      ratio: '–',
      goal: '≥ 0.98',
      held: agreement >= 0.98,
    },
  ];
}

async function benchSqlite(size: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  try {
    return await benchScale('SQLite', `file:${join(folder, 'memory.db')}`, size);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function benchPostgres(server: string, size: number): Promise<Row[]> {
  const schema = `bench_${process.pid}_recall`;
  try {
    return await benchScale('PostgreSQL', `${server}?schema=${schema}`, size);
  } finally {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.end();
  }
}

async function benchScale(name: string, db: string, size: number): Promise<Row[]> {
  const imported = await inChild('fill', { db, from: 0, to: size });
  const searched = await inChild('searchScale', { db });
  return scaleRows(`${name}, ${size} memories`, searched, imported.cpu / 1_000);
}

function scaleRows(what: string, searched: ScaleResult, importSeconds: number): Row[] {
  const { questions, p50, p99, first, built, bare, resident, peak } = searched;
  const row = (part: string, measured: string, against: string, goal: string, held: boolean): Row => ({
    what: `${what}: ${part}`,
    measured,
    against,
    ratio: '–',
    goal,
    held,
  });
  const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
  const seconds = (value: number): string => `${(value / 1_000).toFixed(2)} s`;
  return [
    row(
      `half of ${questions} searches within, CPU`,
      milliseconds(p50.cpu),
      `wall ${milliseconds(p50.wall)}`,
      '≤ 15 ms',
      p50.cpu <= 15,
    ),
    row(
      '99 % within, CPU',
      milliseconds(p99.cpu),
      `wall ${milliseconds(p99.wall)}`,
      '≤ 50 ms',
      p99.cpu <= 50,
    ),
    row(
      'resident memory',
      `${resident.toFixed(0)} MB`,
      `bare ${bare.toFixed(0)}, peak ${peak.toFixed(0)} MB`,
      '< 400 MB',
      resident < 400,
    ),
    row('first search, without an index, CPU', seconds(first.cpu), `wall ${seconds(first.wall)}`, '–', true),
    row('the rest of the index, CPU', seconds(built.cpu), `wall ${seconds(built.wall)}`, '–', true),
    row('import before that, CPU', `${importSeconds.toFixed(1)} s`, '–', '–', true),
  ];
}
