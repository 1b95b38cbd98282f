import { expect } from 'vitest';
import type { Command } from '../../ports/store.ts';
import type { AuditRecord } from '../../records/audit.ts';
import { aMemory } from '../builders.ts';
import { exportedFrom, move } from './exported.ts';
import { anOwned, createOwned, deleteOwned } from './owned-records.ts';
import { everythingSeen } from './reads.ts';
import { ali, alice, bob, expectRefusal, record, type StoreCase, shop, shop2 } from './store-case.ts';
import { aWorld, commandsOf } from './world.ts';

/** The audit record of this position. */
export function anAuditRecord(position: number, overrides: Partial<AuditRecord> = {}): AuditRecord {
  return {
    position,
    at: 1_000 + position,
    action: 'access',
    subject: 'aaaa',
    sealed: `sealed ${position}`,
    hash: `hash ${position}`,
    ...overrides,
  };
}

const append = (auditRecord: AuditRecord): Command => ({ type: 'append-audit', record: auditRecord });
const keepKey = (user: string, key: string): Command => ({ type: 'keep-audit-key', user, key });

export const auditCases: readonly StoreCase[] = [
  {
    title: 'SHR-3: audit records follow each other, and each is read as it was written',
    async check(store) {
      expect(await store.auditHead()).toBeUndefined();
      const records = [1, 2, 3].map((position) => anAuditRecord(position));
      await store.commit(records.slice(0, 2).map(append));
      await store.commit(records.slice(2).map(append));
      expect(await store.auditHead()).toStrictEqual(records[2]);
      expect(await store.walkAudit(0, 10)).toStrictEqual(records);
      expect(await store.walkAudit(1, 1)).toStrictEqual([records[1]]);
      expect(await store.walkAudit(3, 10)).toStrictEqual([]);
    },
  },
  {
    title: 'SHR-3: one that does not follow the last is refused with conflict, and undoes its commit',
    async check(store) {
      await store.commit([append(anAuditRecord(1))]);
      for (const position of [0, 1, 3]) {
        const commands = [record(aMemory({ id: 'new' })), append(anAuditRecord(position, { hash: 'other' }))];
        await expectRefusal(store, commands, 'conflict');
      }
      expect(await store.getMemory(ali, 'new')).toBeUndefined();
      expect(await store.walkAudit(0, 10)).toStrictEqual([anAuditRecord(1)]);
    },
  },
  {
    title: 'SHR-3: of several who write at the same time, one takes the place',
    async check(store) {
      const tries = ['a', 'b', 'c', 'd'].map((hash) => store.commit([append(anAuditRecord(1, { hash }))]));
      const settled = await Promise.allSettled(tries);
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await store.walkAudit(0, 10)).toHaveLength(1);
    },
  },
  {
    title: 'SHR-3: lists are about one pseudonym, the last first, by what was done, before a position',
    async check(store) {
      const records = [
        anAuditRecord(1),
        anAuditRecord(2, { subject: 'bbbb' }),
        anAuditRecord(3, { action: 'share' }),
        anAuditRecord(4),
      ];
      await store.commit(records.map(append));
      const positions = async (...asked: Parameters<typeof store.listAudit>) =>
        (await store.listAudit(...asked)).map(({ position }) => position);
      expect(await positions({ subject: 'aaaa' }, 10)).toStrictEqual([4, 3, 1]);
      expect(await positions({ subject: 'aaaa' }, 2)).toStrictEqual([4, 3]);
      expect(await positions({ subject: 'aaaa', before: 3 }, 10)).toStrictEqual([1]);
      expect(await positions({ subject: 'aaaa', action: 'share' }, 10)).toStrictEqual([3]);
      expect(await positions({ subject: 'bbbb' }, 10)).toStrictEqual([2]);
      expect(await positions({ subject: 'aa' }, 10)).toStrictEqual([]);
    },
  },
  {
    title: 'SHR-3: each user has one key, which stays',
    async check(store) {
      await store.commit([keepKey('ada', 'first'), keepKey('bob', 'other')]);
      await expectRefusal(store, [keepKey('ada', 'second')], 'conflict');
      expect(await store.auditKey('ada')).toBe('first');
      expect(await store.auditKey('bob')).toBe('other');
      expect(await store.auditKey('ad')).toBeUndefined();
      expect((await store.auditKeys()).toSorted()).toStrictEqual(['first', 'other']);
    },
  },
  {
    title: 'SHR-3: a move takes the audit along as it is, also one with a record missing',
    async check(store, openAnother) {
      const records = [anAuditRecord(1), anAuditRecord(2), anAuditRecord(4)];
      await store.commit([keepKey('ada', 'first')]);
      await store.commit(
        records.map((each) => ({ type: 'append-audit', record: each, ifAbsent: true }) as const),
      );
      const other = await openAnother();
      await move(store, other, 2);
      expect(await other.walkAudit(0, 10)).toStrictEqual(records);
      expect(await other.auditKey('ada')).toBe('first');
    },
  },
];

const isNoHold = (command: Command): boolean =>
  !(command.type === 'create-record' && command.kind === 'hold');

const bystanders = [bob, { ...bob, user: 'ad' }];

