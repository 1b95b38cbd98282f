import type { EngramEvent } from '../ports/events.ts';
import type { Command } from '../ports/store.ts';
import type { LessonKind } from '../records/lesson.ts';

/** What the engine writes down to go on. */
const concernsNobody: readonly LessonKind[] = ['trial', 'grouping'];

/** What a committed command means to those who listen; undefined for what concerns nobody. */
export function eventOf(command: Command, at: number): EngramEvent | undefined {
  switch (command.type) {
    case 'create-task':
      return { type: 'task-created', at, scope: command.task.scope, taskId: command.task.id };
    case 'update-task':
      return { type: 'task-updated', at, scope: command.task.scope, taskId: command.task.id };
    case 'start-run':
      return { type: 'run-started', at, scope: command.run.scope, runId: command.run.id };
    case 'append-step': {
      const { scope, runId, id } = command.step;
      return { type: 'step-recorded', at, scope, runId, stepId: id };
    }
    case 'finish-run':
      return { type: 'run-finished', at, scope: command.owner, runId: command.runId };
    case 'append-message': {
      const { scope, sessionId, id } = command.message;
      return { type: 'message-appended', at, scope, sessionId, messageId: id };
    }
    case 'record-memory':
      return { type: 'memory-recorded', at, scope: command.memory.scope, memoryId: command.memory.id };
    case 'revise-memory':
      return { type: 'memory-revised', at, scope: command.owner, memoryId: command.memory.id };
    case 'delete-memory':
      return { type: 'memory-deleted', at, scope: command.owner, memoryId: command.id };
    case 'save-lesson': {
      const { kind, scope, id } = command.lesson;
      return concernsNobody.includes(kind) ? undefined : { type: 'lesson-saved', at, scope, lessonId: id };
    }
    case 'delete-lesson':
      return { type: 'lesson-deleted', at, scope: command.owner, lessonId: command.id };
    case 'save-template':
      return { type: 'template-saved', at, scope: command.template.scope, templateId: command.template.id };
    case 'revise-template':
      return { type: 'template-revised', at, scope: command.owner, templateId: command.template.id };
    case 'delete-template':
      return { type: 'template-deleted', at, scope: command.owner, templateId: command.id };
    case 'create-token':
      return { type: 'token-created', at, scope: command.token.scope, tokenId: command.token.id };
    case 'revoke-token':
      return { type: 'token-revoked', at, scope: command.owner, tokenId: command.id };
    // What has expired was gone for everybody already.
    case 'prune-memories':
    case 'keep-revision':
    case 'keep-template-version':
    case 'note-uses':
    case 'keep-vectors':
    case 'count-access':
    case 'begin-workflow':
    case 'hold-workflow':
    case 'keep-checkpoint':
    case 'end-workflow':
    case 'hold-job':
      return undefined;
  }
}
