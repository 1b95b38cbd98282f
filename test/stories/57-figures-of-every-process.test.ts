import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openForTest } from './open-for-test.ts';

const folder = mkdtempSync(join(tmpdir(), 'engram-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('MET-1 retrieval times are those of every process', () => {
  const db = `file:${join(folder, 'memory.db')}`;

  it('what one process measured is in the report of the next', async () => {
    const first = await openForTest({ db });
    await first.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
    expect((await first.report()).health.meanRetrievalMs).toBeNull();
    await first.memories.search({ query: 'staging VPN' });
    expect((await first.report()).health.meanRetrievalMs).not.toBeNull();
    await first.close();

    const next = await openForTest({ db });
    const { health } = await next.report();
    expect(health.meanRetrievalMs).toBeGreaterThanOrEqual(0);
    expect(health.p95RetrievalMs).toBeGreaterThan(0);
    await next.close();
  });

  it('several processes that close at the same moment all add theirs', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => openForTest({ db })));
    for (const engram of others) await engram.memories.search({ query: 'staging VPN' });
    await Promise.all(others.map((engram) => engram.close()));
    const { openStore } = await import('../../src/store/open-store.ts');
    const store = await openStore(db, { durability: 'normal', now: 0 });
    expect((await store.retrievalTimes()).days).toMatchObject([{ searches: 5 }]);
    await store.close();
  });
});
