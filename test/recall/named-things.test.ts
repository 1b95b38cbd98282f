import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { namedKinds, namedThings } from '../../bench/named-things-data.ts';
import { openEngram } from '../../src/index.ts';

const open = () =>
  openEngram({ db: 'memory:', surroundings: { environment: {}, folder: tmpdir(), home: tmpdir() } });

/** People, products and words have no sign of their own: how they are found is measured, not promised. */
const plain: ReadonlySet<string> = new Set(['people', 'products', 'words']);

it.each(namedKinds.filter(({ kind }) => !plain.has(kind)))(
  'REC-1 REC-4 a question that names one thing finds its note, and is told nothing about others: $kind',
  async (kind) => {
    const engram = await open();
    const { notes, onTopic, offTopic } = namedThings(kind, 60, 6);
    await engram.memories.import(notes.map(({ id, text }) => ({ kind: 'knowledge', text, externalId: id })));
    const ids = new Map<string, string>();
    for (const { text, note } of [...onTopic, ...offTopic]) {
      const hits = await engram.memories.search({ query: text, limit: 3 });
      const own = hits.find(({ memory }) => memory?.provenance.externalId === note.id);
      expect(own, text).toBeDefined();
      ids.set(text, own?.memory?.id ?? '');
      const { memories } = await engram.memories.context({ query: text });
      expect(memories, text).toEqual([ids.get(text)]);
    }
    await engram.close();
  },
);

it('REC-1 in one situation what worked comes before what failed, and outcome words are no content', async () => {
  const engram = await open();
  const decide = (action: string, outcome: 'success' | 'failure') =>
    engram.memories.record({ kind: 'decision', content: { context: 'api-auth-timeout', action, outcome } });
  await decide('increase-timeout', 'failure');
  for (let time = 0; time < 3; time += 1) await decide('retry-with-exponential-backoff', 'success');
  const hits = await engram.memories.retrieve({ context: 'auth-failure' });
  expect(hits.map(({ parts }) => parts.success)).toEqual([1, 0]);
  expect(await engram.memories.search({ query: 'failure' })).toEqual([]);
  const told = await engram.memories.context({ query: 'the api times out on authentication' });
  expect(told.memories).toHaveLength(2);
  await engram.close();
});

/** What of these facts is told for a question. */
async function toldOf(query: string, texts: readonly string[]): Promise<string[]> {
  const engram = await open();
  await engram.memories.import(texts.map((text) => ({ kind: 'knowledge', text })));
  const { memories } = await engram.memories.context({ query, minRelevance: 0, limit: 10 });
  const told = await Promise.all(memories.map(async (id) => (await engram.memories.get(id)).text));
  await engram.close();
  return texts.filter((text) => told.includes(text));
}

const pauses = [
  'Wait 30 seconds before a restart of db-8.',
  'Wait 60 seconds before a restart of the queue.',
];
const everybody = ['Everyone needs a VPN for the office.', 'Zeus needs a VPN for the office.'];
const people = [
  'The badge for the office of Anna Kelm ends in spring.',
  'The badge for the office of Ben Lorch ends in autumn.',
];
const german = [
  'Die Pipeline baut nachts den Server.',
  'Der Test der Pipeline läuft lange.',
  'Der Bau der Pipeline läuft lange.',
];
const recipes = ['Bake the bread for 40 minutes.', 'Bake the bread with 200 g flour and 10 g salt.'];
const formats = ['Write dates in a refund as ISO-8601.', 'The refund of ORD-4711 was paid.'];

it.each([
  ['a duration is no name', 'How long to wait before a restart of db-8?', pauses],
  ['what holds for all holds for one', 'Does Zeus need a VPN for the office?', everybody],
  [
    'both of two people who are named',
    'When does the badge for the office of Anna Kelm and of Ben Lorch end?',
    people,
  ],
  ['nouns with a capital are no names', 'Warum läuft die Pipeline lange?', german],
  ['an amount is no name', 'How long do I bake the bread with 200 g flour?', recipes],
  ['codes of another kind', 'Which dates are in the refund of ORD-4711?', formats],
])('REC-4 nothing that belongs to the question is left out: %s', async (_, query, texts) => {
  expect(await toldOf(query, texts)).toEqual(texts);
});

it.each([
  ['Reboot server db-8', 'Server db-8: never reboot on Friday.', 'Server db-9: never reboot on Monday.'],
  ['Was order 4712 refunded?', 'Order 4712 was refunded.', 'Order 4711 was refunded.'],
  ['When does the badge for the office of Anna Kelm end?', people[0] ?? '', people[1] ?? ''],
])('REC-4 a fact about another thing is not told: %s', async (query, own, other) => {
  expect(await toldOf(query, [own, other])).toEqual([own]);
});
