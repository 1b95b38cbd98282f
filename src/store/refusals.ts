import { EngramError, notFound } from '../errors.ts';
import type { Command } from '../ports/store.ts';

/**
 * Why a command was refused, as the error its caller gets. `exists` tells whether the owner has the record
 * the command names: what another owner has is never mentioned.
 */
export function refusalOf(command: Command, exists: boolean): EngramError {
  switch (command.type) {
    case 'create-task':
      return taken('task', command.task.id, 'Choose another id, or change it with "engram task update".');
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
      return exists
        ? new EngramError(
            'conflict',
            `The memory "${command.memory.id}" was changed meanwhile. Read it again and repeat the change.`,
            {
              details: { what: 'memory', id: command.memory.id },
            },
          )
        : notFound('memory', command.memory.id);
    case 'delete-memory':
      return notFound('memory', command.id);
    case 'save-template':
      return taken('template', command.template.slug, 'Choose another name with --name.');
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
    case 'append-message':
    case 'count-access':
    case 'prune-memories':
    case 'keep-revision':
    case 'note-uses':
    case 'keep-vectors':
      return new EngramError('internal', `The command "${command.type}" cannot be refused.`);
  }
}

function taken(what: string, id: string, advice: string): EngramError {
  return new EngramError('conflict', `There is already a ${what} "${id}". ${advice}`, {
    details: { what, id },
  });
}
