import { tmpdir } from 'node:os';
import { openEngram, type View } from '../src/index.ts';
import { median, type Row } from './measure.ts';

const calls = 60;
const resultBytes = 100_000;
const rounds = 5;
const goalMilliseconds = 1_000;

interface Entry {
  readonly id: string;
  readonly customer: string;
  readonly status: string;
  readonly amount: number;
  readonly placed: string;
  readonly note: string;
}

/** A page of a large list, about 100 kB as JSON; every page has other entries. */
function pageOf(number: number): { readonly page: number; readonly next: string; readonly orders: Entry[] } {
  const orders: Entry[] = [];
  for (let bytes = 0, index = 0; bytes < resultBytes; index += 1) {
    const mixed = Math.imul(number * 4_099 + index + 1, 0x9e3779b1) >>> 0;
    const entry = {
      id: `ORD-${mixed}`,
      customer: `customer-${mixed % 9_973}`,
      status: ['open', 'shipped', 'returned'][mixed % 3] ?? '',
      amount: (mixed % 90_000) / 100,
      placed: new Date(1_700_000_000_000 + (mixed % 1e9)).toISOString(),
      note: `Left at the door of number ${mixed % 250}, paid by card ${mixed % 10_000}`,
    };
    bytes += JSON.stringify(entry).length + 1;
    orders.push(entry);
  }
  return { page: number, next: `cursor-${number + 1}-${(number + 1) * 7_919}`, orders };
}

/** Pages through a list, and at every tenth page changes an order that it has seen. */
async function recordPages(agent: View): Promise<string> {
  const run = await agent.startRun({ description: 'Go through all orders', inputs: { from: 'cursor-0-0' } });
  let cursor = 'cursor-0-0';
  let order = '';
  for (let number = 0; number < calls; number += 1) {
    const page = pageOf(number);
    if (number % 10 === 9) {
      await run.call('update_order', { id: order, status: 'checked' }, () => page);
      continue;
    }
    await run.call('list_orders', { cursor, limit: 500 }, () => page);
    cursor = page.next;
    order = page.orders[number * 3]?.id ?? order;
  }
  await run.finish({ outcome: 'success' });
  return run.id;
}

/** What it costs to save a large run as a template. */
export async function benchSave(): Promise<Row[]> {
  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const engram = await openEngram({
      db: 'memory:',
      surroundings: { environment: {}, folder: tmpdir(), home: '/nowhere' },
      capture: { maxValueBytes: 2 * resultBytes },
    });
    try {
      const agent = engram.agent('alice');
      const run = await recordPages(agent);
      const before = process.cpuUsage();
      await agent.templates.save({ run, name: 'pages' });
      const { user, system } = process.cpuUsage(before);
      milliseconds.push((user + system) / 1_000);
    } finally {
      await engram.close();
    }
  }
  const measured = median(milliseconds);
  return [
    {
      what: `Saving a run of ${calls} calls with ${resultBytes / 1_000} kB results`,
      measured: `${measured.toFixed(0)} ms`,
      against: '–',
      ratio: `${Math.min(...milliseconds).toFixed(0)}–${Math.max(...milliseconds).toFixed(0)} ms in ${rounds} rounds`,
      goal: `${goalMilliseconds} ms`,
      held: measured < goalMilliseconds,
    },
  ];
}
