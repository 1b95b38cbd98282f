import { beforeEach, expect, it } from 'vitest';
import { settingsSchema } from '../config/settings.ts';
import type { Store } from '../ports/store.ts';
import type { Grant } from '../records/grant.ts';
import { createReferenceStore } from '../store/reference/reference-store.ts';
import { aMemory, resetBuilders } from '../testing/index.ts';
import { aGrant, chosen } from '../testing/store-suite/grants.ts';
import { createFinder } from './finder.ts';
import { placeOf } from './index/indexed-part.ts';

const settings = settingsSchema.parse({ db: 'memory:' }).recall;
const alice = { user: 'ada', project: 'shop', agent: 'alice' };
const bob = { ...alice, agent: 'bob' };
const now = Date.UTC(2026, 0, 1);
/** Enough to be worth keeping. */
const many = 200;

/** The marks from which the changes of the project were read; null is the beginning. */
let readFrom: Array<string | null>;
let store: Store;

beforeEach(async () => {
  resetBuilders();
  const reference = createReferenceStore();
  readFrom = [];
  store = {
    ...reference,
    memoryChanges(place, mark, limit) {
      readFrom.push(mark);
      return reference.memoryChanges(place, mark, limit);
    },
  };
  for (let number = 0; number < many; number += 1) {
    const tags = number % 2 === 0 ? ['even'] : [];
    const memory = aMemory({ id: `m${number}`, scope: alice, text: `refund rule ${number}`, tags });
    await store.commit([{ type: 'record-memory', memory }]);
  }
});

async function share(changes: Partial<Grant> = {}): Promise<Grant> {
  const grant = aGrant({ scope: alice, to: { project: 'shop', agent: 'bob' }, ...changes });
  await store.commit([{ type: 'create-record', kind: 'grant', record: grant }]);
  return grant;
}

async function revoke(grant: Grant): Promise<void> {
  const record = { ...grant, revision: grant.revision + 1, revokedAt: now, revokedBy: 'alice' };
  await store.commit([{ type: 'revise-record', kind: 'grant', owner: grant.scope, record }]);
}

/** What bob finds in a new process. */
async function found(query: string): Promise<string[]> {
  readFrom = [];
  const open = async () => null;
  const finder = createFinder(
    store,
    settings,
    async (text) => text,
    open,
    () => {},
  );
  const matches = await finder.find(bob, { query, now, limit: 500 });
  await finder.close();
  return matches.flatMap(({ id, duplicates }) => [id, ...duplicates]);
}

const keptForBob = () =>
  store.keptIndex(placeOf({ user: 'ada', project: 'shop', sharedWith: { ...bob, granted: [] } }));

it('SHR-1: an index of what is shared is kept, so that the next process reads only what is new', async () => {
  await share();
  expect(await found('refund')).toHaveLength(many);
  expect(readFrom.filter((mark) => mark === null)).toHaveLength(2);
  const late = aMemory({ id: 'late', scope: alice, text: 'refund of the day' });
  await store.commit([
    { type: 'record-memory', memory: late },
    { type: 'delete-memory', owner: alice, id: 'm7' },
  ]);
  const again = await found('refund');
  expect(again).toHaveLength(many);
  expect(again).toContain('late');
  expect(again).not.toContain('m7');
  expect(readFrom).not.toContain(null);
});

it('SHR-1: with another grant it is made anew, and holds what is shared now', async () => {
  const all = await share();
  await found('refund');
  await revoke(all);
  await share({ what: chosen({ tags: ['even'] }) });
  const now = await found('refund');
  expect(now).toHaveLength(many / 2);
  expect(now).not.toContain('m7');
  expect(readFrom).toContain(null);
  await found('refund');
  expect(readFrom).not.toContain(null);
});

it('SHR-1: it goes with the next search also when too little is shared by then to be worth keeping', async () => {
  const all = await share();
  await found('refund');
  const before = Buffer.from((await keptForBob())?.about ?? []).toString();
  await revoke(all);
  await share({ what: chosen({ id: 'm7' }) });
  expect(await found('refund')).toEqual(['m7']);
  const after = Buffer.from((await keptForBob())?.about ?? []).toString();
  expect(JSON.parse(before).shards[0].totals.open).toBe(many);
  expect(JSON.parse(after).shards[0].totals.open).toBe(1);
});
