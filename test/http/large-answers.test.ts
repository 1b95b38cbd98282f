import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openTestServer } from './test-server.ts';

const refusedAsLarge = { status: 413, body: { error: { code: 'too_large' } } };

describe('answers that would become too large', () => {
  it('are refused for dry runs whose inputs stand in many places, as often as they are asked for', async () => {
    const door = await openTestServer();
    const run = await door.engram.startRun({ description: 'Announce', inputs: { text: 'hello' } });
    for (let channel = 0; channel < 100; channel += 1) {
      const post = {
        channel,
        title: 'hello',
        body: 'hello',
        footer: 'hello',
        copies: Array(20).fill('hello'),
      };
      await run.call('post', post, () => ({ ok: true }));
    }
    await run.finish({ outcome: 'success' });
    const template = await door.engram.templates.save({ run: run.id, name: 'announce' });
    const dryRun = (text: string) =>
      door.call('POST', `/api/templates/${template.id}/run`, { dryRun: true, inputs: { text } });
    const small = await dryRun('hi');
    expect(small.status).toBe(200);
    expect(small.text).toContain('"hi"');
    // Each of them would have some 20 GB.
    const large = 'x'.repeat(9_000_000);
    for (const answer of await Promise.all([dryRun(large), dryRun(large), dryRun(large)])) {
      expect(answer).toMatchObject(refusedAsLarge);
    }
    expect((await door.call('GET', '/healthz')).status).toBe(200);
  });

  it('are pages that end early where lists hold large records, and nothing is left out', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    const door = await openTestServer({ options: { db: `file:${path}` } });
    const count = 60;
    for (let number = 0; number < count; number += 1) {
      await door.engram.memories.record({ kind: 'knowledge', text: `${number} ${'x '.repeat(490_000)}` });
    }
    const seen: string[] = [];
    let pages = 0;
    for (let cursor = ''; ; pages += 1) {
      const { status, body } = await door.call('GET', `/api/memories?limit=1000${cursor}`);
      expect(status).toBe(200);
      const { items, next } = body as { items: Array<{ id: string }>; next: string | null };
      seen.push(...items.map(({ id }) => id));
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    expect(pages).toBeGreaterThan(0);
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
  });

  it('are refused when a limit of the server says so', async () => {
    const door = await openTestServer({ limits: { answerBytes: 2_500 } });
    for (let number = 0; number < 3; number += 1) {
      await door.engram.memories.record({ kind: 'knowledge', text: `${number} ${'x'.repeat(400)}` });
    }
    expect((await door.call('GET', '/api/memories?limit=1')).status).toBe(200);
    expect(await door.call('GET', '/api/memories?limit=3')).toMatchObject(refusedAsLarge);
  });
});
