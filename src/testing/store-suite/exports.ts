import { expect } from 'vitest';
import type { Command, Exported, Store } from '../../ports/store.ts';
import { lessonKinds } from '../../records/lesson.ts';
import { aJob, aMemory, aMessage, aModelStep, aNoteStep, aSession, aTask, aUse } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { exportedFrom, inOrder, move, piecesOf } from './exported.ts';
import { aFullMemory, aFullRun, aFullToken } from './full-records.ts';
import { aFullTemplate } from './full-template.ts';
import { ifItIsAbsent } from './if-absent.ts';
import { everythingKept } from './reads.ts';
import {
  ali,
  alice,
  bob,
  changed,
  create,
  finish,
  hold,
  idsOf,
  improved,
  keepVectors,
  longAgo,
  noteUses,
  record,
  remove,
  removeTemplate,
  revise,
  reviseTemplate,
  revoke,
  reworked,
  type StoreCase,
  save,
  say,
  shop,
  shop2,
  theEnd,
  unlearn,
  vectorOf,
} from './store-case.ts';
import { aWorld, commandsOf, type RecordWorld } from './world.ts';

interface Filled {
  readonly worlds: readonly RecordWorld[];
  readonly first: RecordWorld;
  /** Every record as it is now, in the command that writes it. */
  readonly records: readonly Command[];
}

/** Fills a store with records of every type and of several users, some of them changed since they were written. */
async function fill(store: Store): Promise<Filled> {
  const [first, ...others] = [ali, alice, shop, shop2, bob].map(aWorld) as [RecordWorld, ...RecordWorld[]];
  const runId = first.run.id;
  const more: Command[] = [
    { type: 'create-task', task: aTask({ id: 'same' }) },
    { type: 'create-task', task: aTask({ id: 'same', scope: alice }) },
    { type: 'append-step', step: aModelStep({ id: 'b', runId, position: 2 }) },
    { type: 'append-step', step: aNoteStep({ id: 'c', runId, position: 1 }) },
    { type: 'start-run', run: aFullRun() },
    say(first.session, aMessage({ id: 'z', createdAt: 300, sessionId: first.session.id })),
    say(aSession({ id: 'chat' }), aMessage({ id: 'y', sessionId: 'chat' })),
    say(aSession({ id: 'chat', scope: alice }), aMessage({ id: 'x', sessionId: 'chat', scope: alice })),
    say(first.session, aMessage({ id: 'a', createdAt: 200, sessionId: first.session.id })),
    record(aFullMemory('decision')),
    record(aMemory({ text: 'alpha expired', expiresAt: 1 })),
    record(aMemory({ derivedFrom: [{ kind: 'memory', id: first.memory.id }] })),
    ...lessonKinds.map((kind) => save(aLesson(kind, { keys: ['x', 'y'] }))),
    { type: 'save-template', template: aFullTemplate() },
    create(aFullToken()),
  ];
  const now: RecordWorld = {
    ...first,
    task: { ...first.task, status: 'done' },
    run: { ...first.run, ...theEnd, successFactors: [...theEnd.successFactors] },
    memory: { ...first.memory, accessCount: 1, lastAccessedAt: 9_999 },
    lesson: improved(first.lesson, { keys: ['changed since'] }),
    template: reworked(first.template, { status: 'retired', slug: 'changed-since' }),
  };
  await store.commit([...[first, ...others].flatMap(commandsOf), ...more]);
  await store.commit([
    save(now.lesson),
    reviseTemplate(now.template),
    { type: 'update-task', owner: ali, task: now.task },
    finish(first.run),
    { type: 'count-access', ids: [first.memory.id], at: 9_999 },
  ]);
  const worlds = [now, ...others];
  const records = [...worlds.flatMap(commandsOf), ...more].filter(({ type }) => type !== 'keep-vectors');
  return { worlds, first: now, records: records.map(ifItIsAbsent) };
}

/** All but the vectors, which are not moved: they are made again. */
const readAll = (store: Store, worlds: readonly RecordWorld[]) =>
  Promise.all(
    worlds.map(async (world) => ({ ...(await everythingKept(store, world)), vectorsOf: 'made again' })),
  );

