import type { Command } from '../../ports/store.ts';
import { sameScope } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import { deleteDerivedFrom } from './derived.ts';
import type { Journal } from './journal.ts';
import { deleteLesson, isInTheWay, replaceLesson } from './lessons.ts';
import { applyToLife, removeMemory, reviseMemory, setMemory } from './life.ts';
import { ownedKey, type State } from './state.ts';
import { deleteTemplate, keepTemplateVersion, reviseTemplate } from './templates.ts';
import { applyToWorkflows, isWorkflowTaken } from './workflows.ts';

/**
 * Carries out one command, or throws the error that refuses it. The words of ports/store.ts, as code. Answers
 * false when the command was ignored because its record is there.
 */
export function applyCommand(state: State, command: Command, journal: Journal): boolean {
  if (isTaken(state, command)) {
    if ('ifAbsent' in command && command.ifAbsent === true) return false;
    throw refusalOf(command, true);
  }
  carryOut(state, command, journal);
  return true;
}

/** Whether what the command would create is there already. */
function isTaken(state: State, command: Command): boolean {
  switch (command.type) {
    case 'create-task':
      return state.tasks.has(ownedKey(command.task.scope, command.task.id));
    case 'start-run':
      return state.runs.has(command.run.id);
    case 'record-memory': {
      const { id, scope, provenance } = command.memory;
      return [...state.memories.values()].some(
        (other) =>
          other.id === id ||
          (provenance.externalId !== null &&
            other.provenance.externalId === provenance.externalId &&
            sameScope(other.scope, scope)),
      );
    }
    case 'save-lesson': {
      const { lesson, ifAbsent = false } = command;
      const isNew = ifAbsent || lesson.revision === 0;
      return isNew && [...state.lessons.values()].some((other) => isInTheWay(other, lesson));
    }
    case 'save-template': {
      const { id, scope, slug } = command.template;
      return [...state.templates.values()].some(
        (other) => other.id === id || (other.slug === slug && sameScope(other.scope, scope)),
      );
    }
    case 'create-token':
      return [...state.tokens.values()].some(
        (other) => other.id === command.token.id || other.hash === command.token.hash,
      );
    case 'begin-workflow':
      return isWorkflowTaken(state, command.workflow);
    default:
      return false;
  }
}

function carryOut(state: State, command: Command, journal: Journal): void {
  switch (command.type) {
    case 'create-task':
      journal.set(state.tasks, ownedKey(command.task.scope, command.task.id), command.task);
      return;
    case 'update-task': {
      const old = ownedKey(command.owner, command.task.id);
      const key = ownedKey(command.task.scope, command.task.id);
      if (!state.tasks.has(old)) throw refusalOf(command, false);
      if (key !== old && state.tasks.has(key)) throw refusalOf(command, true);
      journal.remove(state.tasks, old);
      journal.set(state.tasks, key, command.task);
      return;
    }
    case 'start-run':
      journal.set(state.runs, command.run.id, command.run);
      return;
    case 'append-step': {
      const { step } = command;
      const run = state.runs.get(step.runId);
      if (run === undefined || !sameScope(run.scope, step.scope)) throw refusalOf(command, false);
      const key = `${step.runId} ${step.id}`;
      if (!state.steps.has(key)) journal.set(state.steps, key, step);
      return;
    }
    case 'finish-run': {
      const run = state.runs.get(command.runId);
      if (run === undefined || !sameScope(run.scope, command.owner)) throw refusalOf(command, false);
      if (run.outcome === command.end.outcome) return;
      if (run.outcome !== null) throw refusalOf(command, true);
      journal.set(state.runs, run.id, {
        ...run,
        ...command.end,
        approach: command.end.approach ?? run.approach,
        successFactors: [...command.end.successFactors],
      });
      return;
    }
    case 'append-message': {
      const { session, message } = command;
      if (state.messages.has(message.id)) return;
      const key = ownedKey(session.scope, session.id);
      if (!state.sessions.has(key)) journal.set(state.sessions, key, session);
      journal.set(state.messages, message.id, message);
      return;
    }
    case 'record-memory':
      setMemory(state, command.memory, journal);
      return;
    case 'revise-memory':
      reviseMemory(state, command, journal);
      return;
    case 'prune-memories':
    case 'keep-revision':
    case 'note-uses':
    case 'keep-vectors':
      applyToLife(state, command, journal);
      return;
    case 'delete-memory': {
      const memory = state.memories.get(command.id);
      if (memory === undefined || !sameScope(memory.scope, command.owner)) throw refusalOf(command, false);
      removeMemory(state, memory.id, journal);
      deleteDerivedFrom(state, 'memory', memory.id, journal);
      return;
    }
    case 'count-access':
      for (const id of command.ids) {
        const memory = state.memories.get(id);
        if (memory === undefined) continue;
        journal.set(state.memories, id, {
          ...memory,
          accessCount: memory.accessCount + 1,
          lastAccessedAt: Math.max(memory.lastAccessedAt ?? 0, command.at),
        });
      }
      return;
    case 'save-lesson':
      if (command.ifAbsent === true || command.lesson.revision === 0) {
        journal.set(state.lessons, command.lesson.id, command.lesson);
      } else replaceLesson(state, command, journal);
      return;
    case 'delete-lesson':
      deleteLesson(state, command, journal);
      return;
    case 'save-template':
      journal.set(state.templates, command.template.id, command.template);
      return;
    case 'revise-template':
      reviseTemplate(state, command, journal);
      return;
    case 'keep-template-version':
      keepTemplateVersion(state, command.template, journal);
      return;
    case 'delete-template':
      deleteTemplate(state, command, journal);
      return;
    case 'create-token':
      journal.set(state.tokens, command.token.id, command.token);
      return;
    case 'revoke-token': {
      const token = state.tokens.get(command.id);
      if (token === undefined || !sameScope(token.scope, command.owner)) throw refusalOf(command, false);
      journal.remove(state.tokens, command.id);
      journal.set(state.revokedTokens, command.id, true);
      return;
    }
    case 'begin-workflow':
    case 'hold-workflow':
    case 'keep-checkpoint':
    case 'end-workflow':
      applyToWorkflows(state, command, journal);
      return;
    case 'hold-job': {
      const { job, holder, now } = command;
      const held = state.jobs.get(job.name);
      const free =
        held === undefined || held.holder === null || held.holder === holder || held.leaseUntil <= now;
      if (!free) throw refusalOf(command, true);
      journal.set(state.jobs, job.name, job);
      return;
    }
  }
}
