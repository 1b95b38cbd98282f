import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

const notes = [
  'The invoice was paid twice by mistake',
  'Lunch is served at noon in the canteen',
  'The database connection pool was exhausted under load',
  'Our logo uses a dark shade of green',
  'Employees may work from home two days a week',
];

async function write(view: View, texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) ids.push((await view.memories.record({ kind: 'knowledge', text })).id);
  return ids;
}

async function found(view: View, query: string, limit?: number): Promise<string[]> {
  const items = await view.memories.search({ query, ...(limit === undefined ? {} : { limit }) });
  return items.flatMap(({ memory }) => memory?.text ?? []);
}

describe('REC-1 hybrid search, offline and without a key', () => {
  it.each([
    ['customer charged double on their bill', 'The invoice was paid twice by mistake'],
    ['food', 'Lunch is served at noon in the canteen'],
    ['colour of the brand', 'Our logo uses a dark shade of green'],
    ['remote staff policy', 'Employees may work from home two days a week'],
  ])('finds by meaning what shares no word with the question: %s', async (question, answer) => {
    const alice = (await openForTest()).agent('alice');
    await write(alice, notes);
    const [first] = await alice.memories.search({ query: question });
    expect(first?.memory?.text).toBe(answer);
    expect(first?.match).toMatchObject({ words: 0 });
    expect(first?.match.meaning).toBeGreaterThan(0);
  });

  it.each([
    ['ERR_4711', 'The import stops with ERR_4711'],
    ['getUserById', 'Call getUserById before anything else'],
    ['v2.14.3', 'Version v2.14.3 lost the retry'],
    ['10.0.0.7', 'The primary has the address 10.0.0.7'],
    ['payments/refund.ts', 'The rounding is in payments/refund.ts'],
  ])('finds identifiers by themselves: %s', async (identifier, text) => {
    const alice = (await openForTest()).agent('alice');
    const alike = [
      'ERR_4712 is harmless',
      'getOrderById is slow',
      'v2.14.4 is fine',
      '10.0.0.8 is a replica',
    ];
    await write(alice, [...notes, text, ...alike]);
    expect((await found(alice, identifier))[0]).toBe(text);
  });

  it('knows what was said before: an answer is found by the question it answers', async () => {
    const alice = (await openForTest()).agent('alice');
    const turns = [
      'Did the migration of the warehouse go well?',
      'Yes, it took four hours.',
      'Good. See you tomorrow.',
    ];
    await alice.memories.import([
      ...turns.map((text, position) => ({ text, session: 'chat-1', position, externalId: `t${position}` })),
      { text: 'Yes, it took four hours to paint the fence.', externalId: 'other' },
    ]);
    const [first, second] = await found(alice, 'warehouse migration', 3);
    expect([first, second]).toEqual(expect.arrayContaining(turns.slice(0, 2)));
  });

  it('prefers what was said by somebody the question names', async () => {
    const alice = (await openForTest()).agent('alice');
    const topics = ['I like tea in the evening', 'My train was late', 'The demo went well'];
    const said = [
      ...topics.map((topic) => `Bob: ${topic}`),
      ...topics.map((topic) => `Ann: ${topic.replace('evening', 'morning')}`),
      'Ann: Bob told me when he would like tea',
    ];
    await alice.memories.import(said.map((text, day) => ({ text, session: `chat-${day}`, position: 0 })));
    const [first] = await alice.memories.search({ query: 'When does Bob like tea?' });
    expect(first).toMatchObject({
      memory: { text: 'Bob: I like tea in the evening' },
      match: { speaker: 1 },
    });
    const [other] = await alice.memories.search({ query: 'When does Ann like tea?' });
    expect(other).toMatchObject({
      memory: { text: 'Ann: I like tea in the morning' },
      match: { speaker: 1 },
    });
  });

  it('prefers what was recorded at a time the question names', async () => {
    const engram = await openForTest();
    const [march, june] = [Date.UTC(2024, 2, 14), Date.UTC(2024, 5, 14)];
    await engram.memories.import([
      { text: 'The team met in Lisbon', createdAt: march },
      { text: 'The team met in Madrid', createdAt: june },
    ]);
    const [inMarch] = await engram.memories.search({ query: 'Where did the team meet in March 2024?' });
    expect(inMarch).toMatchObject({ memory: { text: 'The team met in Lisbon' }, match: { date: 1 } });
    expect((await found(engram, 'Where did the team meet on 14 June?'))[0]).toContain('Madrid');
  });

  it('answers near-duplicates once, and names those it left out', async () => {
    const alice = (await openForTest()).agent('alice');
    const ids = await write(alice, [
      'The staging API needs a VPN!',
      'the staging API needs a VPN',
      'The staging API needs a VPN',
      'The staging database has no backup',
    ]);
    const items = await alice.memories.search({ query: 'staging api vpn' });
    const [first] = items;
    expect([first?.memory?.id, ...(first?.duplicates ?? [])].sort()).toEqual(ids.slice(0, 3));
    expect(items.map(({ memory }) => memory?.id)).toContain(ids[3]);
    expect(items).toHaveLength(2);
  });

  it('keeps apart what differs in a number', async () => {
    const alice = (await openForTest()).agent('alice');
    await write(alice, ['Order 41 was refunded by hand', 'Order 42 was refunded by hand']);
    expect(await alice.memories.search({ query: 'order refunded' })).toMatchObject([
      { duplicates: [] },
      { duplicates: [] },
    ]);
    expect((await found(alice, 'order 42'))[0]).toContain('42');
  });

  it('finds at once what was just recorded, and no longer what was just deleted', async () => {
    const alice = (await openForTest()).agent('alice');
    await write(alice, notes);
    expect(await found(alice, 'quokka')).toEqual([]);
    const [id = ''] = await write(alice, ['A quokka is a small wallaby']);
    expect((await found(alice, 'quokka'))[0]).toBe('A quokka is a small wallaby');
    await alice.memories.delete(id);
    expect(await found(alice, 'quokka')).toEqual([]);
  });

  it('goes by kind and tag', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.memories.record({ kind: 'rule', text: 'Back up the database', tags: ['ops'] });
    await alice.memories.record({ kind: 'knowledge', text: 'The database is backed up', tags: ['ops'] });
    await alice.memories.record({ kind: 'rule', text: 'Back up the database of customers' });
    const query = 'database backup';
    expect(await alice.memories.search({ query, kind: 'rule', tag: 'ops' })).toMatchObject([
      { memory: { text: 'Back up the database' } },
    ]);
  });
});

