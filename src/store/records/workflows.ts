import { EngramError } from '../../errors.ts';
import type { Workflow } from '../../records/workflow.ts';
import { redactValue } from '../../text/redact/redact.ts';
import { create } from '../sql/rows.ts';
import {
  checkpointsHead,
  decodeCheckpoint,
  decodeWorkflow,
  endWorkflow,
  holdWorkflow,
  keepCheckpoint,
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
      statements: (command) => [create(command, 'workflows', workflowColumns(command.workflow))],
    },
    'hold-workflow': {
      redact: (command) => ({ ...command, workflow: redactWorkflow(command.workflow) }),
      refuse: ({ workflow }, exists) => refuse(workflow.id, exists),
      statements: ({ workflow, epoch }) => holdWorkflow(workflow, epoch),
    },
    'keep-checkpoint': {
      redact(command) {
        const { checkpoint } = command;
        const [input, result] = [redactValue(checkpoint.input), redactValue(checkpoint.result)];
        return { ...command, checkpoint: { ...checkpoint, input, result } };
      },
      refuse: ({ checkpoint }, exists) => refuse(checkpoint.workflowId, exists),
      statements: ({ checkpoint, epoch }) => keepCheckpoint(checkpoint, epoch),
      // What is about to be done must be known after the lights went out.
      mustBeOnDisk: ({ checkpoint }) => checkpoint.state === 'begun',
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

/** Names are Engram's own; a request key is the caller's, and is compared. */
function redactWorkflow(workflow: Workflow): Workflow {
  return { ...workflow, input: redactValue(workflow.input), output: redactValue(workflow.output) };
}

/** What was taken over is none of the former holder's business any more. */
function refuse(id: string, exists: boolean): EngramError {
  return exists
    ? new EngramError('conflict', `Another process has taken over "${id}", so this one stops.`, {
        details: { workflow: id },
      })
    : gone('workflow', id);
}
