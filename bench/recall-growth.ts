import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inChild } from './child.ts';
import type { Row } from './measure.ts';
import { drawCharts, type Panel } from './recall-chart.ts';
import { atMostAsked, hasConversations } from './recall-data.ts';
import type { ScaleResult } from './recall-scale.ts';

const sizes = [10_000, 31_600, 100_000, 316_000, 1_000_000];

interface Measured extends ScaleResult {
  readonly size: number;
}

/**
 * How the cost of recall grows with the memories of one agent, in one SQLite file that is filled further and
 * further. Draws `docs/recall-growth.svg` when all sizes were measured.
 */
export async function benchGrowth(): Promise<Row[]> {
  if (!hasConversations()) return [];
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  const db = `file:${join(folder, 'memory.db')}`;
  const measured: Measured[] = [];
  let filled = 0;
  for (const size of sizes.filter((size) => size <= atMostAsked(size))) {
    await inChild('fill', { db, from: filled, to: size });
    filled = size;
    const result = await inChild('searchScale', { db });
    measured.push({ size, ...result });
    console.log(`${size} memories: ${result.p50.cpu.toFixed(1)} ms, ${result.resident.toFixed(0)} MB`);
  }
  rmSync(folder, { recursive: true });
  print(measured);
  if (measured.length === sizes.length) {
    writeFileSync(resolve('docs/recall-growth.svg'), drawCharts(panelsOf(measured)));
    console.log('Drawn: docs/recall-growth.svg');
  }
  return [];
}

function print(measured: readonly Measured[]): void {
  console.log('\nGrowth (one agent, SQLite, CPU of a warm process; first search from a cold one)');
  console.table(
    measured.map(({ size, questions, first, p50, p99, resident, peak }) => ({
      memories: size,
      'first search, CPU': `${(first.cpu / 1_000).toFixed(2)} s`,
      'first search, wall': `${(first.wall / 1_000).toFixed(2)} s`,
      'p50, CPU': `${p50.cpu.toFixed(1)} ms`,
      'p99, CPU': `${p99.cpu.toFixed(1)} ms`,
      resident: `${resident.toFixed(0)} MB`,
      peak: `${peak.toFixed(0)} MB`,
      questions,
    })),
  );
}

function panelsOf(measured: readonly Measured[]): Panel[] {
  const line = (name: string, of: (result: Measured) => number) => ({
    name,
    points: measured.map((result) => [result.size, of(result)] as const),
  });
  return [
    {
      title: 'CPU of a search, ms',
      lines: [line('99 %', ({ p99 }) => p99.cpu), line('half', ({ p50 }) => p50.cpu)],
    },
    { title: 'Resident memory, MB', lines: [line('', ({ resident }) => resident)] },
    { title: 'First search, s of CPU', lines: [line('', ({ first }) => first.cpu / 1_000)] },
  ];
}
