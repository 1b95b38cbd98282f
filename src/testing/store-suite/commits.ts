import { expect } from 'vitest';
import type { EngramError } from '../../errors.ts';
import type { Command } from '../../ports/store.ts';
import { latestMoment } from '../../records/record.ts';
import {
  aJob,
  aMemory,
  aMessage,
  aRun,
  aSession,
  aStep,
  aTask,
  aTemplate,
  aToken,
  aUse,
} from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { foreignCommands, missing } from './foreign-commands.ts';
import { everythingKept } from './reads.ts';
import { refusedCommands } from './refused-commands.ts';
import {
  ali,
  alice,
  changed,
  create,
  expectRefusal,
  finish,
  hold,
  improved,
  keepVectors,
  noteUses,
  prune,
  record,
  refusal,
  remove,
  removeTemplate,
  revise,
  reviseTemplate,
  revoke,
  reworked,
  type StoreCase,
  save,
  saveTemplate,
  say,
  shop,
  unlearn,
  vectorOf,
} from './store-case.ts';
import { aWorld, commandsOf, type RecordWorld, worldEmbedder } from './world.ts';

/** Accepted commands, each of which changes what can be read. Deletion and revocation have cases of their own. */
function acceptedChanges(world: RecordWorld): Command[] {
  const run = aRun();
  const session = aSession();
  const expired = aMemory({ expiresAt: 1 });
  return [
    { type: 'create-task', task: aTask() },
    { type: 'update-task', owner: ali, task: { ...world.task, status: 'done', updatedAt: 9_999 } },
    { type: 'start-run', run },
    { type: 'append-step', step: aStep({ runId: run.id }) },
    { type: 'append-step', step: aStep({ runId: world.run.id, position: 1 }) },
    finish(run),
    say(session, aMessage({ sessionId: session.id })),
    say(world.session, aMessage({ sessionId: world.session.id })),
    record(aMemory({ text: 'alpha of the new one' })),
    { type: 'count-access', ids: [world.memory.id], at: 9_999 },
    noteUses({ ...world.use, settled: true }, aUse({ memoryId: world.memory.id, runId: run.id })),
    keepVectors(worldEmbedder, vectorOf(world.memory, 1, 2, 3)),
    revise(changed(world.memory, { text: 'alpha revised', tags: ['latin'] })),
    record(expired),
    prune(9_999, expired),
    save(aLesson('failure', { slug: 'new' })),
    save(improved(world.lesson, { keys: ['another'] })),
    saveTemplate(aTemplate()),
    reviseTemplate(reworked(world.template, { version: 9 })),
    create(aToken()),
    hold(aJob({ name: 'another job' })),
  ];
}

const refusalCases = refusedCommands.flatMap((refused): StoreCase[] => [
  {
    title: `STO-2: ${refused.what} is refused with ${refused.code}`,
    async check(store) {
      const world = aWorld(ali);
      await store.commit([...commandsOf(world), ...(refused.before?.(world) ?? [])]);
      const before = await everythingKept(store, world);
      await expectRefusal(store, [refused.command(world)], refused.code);
      expect(await everythingKept(store, world)).toStrictEqual(before);
    },
  },
  {
    title: `STO-2: ${refused.what}, last in a commit, undoes every command before it`,
    async check(store) {
      const world = aWorld(ali);
      await store.commit([...commandsOf(world), ...(refused.before?.(world) ?? [])]);
      const before = await everythingKept(store, world);
      await expectRefusal(store, [...acceptedChanges(world), refused.command(world)], refused.code);
      expect(await everythingKept(store, world)).toStrictEqual(before);
    },
  },
]);

/** All that a caller can learn from an error, with the id in question masked. */
const answerOf = (error: EngramError, id: string): string =>
  JSON.stringify([error.code, error.message, error.details]).replaceAll(id, '<id>');

