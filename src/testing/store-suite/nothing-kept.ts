import { expect } from 'vitest';
import type { Command } from '../../ports/store.ts';
import { aJob, aRun } from '../builders.ts';
import { anAuditRecord } from './audit.ts';
import { countTimes, retrievals } from './counters.ts';
import { keepIndex } from './kept-index.ts';
import { linked, unlinked } from './links.ts';
import { createOwned, deleteOwned, reviseOwned } from './owned-records.ts';
import { readMethods, reads, wholeStoreMethods, wholeStoreReads } from './reads.ts';
import { deleteRun, deleteSession } from './retention.ts';
import {
  ali,
  begin,
  create,
  endWork,
  finish,
  hold,
  holdWork,
  join,
  keepCheckpoint,
  keepVectors,
  keepVersion,
  noteUses,
  prune,
  remove,
  removeTemplate,
  requestOf,
  revise,
  reviseTemplate,
  revoke,
  type StoreCase,
  save,
  saveTemplate,
  shop,
  signal,
  unlearn,
} from './store-case.ts';
import { aWorld, commandsOf, type RecordWorld, worldEmbedder } from './world.ts';

type OwnedCommand = 'create-record' | 'revise-record' | 'delete-record';

/** One of every type, also those that a keeping store would refuse: there is nothing here to conflict with. */
function everyCommand(world: RecordWorld): Record<string, Command> {
  const commands: Record<Exclude<Command['type'], OwnedCommand>, Command> = {
    'create-task': { type: 'create-task', task: world.task },
    'update-task': { type: 'update-task', owner: ali, task: world.task },
    'start-run': { type: 'start-run', run: world.run },
    'join-run': join(world.run, 'reviewer'),
    'append-step': { type: 'append-step', step: world.failedStep },
    'finish-run': finish(aRun({ id: 'unknown' })),
    'delete-run': deleteRun(world.endedRun),
    'append-message': { type: 'append-message', session: world.session, message: world.message },
    'delete-session': deleteSession(world.session),
    'link-memories': linked(world.link),
    'unlink-memories': unlinked(world.link),
    'record-memory': { type: 'record-memory', memory: world.memory },
    'delete-memory': remove(world.memory),
    'revise-memory': revise(world.memory),
    'prune-memories': prune(1, world.memory),
    'keep-revision': { type: 'keep-revision', revision: world.revision },
    'note-uses': noteUses(world.use),
    'keep-vectors': keepVectors(worldEmbedder, world.vector),
    'keep-index': keepIndex(world.scope),
    'forget-shared-indexes': { type: 'forget-shared-indexes', place: world.scope },
    'count-access': { type: 'count-access', ids: [world.memory.id], at: 1 },
    'save-lesson': save(world.lesson),
    'delete-lesson': unlearn(world.lesson),
    'settle-failures': { type: 'settle-failures', owner: ali, mark: 1 },
    'save-template': saveTemplate(world.template),
    'revise-template': reviseTemplate(world.template),
    'keep-template-version': keepVersion(world.templateVersion),
    'delete-template': removeTemplate(world.template),
    'create-token': create(world.token),
    'revoke-token': revoke(world.token),
    'begin-workflow': begin(world.workflow),
    'hold-workflow': holdWork(world.workflow),
    'keep-checkpoint': keepCheckpoint(world.checkpoint),
    'signal-workflow': signal(world.checkpoint),
    'request-of-workflow': requestOf(world.workflow, 'pause'),
    'end-workflow': endWork(world.workflow),
    'hold-job': hold(aJob()),
    'count-retrievals': countTimes(retrievals(3, 5)),
    'erase-user': { type: 'erase-user', user: ali.user },
    'keep-audit-key': { type: 'keep-audit-key', user: ali.user, key: 'key' },
    'append-audit': { type: 'append-audit', record: anAuditRecord(1) },
  };
  const owned = world.owned.flatMap(
    ({ kind, record }): Array<[string, Command]> => [
      [`create-record of kind ${kind}`, createOwned(kind, record)],
      [`revise-record of kind ${kind}`, reviseOwned(kind, record)],
      [`delete-record of kind ${kind}`, deleteOwned(kind, record)],
    ],
  );
  return { ...commands, ...Object.fromEntries(owned) };
}

const commandTypes = Object.keys(everyCommand(aWorld(ali)));

/** The rules of a store that keeps nothing, for the methods and commands of every store. */
export const nothingKeptCases: readonly StoreCase[] = [
  {
    title: 'STO-3: says of itself that it keeps nothing, and has a name',
    async check(store) {
      expect(store.keeps).toBe(false);
      expect(store.name).not.toBe('');
    },
  },
  ...commandTypes.map(
    (type): StoreCase => ({
      title: `STO-3: ${type} is accepted, as often as it comes; it is never refused and never there already`,
      async check(store) {
        const given = [everyCommand(aWorld(ali))[type] ?? []].flat();
        expect(await store.commit(given)).toStrictEqual({ ignored: [] });
        expect(await store.commit([...given, ...given])).toStrictEqual({ ignored: [] });
      },
    }),
  ),
  ...readMethods.map(
    (method): StoreCase => ({
      title: `STO-3: ${method} finds nothing after everything was written`,
      async check(store) {
        const world = aWorld(ali);
        await store.commit(commandsOf(world));
        for (const viewer of [ali, shop]) {
          expect(await reads[method].ask(store, viewer, world)).toStrictEqual(reads[method].nothing);
        }
      },
    }),
  ),
  ...wholeStoreMethods.map(
    (method): StoreCase => ({
      title: `STO-3: ${method} finds nothing after everything was written`,
      async check(store) {
        const world = aWorld(ali);
        await store.commit([...commandsOf(world), hold(aJob())]);
        expect(await wholeStoreReads[method].ask(store, world)).toStrictEqual(
          wholeStoreReads[method].nothing,
        );
      },
    }),
  ),
  {
    title: 'STO-3: tidy has nothing to do after everything was written',
    async check(store) {
      await store.commit(commandsOf(aWorld(ali)));
      expect(await store.tidy(10)).toStrictEqual({ done: 0, left: 0 });
    },
  },
  {
    title: 'STO-3: a commit of nothing is accepted',
    async check(store) {
      expect(await store.commit([])).toStrictEqual({ ignored: [] });
    },
  },
  {
    title: 'STO-3: health has no problems and no place where data is',
    async check(store) {
      expect(await store.health()).toMatchObject({ problems: [], location: null, sizeBytes: 0 });
    },
  },
];
