import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngram } from '../src/index.ts';
import { loadDriver } from '../src/store/sqlite/driver.ts';
import { compare, type Row } from './measure.ts';

const orderLines = Array.from({ length: 6 }, (_, index) => ({
  sku: `item-${index}`,
  price: 9.5 + index,
  quantity: index + 1,
}));
const toolArguments = (index: number) => ({
  order_id: 100_000 + index,
  fields: ['status', 'total', 'lines'],
  locale: 'en',
});
const toolResult = (index: number) => ({
  id: 100_000 + index,
  status: 'shipped',
  total: 59.9,
  lines: orderLines,
});
const memoryText = (index: number) =>
  `Attempt ${index}: the nightly export timed out because the connection pool was exhausted; raising the pool ` +
  'size to 20 and closing idle connections after a minute made it pass three nights in a row.';

/** Recording against the least any recorder on SQLite could do: one prepared insert of the same bytes. */
export async function benchRecording(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  const engram = await openEngram({
    db: `file:${join(folder, 'engram.db')}`,
    surroundings: { environment: {}, folder, home: folder },
  });
  const alice = engram.agent('alice');
  const run = await alice.startRun({ description: 'Bench' });
  const { DatabaseSync } = await loadDriver();
  const bare = new DatabaseSync(join(folder, 'bare.db'), { readOnly: false, timeout: 0 });
  bare.exec('PRAGMA journal_mode = WAL');
  bare.exec('PRAGMA synchronous = NORMAL');
  bare.exec('CREATE TABLE records (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
  const insert = bare.prepare('INSERT INTO records (id, body) VALUES (?, ?)');

  // The very bytes Engram stores for such a step and such a memory.
  await run.call('get_order', toolArguments(0), () => toolResult(0));
  const [step] = (await alice.runs.show(run.id)).steps;
  const memory = await alice.memories.record({ kind: 'experience', text: memoryText(0), tags: ['export'] });
  const stepBytes = JSON.stringify(step);
  const memoryBytes = JSON.stringify(memory);

  const tool = (given: ReturnType<typeof toolArguments>) => toolResult(given.order_id - 100_000);
  const cpu = await compare([
    { name: 'bare step', run: (index) => insert.run(`s${index}`, stepBytes) },
    { name: 'engram step', run: (index) => run.call('get_order', toolArguments(index), tool) },
    { name: 'plain call', run: async (index) => tool(toolArguments(index)) },
    { name: 'bare memory', run: (index) => insert.run(`m${index}`, memoryBytes) },
    {
      name: 'engram memory',
      run: (index) => alice.memories.record({ kind: 'experience', text: memoryText(index) }),
    },
  ]);
  await run.finish({ outcome: 'success' });
  await engram.close();
  bare.close();
  rmSync(folder, { recursive: true });

  const of = (name: string): number => cpu.get(name) ?? Number.NaN;
  const added = of('engram step') - of('plain call');
  const micro = (value: number): string => `${value.toFixed(1)} µs`;
  const against = (what: string, mine: string, bareName: string): Row => {
    const ratio = of(mine) / of(bareName);
    return {
      what,
      measured: micro(of(mine)),
      against: micro(of(bareName)),
      ratio: `${ratio.toFixed(2)}×`,
      goal: '≤ 2×',
      held: ratio <= 2,
    };
  };
  return [
    against(`a step (${stepBytes.length} bytes) against a bare insert`, 'engram step', 'bare step'),
    against(`a memory (${memoryBytes.length} bytes) against a bare insert`, 'engram memory', 'bare memory'),
    {
      what: 'added to a tool call',
      measured: micro(added),
      against: micro(of('plain call')),
      ratio: '–',
      goal: '< 100 µs',
      held: added < 100,
    },
  ];
}
