import { expect } from 'vitest';
import type { Command } from '../../ports/store.ts';
import { ownedKinds } from '../../records/owned/owned-records.ts';
import { aMemory, aRun, aTask, aTemplate, aToken } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { aWorkflow } from '../workflow-builders.ts';
import { anAuditRecord } from './audit.ts';
import { exportedFrom, recordOf } from './exported.ts';
import { aMemoryCalled } from './external-ids.ts';
import { knownFrom } from './follower.ts';
import { anOwned, createOwned } from './owned-records.ts';
import { everythingKept } from './reads.ts';
import { refusedCommands } from './refused-commands.ts';
import {
  ali,
  expectRefusal,
  finish,
  idsOf,
  improved,
  longAgo,
  record,
  remove,
  type StoreCase,
  save,
  say,
  wholeList,
} from './store-case.ts';
import { aWorld, commandsOf } from './world.ts';

type WithIfAbsent<Any> = Any extends unknown ? ('ifAbsent' extends keyof Any ? Any : never) : never;
/** A command that takes `ifAbsent`. */
type Creation = WithIfAbsent<Command>;

const ifAbsent = true;

/** A new record of every type; a new command that takes `ifAbsent` does not compile without a line here. */
const creations: Readonly<Record<Exclude<Creation['type'], 'create-record'>, () => Creation>> = {
  'create-task': () => ({ type: 'create-task', task: aTask(), ifAbsent }),
  'start-run': () => ({ type: 'start-run', run: aRun(), ifAbsent }),
  'record-memory': () => ({ type: 'record-memory', memory: aMemory(), ifAbsent }),
  'save-lesson': () => ({ type: 'save-lesson', lesson: aLesson('check', { slug: 'new' }), ifAbsent }),
  'save-template': () => ({ type: 'save-template', template: aTemplate(), ifAbsent }),
  'begin-workflow': () => ({ type: 'begin-workflow', workflow: aWorkflow(), ifAbsent }),
  'create-token': () => ({ type: 'create-token', token: aToken(), ifAbsent }),
  'keep-audit-key': () => ({ type: 'keep-audit-key', user: 'zoe', key: 'a key', ifAbsent }),
  'append-audit': () => ({ type: 'append-audit', record: anAuditRecord(1), ifAbsent }),
};

const isCreation = (command: Command): command is Creation =>
  command.type in creations || command.type === 'create-record';

/** The command with `ifAbsent`, where it takes it. */
export const ifItIsAbsent = (command: Command): Command =>
  isCreation(command) ? { ...command, ifAbsent } : command;

const remember = (text: string) => record(aMemory({ id: text, text }));

const ownedCreations = ownedKinds.map((kind): [string, () => Creation] => [
  `create-record of kind ${kind}`,
  () => ({ ...createOwned(kind, anOwned(kind)), ifAbsent }) as Creation,
]);

const newRecordCases = [...Object.entries(creations), ...ownedCreations].flatMap(
  ([type, create]): StoreCase[] => [
    {
      title: `CAP-6: ${type} with ifAbsent writes what is not there, and it is not called ignored`,
      async check(store) {
        const command = create();
        expect(await store.commit([remember('before'), command])).toStrictEqual({ ignored: [] });
        expect((await exportedFrom(store)).map(recordOf)).toContain(recordOf(command));
      },
    },
    {
      title: `CAP-6: ${type} with ifAbsent, repeated in one commit and again later, is written once`,
      async check(store) {
        const command = create();
        expect(await store.commit([command, remember('between'), command])).toStrictEqual({ ignored: [2] });
        expect(await store.commit([remember('before'), command])).toStrictEqual({ ignored: [1] });
      },
    },
    {
      title: `CAP-6: ${type} with ifAbsent set to false is refused as without it`,
      async check(store) {
        const command = create();
        await store.commit([command]);
        await expectRefusal(store, [{ ...command, ifAbsent: false }], 'conflict');
      },
    },
  ],
);

/** Whatever would be refused because it is there: by its id, its slug, its hash, its external id. */
const thereAlreadyCases = refusedCommands
  .filter(({ code, command }) => code === 'conflict' && isCreation(command(aWorld(ali))))
  .map(({ what, before, command }): StoreCase => {
    return {
      title: `CAP-6: ${what}, and with ifAbsent, is ignored and named by its place, and what is there stays as it is`,
      async check(store) {
        const world = aWorld(ali);
        await store.commit([...commandsOf(world), ...(before?.(world) ?? [])]);
        const kept = await everythingKept(store, world);
        const repeated = ifItIsAbsent(command(world));
        expect(await store.commit([repeated])).toStrictEqual({ ignored: [0] });
        expect(await everythingKept(store, world)).toStrictEqual(kept);
        expect(await store.commit([remember('one'), repeated, remember('two')])).toStrictEqual({
          ignored: [1],
        });
        expect(await store.getMemory(ali, 'one')).toBeDefined();
        expect(await store.getMemory(ali, 'two')).toBeDefined();
      },
    };
  });

const tagsAndSourcesCases = [
  { what: 'its id', again: (id: string) => aMemoryCalled('another', { id }) },
  { what: 'its external id', again: () => aMemoryCalled('ticket-7') },
].map(
  ({ what, again }): StoreCase => ({
    title: `CAP-6: a memory that is ignored for ${what} adds no tags, no text and no sources to anything`,
    async check(store) {
      const [source, kept] = [aMemory(), aMemoryCalled('ticket-7', { text: 'alpha', tags: ['x'] })];
      await store.commit([record(source), record(kept)]);
      const memory = {
        ...again(kept.id),
        text: 'beta',
        tags: ['y'],
        derivedFrom: [{ kind: 'memory' as const, id: source.id }],
      };
      expect(await store.commit([{ type: 'record-memory', memory, ifAbsent }])).toStrictEqual({
        ignored: [0],
      });
      const tagged = await store.listMemories(ali, { now: longAgo, tag: 'y' }, wholeList);
      expect(idsOf(tagged.items)).toStrictEqual([]);
      expect((await knownFrom(store, ali)).map(({ text }) => text)).not.toContain('beta');
      await store.commit([remove(source)]);
      expect((await store.listMemories(ali, { now: longAgo }, wholeList)).items).toStrictEqual([kept]);
    },
  }),
);

