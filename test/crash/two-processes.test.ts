import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';
import { recordOrder, startOrderWorld, writes } from './order-world.ts';

/** Two processes that replay the same at the same time; each write takes a while. */
async function twoAtOnce(request: { readonly idempotencyKey?: string }) {
  const program = await bundle(join(import.meta.dirname, 'replaying.ts'));
  onTestFinished(() => removeBundle(program));
  const path = join(temporaryFolder(), 'memory.db');
  await recordOrder(path, 'get_order');
  const world = await startOrderWorld();
  world.onWrite = () => pause(100);
  const both = [1, 2].map(() => start(program, [JSON.stringify({ path, url: world.url, ...request })]).ended);
  const told = (await Promise.all(both)).map(({ output, errors }) => {
    expect(errors).toBe('');
    return (JSON.parse(output) as { status: string }).status;
  });
  expect(Object.fromEntries(world.counts)).toEqual(Object.fromEntries(writes.map((write) => [write, 1])));
  return told;
}

it('TPL-9: of two processes with one request both get the answer, and one set of writes is made', async () => {
  expect(await twoAtOnce({ idempotencyKey: 'order-W2' })).toEqual(['completed', 'completed']);
});

it('TPL-9: of two processes without a key one does the work, and the other is refused', async () => {
  const told = await twoAtOnce({});
  expect(told).toContain('completed');
  // It finds the order changed when it comes after all of it.
  expect(['refused', 'diverged']).toContain(told.find((status) => status !== 'completed'));
});
