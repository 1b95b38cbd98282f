import type { Command, Store } from '../../ports/store.ts';
import { maySee, sameScope } from '../../records/scope.ts';
import { isOpen, type Workflow } from '../../records/workflow.ts';
import { refusalOf } from '../records/records.ts';
import type { Journal } from './journal.ts';
import type { State } from './state.ts';

type WorkflowCommand = Extract<
  Command,
  { type: 'begin-workflow' | 'hold-workflow' | 'keep-checkpoint' | 'end-workflow' }
>;

const checkpointKey = ({ workflowId, key }: { workflowId: string; key: string }): string =>
  JSON.stringify([workflowId, key]);

/** Whether a new workflow is in the way of one that is there. */
export function isWorkflowTaken(state: State, workflow: Workflow): boolean {
  return [...state.workflows.values()].some(
    (other) =>
      other.id === workflow.id ||
      hasSubjectOf(other, workflow) ||
      (workflow.requestKey !== null &&
        other.requestKey === workflow.requestKey &&
        sameScope(other.scope, workflow.scope)),
  );
}

/** Of one project, whichever agents they belong to. */
function hasSubjectOf(other: Workflow, workflow: Workflow): boolean {
  const isOfProject =
    other.scope.user === workflow.scope.user && other.scope.project === workflow.scope.project;
  return isOfProject && isOpen(other) && isOpen(workflow) && other.subject === workflow.subject;
}

export function applyToWorkflows(state: State, command: WorkflowCommand, journal: Journal): void {
  switch (command.type) {
    case 'begin-workflow':
      journal.set(state.workflows, command.workflow.id, command.workflow);
      return;
    case 'hold-workflow': {
      const { scope, id } = command.workflow;
      const before = requireHeld(state, command, scope, id);
      const isInTheWay = [...state.workflows.values()].some(
        (other) => other.id !== id && hasSubjectOf(other, { ...before, status: command.workflow.status }),
      );
      if (isInTheWay) throw refusalOf(command, true);
      const { name, subject, requestKey, input, createdAt } = before;
      const asked = { name, subject, requestKey, input, createdAt };
      journal.set(state.workflows, id, { ...command.workflow, ...asked });
      return;
    }
    case 'keep-checkpoint': {
      const { checkpoint } = command;
      requireHeld(state, command, checkpoint.scope, checkpoint.workflowId);
      journal.set(state.checkpoints, checkpointKey(checkpoint), checkpoint);
      return;
    }
    case 'end-workflow': {
      const { id } = requireHeld(state, command, command.owner, command.id);
      journal.remove(state.workflows, id);
      for (const [key, { workflowId }] of [...state.checkpoints]) {
        if (workflowId === id) journal.remove(state.checkpoints, key);
      }
      return;
    }
  }
}

function requireHeld(
  state: State,
  command: Extract<WorkflowCommand, { epoch: number }>,
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
