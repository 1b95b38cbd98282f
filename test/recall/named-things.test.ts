import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { namedKinds, namedThings } from '../../bench/named-things-data.ts';
import { openEngram } from '../../src/index.ts';

const open = () =>
  openEngram({ db: 'memory:', surroundings: { environment: {}, folder: tmpdir(), home: tmpdir() } });

it.each(namedKinds)(
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
