import { mayChange, maySee } from '../../access/reach.ts';
import type { CommandOf, Store } from '../../ports/store.ts';
import { sameScope } from '../../records/scope.ts';
import { isOpen, isUnderWay, type Workflow } from '../../records/workflow.ts';
import { refusalOf } from '../records/records.ts';
import { referenceRecord, rewritten } from './handler.ts';
import { pageOf } from './page.ts';
import type { State } from './state.ts';

const checkpointKey = ({ workflowId, key }: { workflowId: string; key: string }): string =>
  JSON.stringify([workflowId, key]);

/** Whether both are open work on the same subject in one project, whichever agents own them. */
function isOnSameSubject(other: Workflow, workflow: Workflow): boolean {
  const isOfProject =
    other.scope.user === workflow.scope.user && other.scope.project === workflow.scope.project;
  return isOfProject && isOpen(other) && isOpen(workflow) && other.subject === workflow.subject;
}

export const workflows = referenceRecord({
  handlers: {
    'begin-workflow': {
      isTaken: (state, { workflow }) =>
        [...state.workflows.values()].some(
          (other) =>
            other.id === workflow.id ||
            isOnSameSubject(other, workflow) ||
            (workflow.requestKey !== null &&
              other.requestKey === workflow.requestKey &&
              sameScope(other.scope, workflow.scope)),
        ),
      apply: (state, { workflow }, journal) => journal.set(state.workflows, workflow.id, workflow),
    },
    'hold-workflow': {
      apply(state, command, journal) {
        const { scope, id } = command.workflow;
        const before = requireHeld(state, command, scope, id);
        const isSubjectTaken = [...state.workflows.values()].some(
          (other) =>
            other.id !== id && isOnSameSubject(other, { ...before, status: command.workflow.status }),
        );
        if (isSubjectTaken) throw refusalOf(command, true);
        const { name, version, subject, requestKey, parentId, input, createdAt } = before;
        const requested = isUnderWay(command.workflow) ? before.requested : null;
        const wakeAt = wakesAt(before, command);
        const keptFields = {
          name,
          version,
          subject,
          requestKey,
          parentId,
          input,
          createdAt,
          requested,
          wakeAt,
        };
        journal.set(state.workflows, id, { ...command.workflow, ...keptFields });
      },
    },
    'keep-checkpoint': {
      apply(state, command, journal) {
        const { checkpoint } = command;
        requireHeld(state, command, checkpoint.scope, checkpoint.workflowId);
        journal.set(state.checkpoints, checkpointKey(checkpoint), checkpoint);
      },
    },
    'signal-workflow': {
      apply(state, command, journal) {
        const { checkpoint } = command;
        const workflow = state.workflows.get(checkpoint.workflowId);
        if (workflow === undefined || !sameScope(workflow.scope, checkpoint.scope))
          throw refusalOf(command, false);
        const key = checkpointKey(checkpoint);
        if (!state.checkpoints.has(key)) journal.set(state.checkpoints, key, checkpoint);
        if (workflow.status === 'waiting' || workflow.status === 'running')
          journal.set(state.workflows, workflow.id, { ...workflow, wakeAt: 0 });
      },
    },
    'request-of-workflow': {
      apply(state, command, journal) {
        const { owner, id, request } = command;
        const workflow = state.workflows.get(id);
        if (workflow === undefined || !sameScope(workflow.scope, owner) || !isUnderWay(workflow))
          throw refusalOf(command, false);
        const requested = workflow.requested === 'cancel' ? 'cancel' : request;
        journal.set(state.workflows, id, { ...workflow, requested });
      },
    },
    'end-workflow': {
      apply(state, command, journal) {
        const { id } = requireHeld(state, command, command.owner, command.id);
        journal.remove(state.workflows, id);
        for (const [key, { workflowId }] of [...state.checkpoints]) {
          if (workflowId === id) journal.remove(state.checkpoints, key);
        }
      },
    },
  },
  exported: (state) => [
    rewritten(state.workflows, (workflow) => ({ type: 'begin-workflow', workflow, ifAbsent: true })),
    rewritten(state.checkpoints, (checkpoint) => ({
      type: 'keep-checkpoint',
      checkpoint,
      epoch: state.workflows.get(checkpoint.workflowId)?.epoch ?? 0,
    })),
  ],
});

/** A signal that arrives while the holder is at work must still wake the workflow. */
function wakesAt(before: Workflow, { workflow, epoch }: CommandOf<'hold-workflow'>): number | null {
  const { status, wakeAt } = workflow;
  if (status === 'waiting')
    return before.wakeAt !== null && wakeAt !== null ? Math.min(before.wakeAt, wakeAt) : wakeAt;
  return status === 'running' && workflow.epoch === epoch ? before.wakeAt : wakeAt;
}

function requireHeld(
  state: State,
  command: CommandOf<'hold-workflow' | 'keep-checkpoint' | 'end-workflow'>,
  owner: Workflow['scope'],
  id: string,
): Workflow {
  const workflow = state.workflows.get(id);
  if (workflow === undefined || !sameScope(workflow.scope, owner)) throw refusalOf(command, false);
  if (workflow.epoch !== command.epoch) throw refusalOf(command, true);
  return workflow;
}

export function readWorkflows(
  state: State,
): Pick<Store, 'findWorkflows' | 'listWorkflows' | 'dueWorkflows' | 'listCheckpoints'> {
  return {
    async listWorkflows(viewer, { status, name, parentId }, page) {
      const found = [...state.workflows.values()].filter(
        (workflow) =>
          maySee(viewer, workflow.scope) &&
          workflow.status === (status ?? workflow.status) &&
          workflow.name === (name ?? workflow.name) &&
          workflow.parentId === (parentId ?? workflow.parentId),
      );
      return pageOf(structuredClone(found), page);
    },
    async dueWorkflows(viewer, definitions, now, limit) {
      const found = [...state.workflows.values()].filter(
        ({ scope, name, version, status, wakeAt, requested }) =>
          mayChange(viewer, scope) &&
          definitions.some((one) => one.name === name && one.version === version) &&
          (status === 'queued' || status === 'waiting') &&
          ((wakeAt !== null && wakeAt <= now) || requested !== null),
      );
      const wake = ({ wakeAt }: Workflow) => wakeAt ?? Number.POSITIVE_INFINITY;
      const inOrder = (left: Workflow, right: Workflow) =>
        wake(left) === wake(right)
          ? left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1)
          : wake(left) - wake(right);
      return structuredClone(found.sort(inOrder).slice(0, limit));
    },
    async findWorkflows(viewer, names) {
      const found = [...state.workflows.values()].filter((workflow) => {
        const { scope, id, runId, requestKey, subject } = workflow;
        const isNamed = [id, runId, ...(requestKey === null ? [] : [requestKey])].some((name) =>
          names.includes(name),
        );
        return maySee(viewer, scope) && (isNamed || (isOpen(workflow) && names.includes(subject)));
      });
      return structuredClone(found).sort(
        (left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1),
      );
    },
    async listCheckpoints(viewer, workflowId) {
      const found = [...state.checkpoints.values()].filter(
        (checkpoint) => checkpoint.workflowId === workflowId && maySee(viewer, checkpoint.scope),
      );
      return structuredClone(found).sort((left, right) => (left.key < right.key ? -1 : 1));
    },
  };
}
