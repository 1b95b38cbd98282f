import { expect } from 'vitest';
import { covered } from '../../access/holds.ts';
import type { Command, Store } from '../../ports/store.ts';
import { type Hold, heldKinds } from '../../records/hold.ts';
import { aMemory, aMessage, aRun, aSession, aTemplate } from '../builders.ts';
import { aHold } from '../retention-builders.ts';
import {
  ali,
  alice,
  bob,
  changed,
  expectRefusal,
  finish,
  idsOf,
  prune,
  record,
  remove,
  removeTemplate,
  revise,
  type StoreCase,
  saveTemplate,
  say,
  shop,
  shop2,
  start,
} from './store-case.ts';

const set = (hold: Hold): Command => ({ type: 'create-record', kind: 'hold', record: hold });
const lift = ({ scope, id }: Hold): Command => ({ type: 'delete-record', kind: 'hold', owner: scope, id });
const deleteRun = ({ scope, id }: Pick<ReturnType<typeof aRun>, 'scope' | 'id'>): Command => ({
  type: 'delete-run',
  owner: scope,
  id,
});
const deleteSession = ({ scope, id }: Pick<ReturnType<typeof aSession>, 'scope' | 'id'>): Command => ({
  type: 'delete-session',
  owner: scope,
  id,
});

/** Records of several owners and kinds, each with the command that deletes it. */
function holdables() {
  const memories = [
    aMemory({ id: 'm1', kind: 'knowledge', tags: ['greek'] }),
    aMemory({ id: 'm2', kind: 'decision', content: { context: 'c' }, tags: ['greek', 'latin'] }),
    aMemory({ id: 'm3', scope: alice, kind: 'decision', content: { context: 'c' } }),
    aMemory({ id: 'm4', scope: shop }),
    aMemory({ id: 'm5', scope: shop2, tags: ['greek'] }),
    aMemory({ id: 'm6', scope: bob }),
  ];
  const runs = [ali, alice, shop, bob].map((scope) => aRun({ scope }));
  const sessions = [ali, shop, shop2].map((scope) => aSession({ scope, id: 'chat' }));
  return {
    commands: [
      ...memories.map(record),
      ...runs.flatMap((run) => [start(run), finish(run)]),
      ...sessions.map((session) => say(session, aMessage({ scope: session.scope, sessionId: 'chat' }))),
    ],
    deletions: [
      ...memories.map((memory) => ({ item: memory, command: remove(memory) })),
      ...runs.map((run) => ({ item: { ...run, kind: 'run' as const }, command: deleteRun(run) })),
      ...sessions.map((session) => ({
        item: { ...session, kind: 'session' as const },
        command: deleteSession(session),
      })),
    ],
  };
}

const limits: ReadonlyArray<readonly [string, Partial<Hold>]> = [
  ['everything in the project', {}],
  ['one agent', { ofAgent: 'ali' }],
  ['an agent whose name is longer', { ofAgent: 'alicia' }],
  ...heldKinds.map((ofKind) => [`the kind ${ofKind}`, { ofKind }] as const),
  ['a tag', { tag: 'greek' }],
  ['a tag and a kind', { tag: 'greek', ofKind: 'decision' }],
  ['one memory', { memory: 'm1' }],
  ['one memory of another agent', { memory: 'm3', ofAgent: 'ali' }],
  ['another project', { scope: { ...shop2, agent: null } }],
  ['another user', { scope: { ...bob, agent: null } }],
  ['nothing, because an agent says so', { scope: ali }],
];

const codeOf = async (store: Store, command: Command): Promise<string> =>
  store.commit([command]).then(
    () => 'deleted',
    (error: { code: string }) => error.code,
  );

