import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openForTest } from './open-for-test.ts';

const getOrder = { execute: async ({ id }: { id: string }) => ({ id, status: 'open' }), readOnly: true };

async function saved() {
  const folder = mkdtempSync(join(tmpdir(), 'engram-read-again-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const open = async () => {
    const engram = await openForTest({ db: `file:${join(folder, 'engram.db')}` });
    onTestFinished(() => engram.close());
    return engram.agent('alice');
  };
  const alice = await open();
  const run = await alice.startRun({ description: 'Look at W-1003', inputs: { id: 'W-1003' } });
  await run.call('get_order', { id: 'W-1003' }, () => ({ id: 'W-1003', status: 'open' }));
  await run.finish({ outcome: 'success' });
  await alice.templates.save({ run: run.id, name: 'look' });
  return { alice, open };
}

describe('TPL-6 a template that is read again and again', () => {
  it('is what was saved, whatever somebody does to what was shown', async () => {
    const { alice } = await saved();
    const shown = await alice.templates.show('look');
    const before = structuredClone(shown);
    for (const step of shown.plan) step.observed = [];
    shown.parameters.length = 0;
    expect(await alice.templates.show('look')).toEqual(before);
    const sold = { ...getOrder, execute: async ({ id }: { id: string }) => ({ id, status: 'sold' }) };
    for (const inputs of [{}, { id: 'W-1004' }]) {
      expect(
        await alice.templates.run(
          { id: 'look', inputs, asRecorded: Object.keys(inputs).length === 0 },
          { get_order: getOrder },
        ),
      ).toMatchObject({
        status: 'completed',
      });
      expect(
        await alice.templates.run(
          { id: 'look', inputs, asRecorded: Object.keys(inputs).length === 0 },
          { get_order: sold },
        ),
      ).toMatchObject({
        status: 'diverged',
        divergence: { place: '1:$.status' },
      });
    }
  });

  it('is the new one as soon as another process has changed it', async () => {
    const { alice, open } = await saved();
    const sold = { ...getOrder, execute: async ({ id }: { id: string }) => ({ id, status: 'sold' }) };
    const again = () => alice.templates.run({ id: 'look', asRecorded: true }, { get_order: sold });
    expect(await again()).toMatchObject({ status: 'diverged' });
    await (await open()).templates.edit({ id: 'look', free: ['1:$.status'] });
    expect(await again()).toMatchObject({ status: 'completed' });
  });
});
