import { aJob, aMemory, aRun, aStep, aTask, aTemplate, aToken } from '../builders.ts';
import { aLesson } from '../lesson-builders.ts';
import { aCheckpoint, aWorkflow } from '../workflow-builders.ts';
import { aMemoryCalled } from './external-ids.ts';
import { refusedDeletions } from './refused-deletions.ts';
import { type RefusedCommand, refusedOwned } from './refused-owned.ts';
import {
  alice,
  begin,
  create,
  endWork,
  finish,
  hold,
  holdWork,
  improved,
  keepCheckpoint,
  record,
  remove,
  removeTemplate,
  requestOf,
  revise,
  reviseTemplate,
  revoke,
  reworked,
  save,
  saveTemplate,
  signal,
  unlearn,
} from './store-case.ts';

export const refusedCommands: readonly RefusedCommand[] = [
  {
    what: 'create-task with an id the owner already has',
    code: 'conflict',
    command: (world) => ({ type: 'create-task', task: aTask({ id: world.task.id }) }),
  },
  {
    what: 'update-task of a task that does not exist',
    code: 'not_found',
    command: (world) => ({ type: 'update-task', owner: world.scope, task: aTask({ id: 'unknown' }) }),
  },
  {
    what: 'update-task to an agent who already has a task of this id',
    code: 'conflict',
    before: (world) => [{ type: 'create-task', task: { ...world.task, scope: alice } }],
    command: (world) => ({
      type: 'update-task',
      owner: world.scope,
      task: { ...world.task, scope: alice },
    }),
  },
  {
    what: 'start-run with an id that is taken',
    code: 'conflict',
    command: (world) => ({ type: 'start-run', run: aRun({ id: world.run.id }) }),
  },
  {
    what: 'start-run with an id that another owner has taken',
    code: 'conflict',
    command: (world) => ({ type: 'start-run', run: aRun({ id: world.run.id, scope: alice }) }),
  },
  {
    what: 'append-step to a run that does not exist',
    code: 'not_found',
    command: () => ({ type: 'append-step', step: aStep({ runId: 'unknown' }) }),
  },
  ...refusedDeletions,
  {
    what: 'finish-run of a run that does not exist',
    code: 'not_found',
    command: () => finish(aRun({ id: 'unknown' })),
  },
  {
    what: 'finish-run of a run that ended with another outcome',
    code: 'conflict',
    before: (world) => [finish(world.run, { outcome: 'failure' })],
    command: (world) => finish(world.run, { outcome: 'success' }),
  },
  {
    what: 'record-memory with an id that is taken',
    code: 'conflict',
    command: (world) => record(aMemory({ id: world.memory.id })),
  },
  {
    what: 'record-memory with an id that another owner has taken',
    code: 'conflict',
    command: (world) => record(aMemory({ id: world.memory.id, scope: alice })),
  },
  {
    what: 'record-memory with an external id the owner already has',
    code: 'conflict',
    before: () => [record(aMemoryCalled('ticket-7', { text: 'alpha' }))],
    command: () => record(aMemoryCalled('ticket-7', { text: 'alpha again' })),
  },
  {
    what: 'revise-memory of a memory that does not exist',
    code: 'not_found',
    command: () => revise(aMemory({ id: 'unknown', revision: 1 })),
  },
  {
    what: 'revise-memory of a memory that was changed meanwhile',
    code: 'conflict',
    command: ({ memory }) => revise({ ...memory, text: 'alpha, too late' }),
  },
  {
    what: 'revise-memory that leaves a revision out',
    code: 'conflict',
    command: ({ memory }) => revise({ ...memory, text: 'alpha, too early', revision: memory.revision + 9 }),
  },
  {
    what: 'delete-memory of a memory that does not exist',
    code: 'not_found',
    command: () => remove(aMemory({ id: 'unknown' })),
  },
  {
    what: 'save-lesson, a new one, with an id that is taken',
    code: 'conflict',
    command: ({ lesson }) => save(aLesson('check', { id: lesson.id })),
  },
  {
    what: 'save-lesson, a new one, with an id that another owner has taken',
    code: 'conflict',
    command: ({ lesson }) => save(aLesson('check', { id: lesson.id, scope: alice })),
  },
  {
    what: 'save-lesson, a new one, with a slug its owner already has for this kind',
    code: 'conflict',
    command: ({ lesson }) => save(aLesson('check', { slug: lesson.slug })),
  },
  {
    what: 'save-lesson in place of one that does not exist',
    code: 'not_found',
    command: () => save(aLesson('check', { id: 'unknown', revision: 1 })),
  },
  {
    what: 'save-lesson in place of one of another kind',
    code: 'not_found',
    command: ({ lesson }) => save(aLesson('failure', { id: lesson.id, revision: 1 })),
  },
  {
    what: 'save-lesson in place of one that was changed meanwhile',
    code: 'conflict',
    before: ({ lesson }) => [save(improved(lesson))],
    command: ({ lesson }) => save(improved(lesson, { keys: ['too late'] })),
  },
  {
    what: 'save-lesson that leaves a revision out',
    code: 'conflict',
    command: ({ lesson }) => save({ ...lesson, revision: 9 }),
  },
  {
    what: 'save-lesson that takes the slug of another lesson of its owner and kind',
    code: 'conflict',
    before: () => [save(aLesson('check', { id: 'other', slug: 'other' }))],
    command: ({ lesson }) => save(improved(lesson, { slug: 'other' })),
  },
  {
    what: 'delete-lesson of a lesson that does not exist',
    code: 'not_found',
    command: () => unlearn(aLesson('check', { id: 'unknown' })),
  },
  {
    what: 'save-template with a slug its scope already has',
    code: 'conflict',
    command: ({ template }) => saveTemplate(aTemplate({ slug: template.slug })),
  },
  {
    what: 'save-template with an id that is taken',
    code: 'conflict',
    command: ({ template }) => saveTemplate(aTemplate({ id: template.id, slug: 'another' })),
  },
  {
    what: 'revise-template of a template that does not exist',
    code: 'not_found',
    command: () => reviseTemplate(aTemplate({ id: 'unknown', revision: 1 })),
  },
  {
    what: 'revise-template of a template that was changed meanwhile',
    code: 'conflict',
    before: ({ template }) => [reviseTemplate(reworked(template))],
    command: ({ template }) => reviseTemplate(reworked(template, { status: 'approved' })),
  },
  {
    what: 'revise-template that leaves a revision out',
    code: 'conflict',
    command: ({ template }) => reviseTemplate({ ...template, revision: 9 }),
  },
  {
    what: 'revise-template that goes back to a lower version',
    code: 'conflict',
    command: ({ template }) => reviseTemplate(reworked(template, { version: 1 })),
  },
  {
    what: 'revise-template that takes the slug of another template of its owner',
    code: 'conflict',
    before: () => [saveTemplate(aTemplate({ id: 'other', slug: 'other' }))],
    command: ({ template }) => reviseTemplate(reworked(template, { slug: 'other', version: 3 })),
  },
  {
    what: 'delete-template of a template that does not exist',
    code: 'not_found',
    command: () => removeTemplate(aTemplate({ id: 'unknown' })),
  },
  {
    what: 'create-token with an id that another owner has taken',
    code: 'conflict',
    command: (world) => create(aToken({ id: world.token.id, scope: alice, hash: 'f'.repeat(64) })),
  },
  {
    what: 'create-token with a hash that another owner has taken',
    code: 'conflict',
    command: (world) => create(aToken({ hash: world.token.hash, scope: alice })),
  },
  {
    what: 'revoke-token of a token that does not exist',
    code: 'not_found',
    command: () => revoke(aToken({ id: 'unknown' })),
  },
  {
    what: 'begin-workflow with an id that another owner has taken',
    code: 'conflict',
    command: ({ workflow }) => begin(aWorkflow({ id: workflow.id, scope: alice })),
  },
  {
    what: 'begin-workflow with the subject of an open one',
    code: 'conflict',
    command: ({ workflow }) => begin(aWorkflow({ subject: workflow.subject })),
  },
  {
    what: 'hold-workflow of work that does not exist',
    code: 'not_found',
    command: () => holdWork(aWorkflow({ id: 'unknown' })),
  },
  {
    what: 'hold-workflow of work that was taken over',
    code: 'conflict',
    before: ({ workflow }) => [holdWork({ ...workflow, epoch: 2 }, 1)],
    command: ({ workflow }) => holdWork(workflow),
  },
  {
    what: 'keep-checkpoint of work that does not exist',
    code: 'not_found',
    command: () => keepCheckpoint(aCheckpoint({ workflowId: 'unknown' })),
  },
  {
    what: 'keep-checkpoint of work that was taken over',
    code: 'conflict',
    command: ({ checkpoint }) => keepCheckpoint({ ...checkpoint, state: 'done' }, 2),
  },
  {
    what: 'signal-workflow of work that does not exist',
    code: 'not_found',
    command: () => signal(aCheckpoint({ workflowId: 'unknown' })),
  },
  {
    what: 'request-of-workflow of work that does not exist',
    code: 'not_found',
    command: () => requestOf(aWorkflow({ id: 'unknown' }), 'pause'),
  },
  {
    what: 'end-workflow of work that does not exist',
    code: 'not_found',
    command: () => endWork(aWorkflow({ id: 'unknown' })),
  },
  {
    what: 'end-workflow of work that was taken over',
    code: 'conflict',
    command: ({ workflow }) => endWork({ ...workflow, epoch: 2 }),
  },
  {
    what: 'hold-job of a job that another holds',
    code: 'conflict',
    before: () => [hold(aJob({ done: 3 }))],
    command: () => hold(aJob({ holder: 'worker-2', epoch: 2 }), 0),
  },
  ...refusedOwned,
];