export const holdCases: readonly StoreCase[] = [
  {
    title:
      'SHR-4: what another user says was derived from a memory holds nothing back, whatever that one holds',
    async check(store) {
      const memory = aMemory({ id: 'mine' });
      const claimed = aMemory({ id: 'claimed', scope: bob, derivedFrom: [{ kind: 'memory', id: 'mine' }] });
      const hold = aHold({
        scope: { ...bob, agent: null },
        ofAgent: null,
        ofKind: null,
        tag: null,
        memory: null,
      });
      await store.commit([record(memory), record(claimed), set(hold)]);
      await store.commit([remove(memory)]);
      expect(await store.getMemory(ali, 'mine')).toBeUndefined();
      expect(await store.getMemory(bob, 'claimed')).toStrictEqual(claimed);
    },
  },
  {
    title: 'SHR-4: a tag by which a memory is held cannot be taken away; others can',
    async check(store) {
      const memory = aMemory({ id: 'held', tags: ['greek', 'latin'] });
      const hold = aHold({ scope: shop, ofAgent: null, ofKind: null, tag: 'greek', memory: null });
      await store.commit([record(memory), set(hold)]);
      for (const tags of [[], ['latin'], ['greece']])
        await expectRefusal(store, [revise(changed(memory, { tags }))], 'held');
      const kept = changed(memory, { tags: ['greek', 'new'] });
      await store.commit([revise(kept)]);
      await store.commit([lift(hold), revise(changed(kept, { tags: [] }))]);
      expect((await store.getMemory(ali, 'held'))?.tags).toStrictEqual([]);
    },
  },
  ...limits.map(
    ([what, limit]): StoreCase => ({
      title: `SHR-4: a hold on ${what} refuses to delete exactly what it covers, until it is lifted`,
      async check(store) {
        const { commands, deletions } = holdables();
        const hold = aHold(limit);
        await store.commit([...commands, set(hold)]);
        const expected = deletions.map(({ item }) => (covered(hold, item) ? 'held' : 'deleted'));
        const found: string[] = [];
        for (const { command } of deletions) found.push(await codeOf(store, command));
        expect(found).toStrictEqual(expected);
        await store.commit([lift(hold)]);
        const held = deletions.filter(({ item }) => covered(hold, item)).map(({ command }) => command);
        await store.commit(held);
        for (const command of held) await expectRefusal(store, [command], 'not_found');
      },
    }),
  ),
  {
    title: 'SHR-4: one hold is enough, and lifting one of two frees nothing that the other covers',
    async check(store) {
      const memory = aMemory({ id: 'm', tags: ['x'] });
      const [one, two] = [aHold({ tag: 'x' }), aHold({ memory: 'm' })];
      await store.commit([record(memory), set(one), set(two)]);
      await store.commit([lift(one)]);
      await expectRefusal(store, [remove(memory)], 'held');
      await store.commit([lift(two), remove(memory)]);
      expect(await store.getMemory(ali, 'm')).toBeUndefined();
    },
  },
  {
    title: 'SHR-4: a memory from which a held one was derived stays, with everything else derived from it',
    async check(store) {
      const source = aMemory({ id: 'source' });
      const child = aMemory({ id: 'child', derivedFrom: [{ kind: 'memory', id: 'source' }] });
      const held = aMemory({
        id: 'held',
        scope: alice,
        tags: ['x'],
        derivedFrom: [{ kind: 'memory', id: 'child' }],
      });
      await store.commit([...[source, child, held].map(record), set(aHold({ tag: 'x' }))]);
      await expectRefusal(store, [remove(source)], 'held');
      await expectRefusal(store, [remove(child)], 'held');
      expect(idsOf(await store.getMemories(shop, ['source', 'child', 'held'])).toSorted()).toStrictEqual([
        'child',
        'held',
        'source',
      ]);
    },
  },
  {
    title: 'SHR-4: a template from which a held memory was derived stays',
    async check(store) {
      const template = aTemplate();
      const made = aMemory({ id: 'made', derivedFrom: [{ kind: 'template', id: template.id }] });
      const free = aMemory({ id: 'free', derivedFrom: [{ kind: 'template', id: template.id }] });
      const hold = aHold({ memory: 'made' });
      await store.commit([saveTemplate(template), record(made), record(free), set(hold)]);
      await expectRefusal(store, [removeTemplate(template)], 'held');
      expect(idsOf(await store.getMemories(ali, ['made', 'free']))).toHaveLength(2);
      expect(await store.findTemplates(ali, template.id)).toHaveLength(1);
      await store.commit([lift(hold), removeTemplate(template)]);
      expect(await store.getMemories(ali, ['made', 'free'])).toStrictEqual([]);
    },
  },
  {
    title:
      'SHR-4, MEM-3: an expired memory under a hold is not pruned, and is told apart from those that may be',
    async check(store) {
      const [held, free] = [
        aMemory({ id: 'held', expiresAt: 1, tags: ['x'] }),
        aMemory({ id: 'free', expiresAt: 1 }),
      ];
      const hold = aHold({ tag: 'x' });
      await store.commit([record(held), record(free), set(hold)]);
      expect(idsOf(await store.expiredMemories(1, 10))).toStrictEqual(['free']);
      expect(idsOf(await store.expiredMemories(1, 10, 'removable'))).toStrictEqual(['free']);
      expect(idsOf(await store.expiredMemories(1, 10, 'held'))).toStrictEqual(['held']);
      await store.commit([prune(1, held, free)]);
      expect(idsOf(await store.getMemories(ali, ['held', 'free']))).toStrictEqual(['held']);
      await store.commit([lift(hold), prune(1, held)]);
      expect(await store.getMemory(ali, 'held')).toBeUndefined();
    },
  },
  {
    title: 'SHR-4: of a commit in which one deletion is held, nothing takes effect',
    async check(store) {
      const [held, free] = [aMemory({ id: 'held' }), aMemory({ id: 'free' })];
      await store.commit([record(held), record(free), set(aHold({ memory: 'held' }))]);
      await expectRefusal(store, [remove(free), remove(held)], 'held');
      expect(await store.getMemories(ali, ['held', 'free'])).toHaveLength(2);
    },
  },
  {
    title: 'SHR-4: a hold that is set in the same commit, before a deletion, covers it',
    async check(store) {
      const memory = aMemory({ id: 'm' });
      await store.commit([record(memory)]);
      await expectRefusal(store, [set(aHold()), remove(memory)], 'held');
      await store.commit([remove(memory), set(aHold())]);
    },
  },
];