const foreignCases = foreignCommands.map(
  ({ what, onForeign, onMissing, idOf }): StoreCase => ({
    title: `REC-2: ${what} answers what another owner has exactly like what does not exist`,
    async check(store) {
      const world = aWorld(ali);
      await store.commit(commandsOf(world));
      const before = await everythingKept(store, world);
      const foreign = await refusal(store, [onForeign(world)]);
      expect(foreign.code).toBe('not_found');
      expect(answerOf(foreign, idOf(world))).toBe(answerOf(await refusal(store, [onMissing()]), missing));
      expect(await everythingKept(store, world)).toStrictEqual(before);
    },
  }),
);

export const commitCases: readonly StoreCase[] = [
  ...refusalCases,
  ...foreignCases,
  {
    title: 'REC-2: the owner of a project changes an agent’s record only by naming that agent as its owner',
    async check(store) {
      const world = aWorld(ali);
      await store.commit(commandsOf(world));
      await expectRefusal(store, [remove({ ...world.memory, scope: shop })], 'not_found');
      await expectRefusal(store, [finish({ ...world.run, scope: shop })], 'not_found');
      await expectRefusal(store, [{ type: 'update-task', owner: shop, task: world.task }], 'not_found');
      await expectRefusal(store, [revoke({ ...world.token, scope: shop })], 'not_found');
      await expectRefusal(store, [revise({ ...changed(world.memory, {}), scope: shop })], 'not_found');
      await expectRefusal(store, [save({ ...improved(world.lesson), scope: shop })], 'not_found');
      await expectRefusal(store, [unlearn({ ...world.lesson, scope: shop })], 'not_found');
      const template = { ...reworked(world.template), scope: shop };
      await expectRefusal(store, [reviseTemplate(template)], 'not_found');
      await expectRefusal(store, [removeTemplate(template)], 'not_found');
    },
  },
  {
    title: 'STO-2: delete-memory, undone by a refused command after it, leaves the memory where it was',
    async check(store) {
      const world = aWorld(ali);
      const derived = aMemory({ text: 'alpha', derivedFrom: [{ kind: 'memory', id: world.memory.id }] });
      await store.commit([...commandsOf(world), record(derived)]);
      const before = await everythingKept(store, world);
      await expectRefusal(store, [remove(world.memory), finish(aRun({ id: 'unknown' }))], 'not_found');
      expect(await everythingKept(store, world)).toStrictEqual(before);
    },
  },
  {
    title:
      'STO-2: a deleted lesson, alone or with its memory, is there again when a command after it is refused',
    async check(store) {
      const world = aWorld(ali);
      const derivedFrom = [{ kind: 'memory' as const, id: world.memory.id }];
      const derived = aLesson('failure', { derivedFrom, keys: ['of the memory'] });
      await store.commit([...commandsOf(world), save(derived)]);
      const refused = finish(aRun({ id: 'unknown' }));
      await expectRefusal(store, [unlearn(world.lesson), remove(world.memory), refused], 'not_found');
      expect(await store.findLessons(ali, 'check', world.lesson.keys)).toStrictEqual([world.lesson]);
      expect(await store.findLessons(ali, 'failure', ['of the memory'])).toStrictEqual([derived]);
    },
  },
  {
    title:
      'STO-2: prune-memories, undone by a refused command after it, leaves all of the memory where it was',
    async check(store) {
      const world = aWorld(ali);
      await store.commit(commandsOf(world));
      const before = await everythingKept(store, world);
      const commands = [prune(latestMoment, world.memory), finish(aRun({ id: 'unknown' }))];
      await expectRefusal(store, commands, 'not_found');
      expect(await everythingKept(store, world)).toStrictEqual(before);
    },
  },
  {
    title: 'STO-2: revoke-token, undone by a refused command after it, leaves the token where it was',
    async check(store) {
      const world = aWorld(ali);
      await store.commit(commandsOf(world));
      await expectRefusal(store, [revoke(world.token), finish(aRun({ id: 'unknown' }))], 'not_found');
      expect(await store.findToken(world.token.hash)).toStrictEqual(world.token);
    },
  },
  {
    title: 'STO-2: delete-template, undone by a refused command after it, leaves all of it where it was',
    async check(store) {
      const world = aWorld(ali);
      const derivedFrom = [{ kind: 'template' as const, id: world.template.id }];
      const lesson = aLesson('agent-memory', { derivedFrom, keys: ['of the template'] });
      await store.commit([...commandsOf(world), save(lesson), record(aMemory({ derivedFrom }))]);
      const before = await everythingKept(store, world);
      const commands = [removeTemplate(world.template), finish(aRun({ id: 'unknown' }))];
      await expectRefusal(store, commands, 'not_found');
      expect(await everythingKept(store, world)).toStrictEqual(before);
      expect(await store.findLessons(ali, 'agent-memory', lesson.keys)).toStrictEqual([lesson]);
    },
  },
  {
    title: 'STO-2: the commands of a commit take effect in order, each seeing those before it',
    async check(store) {
      const run = aRun();
      const task = aTask();
      const memory = aMemory();
      const again = aMemory({ id: memory.id, text: 'Recorded again.' });
      await store.commit([
        { type: 'start-run', run },
        { type: 'append-step', step: aStep({ runId: run.id }) },
        finish(run),
        { type: 'create-task', task },
        { type: 'update-task', owner: ali, task: { ...task, status: 'done' } },
        record(memory),
        remove(memory),
        record(again),
        { type: 'count-access', ids: [memory.id], at: 5 },
      ]);
      expect(await store.getRun(ali, run.id)).toMatchObject({ outcome: 'success', totals: { steps: 1 } });
      expect(await store.findTasks(ali, task.id)).toMatchObject([{ status: 'done' }]);
      expect(await store.getMemory(ali, memory.id)).toStrictEqual({
        ...again,
        accessCount: 1,
        lastAccessedAt: 5,
      });
    },
  },
  {
    title: 'STO-2: of two commands that fail, the first one’s error is thrown',
    async check(store) {
      const task = aTask();
      await store.commit([{ type: 'create-task', task }]);
      const conflicting: Command = { type: 'create-task', task };
      const missingRun = finish(aRun({ id: 'unknown' }));
      await expectRefusal(store, [conflicting, missingRun], 'conflict');
      await expectRefusal(store, [missingRun, conflicting], 'not_found');
    },
  },
  {
    title: 'STO-2: a run that one commit starts and ends twice, differently, is a conflict and not missing',
    async check(store) {
      const run = aRun();
      const commands = [
        { type: 'start-run', run } as const,
        finish(run),
        finish(run, { outcome: 'failure' }),
      ];
      await expectRefusal(store, commands, 'conflict');
      expect(await store.getRun(ali, run.id)).toBeUndefined();
    },
  },
  {
    title: 'STO-2: a task that one commit creates and moves onto another is a conflict and not missing',
    async check(store) {
      const task = aTask();
      const moved = { ...task, scope: alice };
      const commands: Command[] = [
        { type: 'create-task', task },
        { type: 'create-task', task: moved },
        { type: 'update-task', owner: ali, task: moved },
      ];
      await expectRefusal(store, commands, 'conflict');
      expect(await store.findTasks(shop, task.id)).toStrictEqual([]);
    },
  },
  {
    title: 'STO-2: two conflicting records in one commit are both refused',
    async check(store) {
      const memory = aMemory();
      await expectRefusal(store, [record(memory), record(memory)], 'conflict');
      expect(await store.getMemory(ali, memory.id)).toBeUndefined();
    },
  },
  {
    title: 'STO-2: commits made at the same time all take effect',
    async check(store) {
      const memories = Array.from({ length: 20 }, () => aMemory());
      await Promise.all(memories.map((memory) => store.commit([record(memory)])));
      expect((await store.count(ali, 0)).memories).toBe(20);
    },
  },
];
