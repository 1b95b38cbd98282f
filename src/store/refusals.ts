import { EngramError, notFound, type Phrase, phrase } from '../errors.ts';
import type { Command } from '../ports/store.ts';
import type { Lesson } from '../records/lesson.ts';

/**
 * Why a command was refused, as the error its caller gets. `exists` tells whether the owner has the record
 * the command names: what another owner has is never mentioned. `unchanged` tells whether that record is still as
 * the caller has read it.
 */
export function refusalOf(command: Command, exists: boolean, unchanged = false): EngramError {
  switch (command.type) {
    case 'create-task':
      return taken(
        'task',
        command.task.id,
        phrase`Choose another id, or change it with ${{ operation: 'task.update', given: { id: command.task.id } }}.`,
      );
    case 'update-task':
      return exists
        ? taken('task', command.task.id, 'The agent it would go to already has a task of this id.')
        : notFound('task', command.task.id);
    case 'start-run':
      return taken('run', command.run.id, 'Run ids are made by Engram; leave it out.');
    case 'append-step':
      return notFound('run', command.step.runId);
    case 'finish-run':
      return exists
        ? new EngramError('conflict', `The run "${command.runId}" has already ended with another outcome.`, {
            details: { runId: command.runId },
          })
        : notFound('run', command.runId);
    case 'record-memory': {
      const { externalId } = command.memory.provenance;
      return externalId === null
        ? taken('memory', command.memory.id, 'Memory ids are made by Engram; leave it out.')
        : taken('memory', externalId, 'Delete it first, or leave the external id out.');
    }
    case 'revise-memory':
      return exists ? changedMeanwhile('memory', command.memory.id) : notFound('memory', command.memory.id);
    case 'delete-memory':
      return notFound('memory', command.id);
    case 'save-lesson':
      return lessonRefusal(command.lesson, exists, unchanged);
    case 'delete-lesson':
      return lessonGone('lesson', command.id);
    case 'save-template':
      return taken('template', command.template.slug, phrase`Choose another name with ${{ field: 'name' }}.`);
    case 'revise-template': {
      const { id, slug } = command.template;
      if (!exists) return notFound('template', id);
      return unchanged
        ? taken('template', slug, 'Choose another name, or change the one that has it.')
        : changedMeanwhile('template', id);
    }
    case 'delete-template':
      return notFound('template', command.id);
    case 'create-token':
      return taken('token', command.token.id, 'Token ids are made by Engram; leave it out.');
    case 'revoke-token':
      return notFound('token', command.id);
    case 'hold-job':
      return new EngramError(
        'conflict',
        `Another process is at the job "${command.job.name}". Wait until it is done, or until its lease runs out.`,
        { details: { job: command.job.name } },
      );
    case 'begin-workflow':
      return new EngramError('conflict', 'This is being done already, or it is not known what came of it.', {
        details: { subject: command.workflow.subject },
      });
    case 'hold-workflow':
      return workflowRefusal(command.workflow.id, exists);
    case 'keep-checkpoint':
      return workflowRefusal(command.checkpoint.workflowId, exists);
    case 'end-workflow':
      return workflowRefusal(command.id, exists);
    case 'append-message':
    case 'count-access':
    case 'prune-memories':
    case 'keep-revision':
    case 'keep-template-version':
    case 'note-uses':
    case 'keep-vectors':
      return new EngramError('internal', `The command "${command.type}" cannot be refused.`);
  }
}

/** What was taken over is none of the former holder's business any more. */
function workflowRefusal(id: string, exists: boolean): EngramError {
  return exists
    ? new EngramError('conflict', `Somebody else has taken over "${id}". Nothing more is done here.`, {
        details: { workflow: id },
      })
    : lessonGone('workflow', id);
}

/** A new one is refused for what is in its place; one that is to be replaced also for what became of it. */
function lessonRefusal(lesson: Lesson, exists: boolean, unchanged: boolean): EngramError {
  const { kind, id, slug, revision } = lesson;
  const isNew = revision === 0;
  if (!isNew && !exists) return lessonGone(kind, id);
  if (!isNew && !unchanged) return changedMeanwhile(kind, id);
  return slug === null
    ? taken(kind, id, `The id of a ${kind} is made by Engram; leave it out.`)
    : taken(kind, slug, 'Choose another name, or change the one that has it.');
}

/** Lessons of most kinds are not listed by a command of their own. */
function lessonGone(what: string, id: string): EngramError {
  return new EngramError(
    'not_found',
    `No ${what} "${id}" here. It may have been deleted; look it up again and repeat the change.`,
    { details: { what, id } },
  );
}

function changedMeanwhile(what: string, id: string): EngramError {
  return new EngramError(
    'conflict',
    `The ${what} "${id}" was changed meanwhile. Read it again and repeat the change.`,
    { details: { what, id } },
  );
}

function taken(what: string, id: string, advice: string | Phrase): EngramError {
  return new EngramError('conflict', `There is already a ${what} "${id}".`, {
    details: { what, id },
    hint: typeof advice === 'string' ? [advice] : advice,
  });
}
