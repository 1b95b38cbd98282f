import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/index.ts';
import { saved, type Work } from './recorded-work.ts';

/** A ticket is created, and its new id is used by the next call, or by none. */
const workOf = (subject: string, answer: Json, id: Json | undefined): Work => ({
  task: `File a ticket about ${subject}`,
  inputs: { subject },
  calls: [
    ['find_customer', { about: subject }, { about: subject, customer: 'C-1001' }],
    ['create_ticket', { subject }, answer],
    ...(id === undefined ? [] : [['assign_ticket', { ticket: id }, { ok: true }] as const]),
  ],
});

async function replayed(before: Json, now: Json, id: Json | undefined, subject = 'login') {
  const agent = await saved(workOf('login', before, id));
  const assigned: Json[] = [];
  const report = await agent.templates.run(
    { id: 'work', inputs: { subject } },
    {
      find_customer: () => ({ about: subject, customer: 'C-1001' }),
      create_ticket: () => now,
      assign_ticket: ({ ticket }: JsonObject) => {
        assigned.push(ticket ?? null);
        return { ok: true };
      },
    },
  );
  return { status: report.status, reason: report.divergence?.reason, assigned };
}

describe('TPL-6 a new id in the answer of a change', () => {
  it.each<[string, Json, Json, Json, Json]>([
    ['a number', { insertedId: 7 }, { insertedId: 31 }, 7, 31],
    ['one', { insertedId: 1 }, { insertedId: 2 }, 1, 2],
    ['one, after many', { insertedId: 41 }, { insertedId: 1 }, 41, 1],
    ['a short word', { ok: true, insertedId: 't7' }, { ok: true, insertedId: 't8' }, 't7', 't8'],
    ['letters alone', { id: 'kqzwtb' }, { id: 'pfmdra' }, 'kqzwtb', 'pfmdra'],
    ['a hash', { insertedId: '65a1f0c2' }, { insertedId: 'cafebabe' }, '65a1f0c2', 'cafebabe'],
    ['a name of a thing', { ticket: { key: 'TCK-7' } }, { ticket: { key: 'TCK-112' } }, 'TCK-7', 'TCK-112'],
    ['an id in a list', { created: [{ id: 7 }] }, { created: [{ id: 8 }] }, 7, 8],
    [
      'an id and its repetition',
      { insertedId: 'k7', message: 'Created k7' },
      { insertedId: 'k9', message: 'Created k9' },
      'k7',
      'k9',
    ],
    ['an id in a text', 'Created ticket 4711', 'Created ticket 5120', 4711, 5120],
  ])('is followed: %s', async (_, before, now, was, is) => {
    expect(await replayed(before, now, was)).toEqual({ status: 'completed', assigned: [is] });
    expect(await replayed(before, now, was, 'logout')).toEqual({ status: 'completed', assigned: [is] });
  });

  it.each<[string, Json, Json]>([
    ['a number', { insertedId: 7 }, { insertedId: 31 }],
    ['one', { insertedId: 1 }, { insertedId: 2 }],
    ['a short word', { insertedId: 't7' }, { insertedId: 't8' }],
    ['letters alone', { insertedId: 'kqzwtb' }, { insertedId: 'pfmdra' }],
    ['a text', 'Created ticket 7', 'Created ticket 12'],
  ])('stops nothing where no call uses it: %s', async (_, before, now) => {
    expect(await replayed(before, now, undefined)).toMatchObject({ status: 'completed' });
  });

  it.each<[string, Json, Json]>([
    ['a state', { insertedId: 7, state: 'open' }, { insertedId: 8, state: 'rejected' }],
    ['nothing', { insertedId: 7 }, { insertedId: null }],
    ['no id', { insertedId: 7 }, {}],
    ['a switch', { insertedId: 7, ok: true }, { insertedId: 8, ok: false }],
    ['a sentence', { id: 'T-7' }, { id: 'T-7 was not created, the queue is full' }],
  ])('is told from another answer: %s', async (kind, before, now) => {
    expect(await replayed(before, now, kind === 'a sentence' ? 'T-7' : 7)).toMatchObject({ assigned: [] });
  });
});
