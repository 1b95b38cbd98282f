import type { Command } from '../../ports/store.ts';
import { ownedKinds } from '../../records/owned/owned-records.ts';
import { aMemory, aRun, aStep, aTask, aTemplate, aToken } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { aLink } from '../retention-builders.ts';
import { aCheckpoint, aWorkflow } from '../workflow-builders.ts';
import { unlinked } from './links.ts';
import { type AnyOwned, anOwned, deleteOwned, nextOwned, reviseOwned } from './owned-records.ts';
import { deleteRun, deleteSession } from './retention.ts';
import {
  alice,
  changed,
  endWork,
  finish,
  holdWork,
  improved,
  join,
  keepCheckpoint,
  remove,
  removeTemplate,
  requestOf,
  revise,
  reviseTemplate,
  revoke,
  reworked,
  save,
  signal,
  unlearn,
} from './store-case.ts';
import type { RecordWorld } from './world.ts';

/** Something of another owner that a command names, and the same command on what nobody has. */
export interface ForeignCommand {
  readonly what: string;
  onForeign(world: RecordWorld): Command;
  onMissing(): Command;
  /** Masked, like `missing`, before the two answers are compared. */
  idOf(world: RecordWorld): string;
}

/** An id nobody has. */
export const missing = 'missing';

/** The world is ali's; alice names what is in it. */
export const foreignCommands: readonly ForeignCommand[] = [
  {
    what: 'hold-workflow',
    onForeign: ({ workflow }) => holdWork({ ...workflow, scope: alice }),
    onMissing: () => holdWork(aWorkflow({ id: missing, scope: alice })),
    idOf: ({ workflow }) => workflow.id,
  },
  {
    what: 'keep-checkpoint',
    onForeign: ({ checkpoint }) => keepCheckpoint({ ...checkpoint, scope: alice }),
    onMissing: () => keepCheckpoint(aCheckpoint({ workflowId: missing, scope: alice })),
    idOf: ({ workflow }) => workflow.id,
  },
  {
    what: 'signal-workflow',
    onForeign: ({ checkpoint }) => signal({ ...checkpoint, scope: alice }),
    onMissing: () => signal(aCheckpoint({ workflowId: missing, scope: alice })),
    idOf: ({ workflow }) => workflow.id,
  },
  {
    what: 'request-of-workflow',
    onForeign: ({ workflow }) => requestOf({ ...workflow, scope: alice }, 'cancel'),
    onMissing: () => requestOf(aWorkflow({ id: missing, scope: alice }), 'cancel'),
    idOf: ({ workflow }) => workflow.id,
  },
  {
    what: 'end-workflow',
    onForeign: ({ workflow }) => endWork({ ...workflow, scope: alice }),
    onMissing: () => endWork(aWorkflow({ id: missing, scope: alice })),
    idOf: ({ workflow }) => workflow.id,
  },
  {
    what: 'update-task',
    onForeign: ({ task }) => ({ type: 'update-task', owner: alice, task: { ...task, scope: alice } }),
    onMissing: () => ({ type: 'update-task', owner: alice, task: aTask({ id: missing, scope: alice }) }),
    idOf: ({ task }) => task.id,
  },
  {
    what: 'join-run',
    onForeign: ({ run }) => join({ ...run, scope: alice }, 'alice'),
    onMissing: () => join(aRun({ id: missing, scope: alice }), 'alice'),
    idOf: ({ run }) => run.id,
  },
  {
    what: 'append-step',
    onForeign: ({ run }) => ({ type: 'append-step', step: aStep({ runId: run.id, scope: alice }) }),
    onMissing: () => ({ type: 'append-step', step: aStep({ runId: missing, scope: alice }) }),
    idOf: ({ run }) => run.id,
  },
  {
    what: 'finish-run',
    onForeign: ({ run }) => finish({ ...run, scope: alice }),
    onMissing: () => finish(aRun({ id: missing, scope: alice })),
    idOf: ({ run }) => run.id,
  },
  {
    what: 'revise-memory',
    onForeign: ({ memory }) => revise({ ...changed(memory, { text: 'alpha of alice' }), scope: alice }),
    onMissing: () => revise(aMemory({ id: missing, scope: alice, revision: 2 })),
    idOf: ({ memory }) => memory.id,
  },
  {
    what: 'delete-memory',
    onForeign: ({ memory }) => remove({ ...memory, scope: alice }),
    onMissing: () => remove(aMemory({ id: missing, scope: alice })),
    idOf: ({ memory }) => memory.id,
  },
  {
    what: 'unlink-memories',
    onForeign: ({ link }) => unlinked({ ...link, scope: alice }),
    onMissing: () => unlinked(aLink({ from: missing, to: missing, scope: alice })),
    idOf: ({ memory }) => memory.id,
  },
  {
    what: 'delete-run',
    onForeign: ({ endedRun }) => deleteRun({ ...endedRun, scope: alice }),
    onMissing: () => deleteRun(aRun({ id: missing, scope: alice })),
    idOf: ({ endedRun }) => endedRun.id,
  },
  {
    what: 'delete-session',
    onForeign: ({ session }) => deleteSession({ ...session, scope: alice }),
    onMissing: () => deleteSession({ id: missing, scope: alice }),
    idOf: ({ session }) => session.id,
  },
  {
    what: 'save-lesson',
    onForeign: ({ lesson }) => save({ ...improved(lesson), scope: alice }),
    onMissing: () => save(aLesson('check', { id: missing, scope: alice, revision: 1 })),
    idOf: ({ lesson }) => lesson.id,
  },
  {
    what: 'delete-lesson',
    onForeign: ({ lesson }) => unlearn({ ...lesson, scope: alice }),
    onMissing: () => unlearn(aLesson('check', { id: missing, scope: alice })),
    idOf: ({ lesson }) => lesson.id,
  },
  {
    what: 'revise-template',
    onForeign: ({ template }) => reviseTemplate({ ...reworked(template), scope: alice }),
    onMissing: () => reviseTemplate(aTemplate({ id: missing, scope: alice, revision: 1 })),
    idOf: ({ template }) => template.id,
  },
  {
    what: 'delete-template',
    onForeign: ({ template }) => removeTemplate({ ...template, scope: alice }),
    onMissing: () => removeTemplate(aTemplate({ id: missing, scope: alice })),
    idOf: ({ template }) => template.id,
  },
  {
    what: 'revoke-token',
    onForeign: ({ token }) => revoke({ ...token, scope: alice }),
    onMissing: () => revoke(aToken({ id: missing, scope: alice })),
    idOf: ({ token }) => token.id,
  },
  ...ownedKinds.flatMap((kind, index): ForeignCommand[] => {
    const theirs = ({ owned }: RecordWorld): AnyOwned => ({
      ...anOwned(kind),
      ...owned[index]?.record,
      scope: alice,
    });
    return [
      {
        what: `revise-record of kind ${kind}`,
        onForeign: (world) => reviseOwned(kind, nextOwned(kind, theirs(world))),
        onMissing: () => reviseOwned(kind, anOwned(kind, { id: missing, scope: alice, revision: 1 })),
        idOf: (world) => theirs(world).id,
      },
      {
        what: `delete-record of kind ${kind}`,
        onForeign: (world) => deleteOwned(kind, theirs(world)),
        onMissing: () => deleteOwned(kind, anOwned(kind, { id: missing, scope: alice })),
        idOf: (world) => theirs(world).id,
      },
    ];
  }),
];