const wholeCases = [1, 3, 1_000].map(
  (limit): StoreCase => ({
    title: `STO-2: a store of several users, exported in pieces of ${limit} and committed into another, reads the same there`,
    async check(store, openAnother) {
      const { worlds } = await fill(store);
      const copy = await openAnother();
      await move(store, copy, limit);
      expect(await readAll(copy, worlds)).toStrictEqual(await readAll(store, worlds));
    },
  }),
);

export const exportCases: readonly StoreCase[] = [
  ...wholeCases,
  {
    title:
      'STO-2: every record is exported once, as it is now, by the command that writes it, whatever the size of the pieces',
    async check(store) {
      const { records } = await fill(store);
      for (const limit of [1, 2, 3, 1_000]) {
        expect(inOrder(await exportedFrom(store, limit))).toStrictEqual(inOrder(records));
      }
    },
  },
  {
    title: 'STO-2: pieces are about as large as they were asked for',
    async check(store) {
      await fill(store);
      for (const limit of [1, 4]) {
        const sizes = (await piecesOf(store, limit)).map((piece) => piece.length);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * limit);
      }
    },
  },
  {
    title: 'STO-2: committed again where it came from, an export changes nothing and is ignored',
    async check(store) {
      const { worlds } = await fill(store);
      const before = await readAll(store, worlds);
      const commands = await exportedFrom(store);
      const { ignored } = await store.commit(commands);
      const withIfAbsent = commands.flatMap((command, place) => ('ifAbsent' in command ? [place] : []));
      expect(ignored).toStrictEqual(withIfAbsent);
      expect(await readAll(store, worlds)).toStrictEqual(before);
    },
  },
  {
    title: 'STO-2: a run that was finished is finished in the copy, with the same end and the same steps',
    async check(store, openAnother) {
      const { first } = await fill(store);
      const copy = await openAnother();
      await move(store, copy, 2);
      const run = await copy.getRun(ali, first.run.id);
      expect(run).toMatchObject({ ...theEnd, totals: { steps: 3 } });
      expect(run).toStrictEqual(await store.getRun(ali, first.run.id));
    },
  },
  {
    title: 'STO-2: messages keep the order they were appended in, whatever their times and ids say',
    async check(store, openAnother) {
      const { first } = await fill(store);
      const copy = await openAnother();
      await move(store, copy, 2);
      const messages = await copy.listMessages(ali, first.session);
      expect(idsOf(messages)).toStrictEqual([first.message.id, 'z', 'a']);
    },
  },
  {
    title: 'STO-2: a memory keeps how often it was used, its tags, its sources and its external id',
    async check(store, openAnother) {
      const memory = aFullMemory('rule');
      const derived = aMemory({ text: 'beta', derivedFrom: [{ kind: 'memory', id: memory.id }] });
      await store.commit([record(memory), record(derived)]);
      await store.commit([{ type: 'count-access', ids: [memory.id], at: memory.createdAt + 10 ** 12 }]);
      const copy = await openAnother();
      await move(store, copy);
      const used = { accessCount: memory.accessCount + 1, lastAccessedAt: memory.createdAt + 10 ** 12 };
      expect(await copy.getMemory(ali, memory.id)).toStrictEqual({ ...memory, ...used });
      const tagged = await copy.listMemories(
        ali,
        { now: longAgo, tag: 'payments', standing: memory.standing },
        { limit: 10 },
      );
      expect(idsOf(tagged.items)).toStrictEqual([memory.id]);
      const again: Command = { type: 'record-memory', memory: { ...memory, id: 'again' }, ifAbsent: true };
      expect(await copy.commit([again])).toStrictEqual({ ignored: [0] });
      await copy.commit([remove(memory)]);
      expect(await copy.getMemory(ali, derived.id)).toBeUndefined();
    },
  },
  {
    title: 'MEM-5: a memory is moved with its standing, its history and its uses, and goes on from there',
    async check(store, openAnother) {
      const memory = aMemory({ text: 'one' });
      const second = changed(memory, { text: 'two', evidence: { successes: 1.5, failures: 0 } });
      const third = changed(second, { text: 'three', standing: 'demoted' });
      const uses = ['r1', 'r2'].map((runId) => aUse({ memoryId: memory.id, runId, settled: runId === 'r1' }));
      await store.commit([record(memory), revise(second), noteUses(...uses)]);
      await store.commit([revise(third, { reason: 'demoted' }), keepVectors('e', vectorOf(third, 1))]);
      const copy = await openAnother();
      await move(store, copy, 1);
      expect(await copy.getMemory(ali, memory.id)).toStrictEqual(third);
      const history = await copy.listRevisions(ali, memory.id);
      expect(history).toStrictEqual(await store.listRevisions(ali, memory.id));
      expect(history.map(({ before }) => before)).toStrictEqual([memory, second]);
      expect(await copy.listUses(ali, memory.id, 10)).toStrictEqual(uses.toReversed());
      expect(await copy.vectorsOf('e', [memory.id])).toStrictEqual([]);
      await copy.commit([revise(changed(third, { standing: 'active' }), { reason: 'restored' })]);
      expect(await copy.listRevisions(ali, memory.id)).toHaveLength(3);
    },
  },
  {
    title: 'MEM-5: a memory that is changed while it is exported can be changed in the copy, too',
    async check(store, openAnother) {
      const memory = aMemory({ text: 'one' });
      await store.commit([record(memory)]);
      const copy = await openAnother();
      for (let after: string | null = null, pieces = 0; pieces < 50; pieces += 1) {
        const { commands, next }: Exported = await store.export(after, 1);
        await copy.commit(commands);
        if (commands.length > 0 && pieces < 20) {
          await store.commit([revise(changed(memory, { text: 'two' }))]).catch(() => {});
        }
        if (next === null) break;
        after = next;
      }
      expect(await copy.getMemory(ali, memory.id)).toStrictEqual(memory);
      await copy.commit([revise(changed(memory, { text: 'other' }))]);
      expect(await copy.getMemory(ali, memory.id)).toMatchObject({ text: 'other' });
    },
  },
  {
    title: 'API-2: a token is moved with its hash, so that it is accepted as before',
    async check(store, openAnother) {
      const token = aFullToken();
      await store.commit([create(token)]);
      const copy = await openAnother();
      await move(store, copy);
      expect(await copy.findToken(token.hash)).toStrictEqual(token);
    },
  },
  {
    title: 'STO-2: jobs are not exported: they are of this store',
    async check(store) {
      await store.commit([hold(aJob()), ...commandsOf(aWorld(ali))]);
      const types = (await exportedFrom(store)).map(({ type }) => type);
      expect(types).not.toContain('hold-job');
    },
  },
  {
    title: 'MEM-7: what was deleted or revoked is not exported',
    async check(store) {
      const world = aWorld(ali);
      await store.commit(commandsOf(world));
      await store.commit([
        remove(world.memory),
        revoke(world.token),
        unlearn(world.lesson),
        removeTemplate(world.template),
      ]);
      const types = (await exportedFrom(store)).map(({ type }) => type);
      expect(types).not.toContain('record-memory');
      expect(types).not.toContain('keep-revision');
      expect(types).not.toContain('note-uses');
      expect(types).not.toContain('create-token');
      expect(types).not.toContain('save-lesson');
      expect(types).not.toContain('save-template');
      expect(types).not.toContain('keep-template-version');
    },
  },
  {
    title: 'STO-2: what others delete during an export takes nothing else away from it',
    async check(store) {
      const memories = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => aMemory({ id }));
      await store.commit(memories.map(record));
      const exported = new Set<string>();
      let after: string | null = null;
      for (let pieces = 0; pieces < 50; pieces += 1) {
        const { commands, next }: Exported = await store.export(after, 2);
        for (const command of commands) {
          if (command.type !== 'record-memory') continue;
          exported.add(command.memory.id);
          await store.commit([remove(command.memory)]);
        }
        if (next === null) break;
        after = next;
      }
      for (const { id } of memories) expect(exported).toContain(id);
    },
  },
];
