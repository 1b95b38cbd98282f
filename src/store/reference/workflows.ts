import { maySee } from '../../access/reach.ts';
import type { CommandOf, Store } from '../../ports/store.ts';
import { sameScope } from '../../records/scope.ts';
import { isOpen, type Workflow } from '../../records/workflow.ts';
import { refusalOf } from '../records/records.ts';
import { referenceRecord, rewritten } from './handler.ts';
import type { State } from './state.ts';

const checkpointKey = ({ workflowId, key }: { workflowId: string; key: string }): string =>
  JSON.stringify([workflowId, key]);

/** Of one project, whichever agents they belong to. */
function hasSubjectOf(other: Workflow, workflow: Workflow): boolean {
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
            hasSubjectOf(other, workflow) ||
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
        const isInTheWay = [...state.workflows.values()].some(
          (other) => other.id !== id && hasSubjectOf(other, { ...before, status: command.workflow.status }),
        );
        if (isInTheWay) throw refusalOf(command, true);
        const { name, subject, requestKey, input, createdAt } = before;
        const asked = { name, subject, requestKey, input, createdAt };
        journal.set(state.workflows, id, { ...command.workflow, ...asked });
      },
    },
    'keep-checkpoint': {
      apply(state, command, journal) {
        const { checkpoint } = command;
        requireHeld(state, command, checkpoint.scope, checkpoint.workflowId);
        journal.set(state.checkpoints, checkpointKey(checkpoint), checkpoint);
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

export function readWorkflows(state: State): Pick<Store, 'findWorkflows' | 'listCheckpoints'> {
  return {
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
