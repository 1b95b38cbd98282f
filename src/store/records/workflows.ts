import { EngramError, notFound } from '../../errors.ts';
import { isJsonObject } from '../../json/json.ts';
import { type Checkpoint, isOpen, type Workflow } from '../../records/workflow.ts';
import { redactText, redactValue } from '../../text/redact/redact.ts';
import { redactName } from '../../text/redact/redact-name.ts';
import { checkpointsHead, decodeCheckpoint, decodeWorkflow } from '../sql/read-workflows.ts';
import { create } from '../sql/rows.ts';
import {
  endWorkflow,
  holdWorkflow,
  keepCheckpoint,
  requestOfWorkflow,
  signalWorkflow,
  workflowColumns,
} from '../sql/workflows.ts';
import { defineRecord } from './define-record.ts';
import { gone } from './refusals.ts';

export const workflows = defineRecord({
  commands: {
    'begin-workflow': {
      redact: (command) => ({ ...command, workflow: redactWorkflow(command.workflow) }),
      refuse: ({ workflow: { subject } }) =>
        new EngramError('conflict', 'This is being done already, or it is not known what came of it.', {
          details: { subject },
        }),
      event: ({ workflow }) => workflowEvent(workflow),
      statements: (command) => [create(command, 'workflows', workflowColumns(command.workflow))],
    },
    'hold-workflow': {
      redact: (command) => ({ ...command, workflow: redactWorkflow(command.workflow) }),
      event: ({ workflow }) =>
        workflow.beat === 0 || !isOpen(workflow) ? workflowEvent(workflow) : undefined,
      refuse: ({ workflow }, exists) => refuse(workflow.id, exists),
      statements: ({ workflow, epoch }) => holdWorkflow(workflow, epoch),
    },
    'keep-checkpoint': {
      redact: (command) => ({ ...command, checkpoint: redactCheckpoint(command.checkpoint) }),
      event: ({ checkpoint }) => checkpointEvent(checkpoint),
      refuse: ({ checkpoint }, exists) => refuse(checkpoint.workflowId, exists),
      statements: ({ checkpoint, epoch }) => keepCheckpoint(checkpoint, epoch),
      // After a power loss it must be known which step was about to run.
      mustBeOnDisk: ({ checkpoint, onDisk = false }) => onDisk || checkpoint.state === 'begun',
    },
    'signal-workflow': {
      redact: (command) => ({ ...command, checkpoint: redactCheckpoint(command.checkpoint) }),
      event: ({ checkpoint }) => checkpointEvent(checkpoint),
      refuse: ({ checkpoint }) => notFound('workflow', checkpoint.workflowId),
      statements: ({ checkpoint }) => signalWorkflow(checkpoint),
    },
    'request-of-workflow': {
      refuse: ({ id }) => notFound('workflow', id),
      statements: ({ owner, id, request }) => requestOfWorkflow(owner, id, request),
    },
    'end-workflow': {
      refuse: ({ id }, exists) => refuse(id, exists),
      statements: ({ owner, id, epoch }) => endWorkflow(owner, id, epoch),
    },
  },
  exported: [
    {
      head: 'SELECT * FROM workflows',
      key: ['id'],
      command: (row) => ({ type: 'begin-workflow', workflow: decodeWorkflow(row), ifAbsent: true }),
    },
    {
      head: checkpointsHead,
      key: ['c.workflow_id', 'c.checkpoint_key'],
      command: (row) => ({
        type: 'keep-checkpoint',
        checkpoint: decodeCheckpoint(row),
        epoch: Number(row['epoch']),
      }),
    },
  ],
});

/** Names are not redacted, because Engram chose them, nor is the request key, because it is compared. */
function redactWorkflow(workflow: Workflow): Workflow {
  const { input, output, error } = workflow;
  return {
    ...workflow,
    input: redactValue(input),
    output: redactValue(output),
    error: error && { ...error, code: redactName(error.code), message: redactText(error.message) },
  };
}

function redactCheckpoint(checkpoint: Checkpoint): Checkpoint {
  const [input, result] = [redactValue(checkpoint.input), redactValue(checkpoint.result)];
  if (result === checkpoint.result) return { ...checkpoint, input };
  // Whoever reads it again must not take a placeholder for the result.
  return { ...checkpoint, input: { ...(isJsonObject(input) ? input : {}), isRedacted: true }, result };
}

function workflowEvent({ scope, id: workflowId, status }: Workflow) {
  return { type: 'workflow-changed', scope, workflowId, status } as const;
}

function checkpointEvent({ scope, workflowId, key, state }: Checkpoint) {
  return { type: 'workflow-checkpoint', scope, workflowId, key, state } as const;
}

/** A process that lost its lease may not write any more. */
function refuse(id: string, exists: boolean): EngramError {
  return exists
    ? new EngramError('conflict', `Another process has taken over "${id}", so this one stops.`, {
        details: { workflow: id },
      })
    : gone('workflow', id);
}