describe('REC-2 isolation comes first', () => {
  it('answers its own memories and those of the project, never those of another agent', async () => {
    const engram = await openForTest();
    const text = (who: string) => `The deploy key of ${who} is in the safe`;
    await write(engram.agent('alice'), [text('alice')]);
    await write(engram.agent('bob'), [text('bob')]);
    await write(engram, [text('the project')]);
    await write(engram.as({ project: 'other' }), [text('another project')]);
    const query = 'deploy key of bob in the safe';
    expect((await found(engram.agent('alice'), query)).sort()).toEqual([text('alice'), text('the project')]);
    expect(await found(engram, query)).toHaveLength(3);
    const { text: context } = await engram.agent('alice').memories.context({ query, minRelevance: 0 });
    expect(context).toContain('of alice');
    expect(context).not.toContain('of bob');
  });

  it('answers 10 unless asked for more or fewer', async () => {
    const alice = (await openForTest()).agent('alice');
    await write(
      alice,
      Array.from({ length: 15 }, (_, number) => `Ticket ${number} was closed`),
    );
    expect(await found(alice, 'ticket closed')).toHaveLength(10);
    expect(await found(alice, 'ticket closed', 3)).toHaveLength(3);
    expect(await found(alice, 'ticket closed', 100)).toHaveLength(15);
  });

  it('answers only what means almost the same when it is asked to be strict', async () => {
    const alice = (await openForTest()).agent('alice');
    await write(alice, ['The staging API needs a VPN', 'The VPN is slow in the morning', 'Lunch is at noon']);
    const strict = (query: string) => alice.memories.search({ query, strict: true });
    const [only, ...more] = await strict('A VPN is needed for the staging API');
    expect(only?.memory?.text).toBe('The staging API needs a VPN');
    expect(only?.match.similarity).toBeGreaterThanOrEqual(0.8);
    expect(more).toEqual([]);
    expect(await strict('VPN')).toEqual([]);
  });
});

describe('REC-3 a recall explains itself', () => {
  it('each score is the weighted mean of its four parts', async () => {
    const engram = await openForTest();
    await write(engram, ['The staging API needs a VPN']);
    engram.time.advance(30 * 86_400_000);
    await engram.memories.record({ kind: 'rule', text: 'Use the VPN', confidence: 0.9, successRate: 0.2 });
    const items = await engram.memories.search({ query: 'staging vpn' });
    expect(items).toHaveLength(2);
    for (const { score, parts } of items) {
      const { relevance, recency, confidence, success } = parts;
      expect(score).toBeCloseTo(0.85 * relevance + 0.05 * (recency + confidence + success));
    }
    const old = items.find(({ memory }) => memory?.kind === 'knowledge');
    expect(old?.parts.recency).toBeCloseTo(0.5);
    const young = items.find(({ memory }) => memory?.kind === 'rule');
    expect(young?.parts.success).toBeCloseTo(0.2);
  });

  it('says when a memory is about exactly the situation', async () => {
    const alice = (await openForTest()).agent('alice');
    const content = { context: 'api auth timeout', action: 'retry', outcome: 'success' } as const;
    await alice.memories.record({ kind: 'decision', content });
    await write(alice, ['The auth API has a timeout of a minute']);
    const [exact, similar] = await alice.memories.retrieve({ context: 'API auth_timeout' });
    expect(exact).toMatchObject({ match: { topic: 1 }, parts: { relevance: 1 } });
    expect(similar).toMatchObject({ match: { topic: 0 } });
  });
});
