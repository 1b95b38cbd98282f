import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngram, type View } from '../src/index.ts';
import { compare, type Row } from './measure.ts';

const calls = 10;
const goalMilliseconds = 5;

const lines = Array.from({ length: 6 }, (_, index) => ({ sku: `item-${index}`, price: 9.5 + index }));

/** Ten tools that only look, each asked for what the one before it answered. */
const tools = Object.fromEntries(
  Array.from({ length: calls }, (_, index) => [
    `get_part_${index}`,
    {
      execute: async ({ id }: { id: string }) => ({ id, next: `${id}-${index}`, status: 'shipped', lines }),
      readOnly: true,
    },
  ]),
);

/** What a replay of ten calls costs over the tools themselves, and over recording the same calls (TPL-6). */
export async function benchReplayOverhead(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  const engram = await openEngram({
    db: `file:${join(folder, 'engram.db')}`,
    surroundings: { environment: {}, folder, home: folder },
  });
  try {
    const alice = engram.agent('alice');
    const run = await recordChain(alice);
    await alice.templates.save({ run, name: 'chain' });
    const microseconds = await compare(
      [
        { name: 'bare', run: () => callChain((tool, id) => tools[tool]?.execute({ id })) },
        { name: 'recorded', run: () => recordChain(alice) },
        { name: 'replayed', run: () => alice.templates.run({ id: 'chain', asRecorded: true }, tools) },
      ],
      { warmUp: 15, rounds: 25, repeats: 10 },
    );
    const milliseconds = (name: string): number => (microseconds.get(name) ?? Number.NaN) / 1_000;
    const [bare, recorded, replayed] = [
      milliseconds('bare'),
      milliseconds('recorded'),
      milliseconds('replayed'),
    ];
    return [
      {
        what: `Replaying ${calls} calls on SQLite`,
        measured: `${replayed.toFixed(2)} ms`,
        against: `${bare.toFixed(3)} ms (the tools themselves)`,
        ratio: `+${(replayed - bare).toFixed(2)} ms`,
        goal: `+${goalMilliseconds} ms`,
        held: replayed - bare < goalMilliseconds,
      },
      {
        what: `Replaying ${calls} calls on SQLite`,
        measured: `${replayed.toFixed(2)} ms`,
        against: `${recorded.toFixed(2)} ms (a run of the same calls)`,
        ratio: `${(replayed / recorded).toFixed(2)}×`,
        goal: '–',
        held: true,
      },
    ];
  } finally {
    await engram.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function callChain(call: (tool: string, id: string) => unknown): Promise<void> {
  let id = 'order-4711';
  for (const tool of Object.keys(tools)) {
    const answer = (await call(tool, id)) as { readonly next: string };
    id = answer.next;
  }
}

async function recordChain(agent: View): Promise<string> {
  const run = await agent.startRun({ description: 'Follow the parts', inputs: { order: 'order-4711' } });
  await callChain((tool, id) => run.call(tool, { id }, (given) => tools[tool]?.execute(given)));
  await run.finish({ outcome: 'success' });
  return run.id;
}