export const erasureCases: readonly StoreCase[] = [
  {
    title: 'SHR-4: what there is of a user is counted over all projects and agents, and nothing of others',
    async check(store) {
      for (const scope of [ali, alice, shop2, bob]) await store.commit(commandsOf(aWorld(scope)));
      const counts = await store.countUser('ada');
      expect(counts).toMatchObject({ tasks: 3, runs: 6, steps: 3, sessions: 3, messages: 3, memories: 3 });
      expect(counts).toMatchObject({
        lessons: 3,
        templates: 3,
        tokens: 3,
        workflows: 6,
        grants: 3,
        entries: 3,
      });
      expect(await store.countUser('bob')).toMatchObject({ tasks: 1, memories: 1, plans: 1 });
      expect(await store.countUser('ad')).toStrictEqual({});
    },
  },
  {
    title: 'SHR-4: erasing a user removes all they have, in every project and of every agent',
    async check(store) {
      const worlds = [ali, alice, shop, shop2].map(aWorld);
      for (const world of worlds) await store.commit(commandsOf(world).filter(isNoHold));
      await store.commit([keepKey('ada', 'key of ada')]);
      expect(await store.commit([{ type: 'erase-user', user: 'ada' }])).toStrictEqual({ ignored: [] });
      expect(await exportedFrom(store)).toStrictEqual([]);
      expect(await store.auditKey('ada')).toBeUndefined();
      expect(await store.listPlaces()).toStrictEqual([]);
      expect(await store.dueUses(10)).toStrictEqual([]);
      expect(await store.openGrants('ada')).toStrictEqual([]);
      for (const { memory, token } of worlds) {
        expect(await store.findToken(token.hash)).toBeUndefined();
        expect(await store.vectorsOf('test-embedder', [memory.id])).toStrictEqual([]);
      }
    },
  },
  {
    title:
      'SHR-4: nobody is erased while a hold of one of their projects stands; a hold of others does not count',
    async check(store) {
      const world = aWorld(ali);
      await store.commit(commandsOf(world).filter(isNoHold));
      const hold = anOwned('hold', { scope: { ...shop, project: 'shop2' } });
      await store.commit([createOwned('hold', hold)]);
      const before = await everythingSeen(store, shop, world);
      await expectRefusal(store, [{ type: 'erase-user', user: 'ada' }], 'held');
      expect(await everythingSeen(store, shop, world)).toStrictEqual(before);
      await store.commit([createOwned('hold', anOwned('hold', { scope: { ...bob, agent: null } }))]);
      await store.commit([deleteOwned('hold', hold), { type: 'erase-user', user: 'ada' }]);
      expect(await store.countUser('ada')).toStrictEqual({});
    },
  },
  {
    title: 'SHR-4: erasing a user leaves what others have, whose names may begin alike, as it is',
    async check(store) {
      const worlds = bystanders.map(aWorld);
      for (const world of [...worlds, aWorld(ali)]) await store.commit(commandsOf(world));
      await store.commit([keepKey('bob', 'key of bob')]);
      const seen = () =>
        Promise.all(worlds.map((world) => everythingSeen(store, { ...world.scope, agent: null }, world)));
      const before = await seen();
      await store.commit([{ type: 'erase-user', user: 'ada' }]);
      expect(await seen()).toStrictEqual(before);
      expect(await store.auditKey('bob')).toBe('key of bob');
    },
  },
  {
    title: 'SHR-4: who follows the memories of an erased user hears that they are gone',
    async check(store) {
      const memory = aMemory({ scope: ali });
      await store.commit([record(memory)]);
      const { mark } = await store.memoryChanges(ali, null, 10);
      await store.commit([{ type: 'erase-user', user: 'ada' }]);
      expect((await store.memoryChanges(ali, mark, 10)).removed).toContain(memory.id);
    },
  },
  {
    title: 'SHR-4: erasing a user keeps every audit record: the chain stays whole',
    async check(store) {
      const records = [anAuditRecord(1), anAuditRecord(2)];
      await store.commit([keepKey('ada', 'key'), ...records.map(append)]);
      await store.commit([{ type: 'erase-user', user: 'ada' }, append(anAuditRecord(3))]);
      expect(await store.walkAudit(0, 10)).toStrictEqual([...records, anAuditRecord(3)]);
    },
  },
  {
    title: 'SHR-4: erasing the last one with a token opens no door: there were tokens',
    async check(store) {
      await store.commit([{ type: 'create-token', token: aWorld(ali).token }]);
      await store.commit([{ type: 'erase-user', user: 'ada' }]);
      expect(await store.hasTokens()).toBe(true);
    },
  },
  {
    title: 'SHR-4: erasing somebody unknown changes nothing; a refused command beside it undoes it',
    async check(store) {
      const world = aWorld(ali);
      await store.commit(commandsOf(world));
      const before = await everythingSeen(store, shop, world);
      await store.commit([{ type: 'erase-user', user: 'zoe' }]);
      expect(await store.hasTokens()).toBe(true);
      await expectRefusal(store, [{ type: 'erase-user', user: 'ada' }, append(anAuditRecord(7))], 'conflict');
      expect(await everythingSeen(store, shop, world)).toStrictEqual(before);
    },
  },
];