const lessonCases = [
  { what: 'its id', again: (id: string) => aLesson('check', { id, slug: 'another' }) },
  { what: 'its slug', again: () => aLesson('check', { slug: 'order-is-free' }) },
].map(
  ({ what, again }): StoreCase => ({
    title: `LRN-4: a lesson that is ignored for ${what} adds no keys and no sources to anything`,
    async check(store) {
      const [source, kept] = [aMemory(), aLesson('check', { slug: 'order-is-free', keys: ['x'] })];
      await store.commit([record(source), save(kept)]);
      const derivedFrom = [{ kind: 'memory' as const, id: source.id }];
      const lesson = { ...again(kept.id), keys: ['y'], derivedFrom };
      expect(await store.commit([{ type: 'save-lesson', lesson, ifAbsent }])).toStrictEqual({ ignored: [0] });
      expect(await store.findLessons(ali, 'check', ['y'])).toStrictEqual([]);
      await store.commit([remove(source)]);
      expect((await store.listLessons(ali, 'check', wholeList)).items).toStrictEqual([kept]);
    },
  }),
);

export const ifAbsentCases: readonly StoreCase[] = [
  ...newRecordCases,
  ...lessonCases,
  {
    title: 'LRN-4: a lesson with ifAbsent is written as it is, whatever its revision, and found by its keys',
    async check(store) {
      const lesson = aLesson('check', { slug: 'moved', revision: 7, keys: ['x', 'y'] });
      expect(await store.commit([{ type: 'save-lesson', lesson, ifAbsent }])).toStrictEqual({ ignored: [] });
      expect(await store.findLessons(ali, 'check', ['y'])).toStrictEqual([lesson]);
      await store.commit([save(improved(lesson, { keys: ['z'] }))]);
      expect(await store.findLessons(ali, 'check', ['z'])).toMatchObject([{ revision: 8 }]);
    },
  },
  ...thereAlreadyCases,
  ...tagsAndSourcesCases,
  {
    title: 'CAP-6: every ignored command of a commit is named, each by its place among all commands',
    async check(store) {
      const memories = ['a', 'b', 'c'].map((id) => aMemory({ id }));
      await store.commit(memories.map(record));
      const [first, second, third] = memories.map(
        (memory) => ({ type: 'record-memory', memory, ifAbsent }) as const,
      ) as [Creation, Creation, Creation];
      const commands = [first, remember('new'), second, third, creations['create-task']()];
      expect(await store.commit(commands)).toStrictEqual({ ignored: [0, 2, 3] });
    },
  },
  {
    title: 'CAP-6: the first of two duplicates in one commit is written and the second ignored',
    async check(store) {
      const [first, second] = [aMemoryCalled('ticket-7'), aMemoryCalled('ticket-7')];
      const commands = [first, second].map(
        (memory) => ({ type: 'record-memory', memory, ifAbsent }) as const,
      );
      expect(await store.commit(commands)).toStrictEqual({ ignored: [1] });
      expect((await store.listMemories(ali, { now: longAgo }, wholeList)).items).toStrictEqual([first]);
    },
  },
  {
    title: 'CAP-6: what is deleted earlier in the commit is not there, so it is written again',
    async check(store) {
      const memory = aMemory({ text: 'old' });
      const again = aMemory({ id: memory.id, text: 'new' });
      await store.commit([record(memory)]);
      const commands: Command[] = [remove(memory), { type: 'record-memory', memory: again, ifAbsent }];
      expect(await store.commit(commands)).toStrictEqual({ ignored: [] });
      expect(await store.getMemory(ali, memory.id)).toStrictEqual(again);
    },
  },
  {
    title: 'CAP-6: steps, messages and ends that are met again are not called ignored: they need no ifAbsent',
    async check(store) {
      const world = aWorld(ali);
      const repeatable = [
        { type: 'append-step', step: world.failedStep } as const,
        say(world.session, world.message),
        finish(world.run),
      ];
      await store.commit([...commandsOf(world), finish(world.run)]);
      expect(await store.commit(repeatable)).toStrictEqual({ ignored: [] });
    },
  },
  {
    title: 'STO-2: a refused command undoes its commit also when others of it were ignored',
    async check(store) {
      const world = aWorld(ali);
      await store.commit(commandsOf(world));
      const before = await everythingKept(store, world);
      const known: Command = { type: 'record-memory', memory: world.memory, ifAbsent };
      await expectRefusal(store, [known, remember('new'), record(world.memory)], 'conflict');
      expect(await everythingKept(store, world)).toStrictEqual(before);
    },
  },
  {
    title: 'CAP-6: of several who bring the same in at the same time one writes it, and the others are told',
    async check(store) {
      const memories = ['a', 'b', 'c', 'd', 'e'].map((id) => aMemoryCalled('ticket-7', { id }));
      const answers = await Promise.all(
        memories.map((memory) => store.commit([{ type: 'record-memory', memory, ifAbsent }])),
      );
      expect(answers.filter(({ ignored }) => ignored.length === 0)).toHaveLength(1);
      expect((await store.count(ali, longAgo)).memories).toBe(1);
    },
  },
];
