import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/index.ts';
import { saved, type Work } from './recorded-work.ts';

/** An account, and how an agent derives the value that it writes from it. */
interface Account {
  readonly id: string;
  readonly holder: string;
  readonly limit: number;
  readonly seats: number;
  readonly cards: readonly string[];
}

type Derivation = (account: Account, amount: number) => Json;

const derivations: Readonly<Record<string, Derivation>> = {
  'a copy of a small number': ({ seats }) => seats,
  'the double': ({ limit }) => limit * 2,
  'the half': ({ limit }) => limit / 2,
  'ten percent': ({ limit }) => limit / 10,
  'one more': ({ seats }) => seats + 1,
  'the negative': ({ limit }) => -limit,
  'what is missing to a thousand': ({ limit }) => 1000 - limit,
  'the least of two': ({ limit }) => Math.min(limit, 400),
  'the greatest of two': ({ limit }) => Math.max(limit, 10_000),
  'a tier': ({ limit }) => (limit > 4000 ? 'gold' : limit > 300 ? 'silver' : 'bronze'),
  'a flag': ({ limit }) => limit > 1000,
  'a text with a number': ({ limit }) => `Your limit is ${limit * 2} from now on`,
  'a number of items': ({ cards }) => cards.length,
  'a part of what the caller gave': (_, amount) => amount / 4,
};

/** As a record, and as lines of a text. */
const forms: Readonly<Record<string, (account: Account) => Json>> = {
  record: (account) => ({ ...account, cards: [...account.cards] }),
  text: ({ id, holder, limit, seats, cards }) =>
    `Account ${id} of ${holder}\nLimit: ${limit}\nSeats: ${seats}\nCards: ${cards.join(' ')} (${cards.length})`,
};

const anAccount = (id: string, limit: number, seats = 7, cards = 3): Account => ({
  id,
  holder: `H-${id.length}${limit}${seats}${id}`,
  limit,
  seats,
  cards: Array.from({ length: cards }, (_, at) => `${id}-${1001 + at}`),
});

interface Situation {
  readonly account: Account;
  readonly amount: number;
}

const workOf = (
  { account, amount }: Situation,
  derive: Derivation,
  shown: (account: Account) => Json,
): Work => ({
  task: `Settle ${account.id}`,
  inputs: { account: account.id, amount },
  calls: [
    ['get_account', { id: account.id }, shown(account)],
    ['check_funds', { amount }, { enough: true }],
    ['set_value', { account: account.id, value: derive(account, amount) }, { ok: true }],
  ],
});

/** What is written when the work is replayed for another account. */
async function written(
  recorded: readonly [Situation, ...Situation[]],
  now: Situation,
  derive: Derivation,
  shown: (account: Account) => Json,
): Promise<Json[]> {
  const [first, ...more] = recorded.map((one) => workOf(one, derive, shown));
  if (first === undefined) return [];
  const agent = await saved(first, ...more);
  const values: Json[] = [];
  const tools = {
    get_account: () => shown(now.account),
    check_funds: () => ({ enough: true }),
    set_value: ({ value }: JsonObject) => {
      values.push(value ?? null);
      return { ok: true };
    },
  };
  const inputs = { account: now.account.id, amount: now.amount };
  await agent.templates.run({ id: 'work', inputs }, tools).catch(() => undefined);
  return values;
}

const alike = (number: number): Situation[] =>
  ['acc-aa', 'acc-bb', 'acc-cc'].slice(0, number).map((id) => ({ account: anAccount(id, 520), amount: 80 }));
/** Other values, of which least, greatest, tier and flag make the same. */
const varied = (number: number): Situation[] =>
  [7000, 6000, 9000]
    .slice(0, number)
    .map((limit, at) => ({ account: anAccount(`acc-${'abc'[at]}`, limit, 7 + at), amount: 80 }));
const elsewhere: readonly Situation[] = [
  { account: anAccount('acc-zz', 50, 9, 5), amount: 400 },
  { account: anAccount('acc-zz', 3000, 2, 4), amount: 40 },
  { account: anAccount('acc-zz', 20_000, 90, 4), amount: 8000 },
];

describe('TPL-6 a value that an agent derived, where what it came from was alike in all runs', () => {
  describe.each(Object.entries(derivations))('%s', (_, derive) => {
    describe.each(Object.entries(forms))('of a %s', (_, shown) => {
      it.each([
        ['one run', alike(1)],
        ['two runs', alike(2)],
        ['three runs', alike(3)],
        ['two runs that differ', varied(2)],
        ['three runs that differ', varied(3)],
      ])('is not written wrongly after %s', async (_, recorded) => {
        for (const now of elsewhere) {
          const values = await written(recorded as [Situation, ...Situation[]], now, derive, shown);
          const right = derive(now.account, now.amount);
          expect(values.filter((value) => JSON.stringify(value) !== JSON.stringify(right))).toEqual([]);
        }
      });
    });
  });

  it('is a constant where all that the runs had alike is as it was', async () => {
    const recorded = varied(3) as [Situation, ...Situation[]];
    const now = { account: anAccount('acc-zz', 8000, 8), amount: 80 };
    const values = await written(recorded, now, () => 'EUR', forms['record'] as (account: Account) => Json);
    expect(values).toEqual(['EUR']);
  });

  it('says what was alike, and is another now', async () => {
    const first = { account: anAccount('acc-aa', 500), amount: 80 };
    const second = { account: anAccount('acc-bb', 500), amount: 80 };
    const percent: Derivation = ({ limit }) => limit / 20;
    const record = forms['record'] as (account: Account) => Json;
    const agent = await saved(workOf(first, percent, record), workOf(second, percent, record));
    const report = await agent.templates.run(
      { id: 'work', inputs: { account: 'acc-zz', amount: 80 } },
      {
        get_account: () => record(anAccount('acc-zz', 5000)),
        check_funds: () => ({ enough: true }),
        set_value: () => ({ ok: true }),
      },
    );
    expect(report).toMatchObject({
      status: 'diverged',
      divergence: { call: 3, tool: 'set_value', expected: '500', found: '5000' },
    });
    expect(report.divergence?.reason).toContain('$.limit in the answer of "get_account"');
  });
});
