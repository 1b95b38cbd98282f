import type { Client, TextContent } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlace, type HttpServer, type Place, startHttp } from './connect.ts';

let place: Place;
let server: HttpServer;

beforeAll(async () => {
  place = await createPlace();
  server = await startHttp(place);
});
afterAll(async () => {
  await server.close();
  await place.close();
});

/** A token of an agent, or of the owner of the project. */
function tokenFor(agent: string | null) {
  return place.engram.as({ agent }).tokens.create({ scopes: ['read', 'write'] });
}

async function record(client: Client, text: string): Promise<void> {
  const input = { kind: 'knowledge', text };
  const answer = await client.callTool({ name: 'engram_memory_record', arguments: input });
  expect(answer.isError).toBeUndefined();
}

async function textsSeenBy(client: Client): Promise<string[]> {
  const { structuredContent } = await client.callTool({
    name: 'engram_memory_list',
    arguments: { limit: 100 },
  });
  const { items } = structuredContent as { items: { text: string }[] };
  return items.map(({ text }) => text).sort();
}

describe('a server on streamable HTTP (API-3)', () => {
  it('keeps two clients apart that talk at once, by their tokens alone', async () => {
    const [alice, bob] = [await tokenFor('alice'), await tokenFor('bob')];
    const clients = await Promise.all([
      server.connect(alice.secret, '2025'),
      server.connect(bob.secret, '2026'),
    ]);
    const [ofAlice, ofBob] = clients;
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => [
        record(ofAlice, `alice ${index}`),
        record(ofBob, `bob ${index}`),
      ]).flat(),
    );
    expect(await textsSeenBy(ofAlice)).toEqual([0, 1, 2, 3, 4].map((index) => `alice ${index}`));
    expect(await textsSeenBy(ofBob)).toEqual([0, 1, 2, 3, 4].map((index) => `bob ${index}`));
    const report = await ofBob.readResource({ uri: 'engram://report' });
    expect(JSON.stringify(report)).not.toContain('alice');
    await Promise.all(clients.map((client) => client.close()));
  });

  it('lets the owner of a project act as any of its agents', async () => {
    const { secret } = await tokenFor(null);
    const carol = await server.connect(secret, '2025', 'carol');
    await record(carol, 'of carol');
    expect(await textsSeenBy(carol)).toEqual(['of carol']);
    await carol.close();
  });

  it.each(['2025', '2026'] as const)(
    'closes at once when a token is revoked (client of %s)',
    async (generation) => {
      const { secret, id } = await tokenFor('dora');
      const dora = await server.connect(secret, generation);
      await record(dora, 'of dora');
      await place.engram.as({ agent: 'dora' }).tokens.revoke(id);
      await expect(record(dora, 'too late')).rejects.toThrow();
      await dora.close();
    },
  );

  it.each(['2025', '2026'] as const)(
    'may be replaced by another without its clients noticing (client of %s)',
    async (generation) => {
      const { secret } = await tokenFor('eve');
      const eve = await server.connect(secret, generation);
      await record(eve, `before, ${generation}`);
      await server.replace();
      await record(eve, `after, ${generation}`);
      expect(await textsSeenBy(eve)).toContain(`after, ${generation}`);
      await eve.close();
    },
  );

  it('answers what is no call of the protocol with the status that fits', async () => {
    const { secret } = await tokenFor('frank');
    const headers = { Authorization: `Bearer ${secret}`, Accept: 'application/json, text/event-stream' };
    const json = { ...headers, 'Content-Type': 'application/json' };
    const status = async (init: RequestInit) => (await fetch(server.url, init)).status;
    expect(await status({ method: 'GET', headers })).toBe(405);
    expect(await status({ method: 'DELETE', headers })).toBe(405);
    expect(await status({ method: 'POST', headers: json, body: '{"half' })).toBe(400);
    expect(
      await status({ method: 'POST', headers: { ...headers, 'Content-Type': 'text/plain' }, body: '{}' }),
    ).toBe(415);
    expect(await status({ method: 'POST', headers: json, body: `"${'x'.repeat(5_000_000)}"` })).toBe(413);
    expect(await status({ method: 'POST', body: '{}' })).toBe(401);
  });

  it('goes on after a call that the client gave up', async () => {
    const { secret } = await tokenFor('grace');
    const grace = await server.connect(secret, '2026');
    const gaveUp = new AbortController();
    const call = grace.callTool({ name: 'engram_stats', arguments: {} }, { signal: gaveUp.signal });
    gaveUp.abort();
    await expect(call).rejects.toThrow();
    const { content } = await grace.callTool({ name: 'engram_stats', arguments: {} });
    expect((content as TextContent[])[0]?.text).toContain('"memories":0');
    await grace.close();
  });
});
