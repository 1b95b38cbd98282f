import { EngramError, notFound } from '../../errors.ts';
import type { RunEnd } from '../../ports/store.ts';
import type { Run } from '../../records/run.ts';
import type { Step, StepError } from '../../records/step.ts';
import { redactText, redactValue } from '../../text/redact/redact.ts';
import { redactName, redactOptional } from '../../text/redact/redact-name.ts';
import { errorSignature } from '../../text/signature.ts';
import { decodeRun, runsHead } from '../sql/read-runs.ts';
import { decodeStep, stepsHead } from '../sql/read-steps.ts';
import { noteFailure } from '../sql/unsorted-failures.ts';
import { appendStep, deleteRun, finishRun, joinRun, startRun } from '../sql/write-runs.ts';
import { defineRecord } from './define-record.ts';
import { redactDetails, redactSubTask } from './redact-details.ts';
import { held, taken } from './refusals.ts';

export const runs = defineRecord({
  commands: {
    'start-run': {
      redact: (command) => ({ ...command, run: redactRun(command.run) }),
      event: ({ run }) => ({ type: 'run-started', scope: run.scope, ...heardBy(run.agents), runId: run.id }),
      refuse: ({ run }) => taken('run', run.id, 'Run ids are made by Engram; leave it out.'),
      statements: ({ run, ifAbsent = false }, dialect) => startRun(run, ifAbsent, dialect),
    },
    'join-run': {
      refuse: ({ runId }) => notFound('run', runId),
      statements: ({ owner, runId, agents }) => joinRun(owner, runId, agents),
    },
    'append-step': {
      redact(command) {
        const step = redactStep(command.step);
        return step === command.step ? command : { ...command, step };
      },
      event: ({ step: { scope, runId, id }, members }) => ({
        type: 'step-recorded',
        scope,
        ...heardBy(members),
        runId,
        stepId: id,
      }),
      refuse: ({ step }) => notFound('run', step.runId),
      statements: ({ step }, dialect) =>
        step.success ? [appendStep(step)] : [appendStep(step), ...noteFailure(step, dialect)],
    },
    'finish-run': {
      redact: (command) => ({ ...command, end: redactEnd(command.end) }),
      event: ({ owner, runId, members }) => ({
        type: 'run-finished',
        scope: owner,
        ...heardBy(members),
        runId,
      }),
      refuse: ({ runId }, exists) =>
        exists
          ? new EngramError('conflict', `The run "${runId}" has already ended with another outcome.`, {
              details: { runId },
            })
          : notFound('run', runId),
      statements: ({ owner, runId, end }, dialect) => finishRun(owner, runId, end, dialect),
    },
    'delete-run': {
      event: ({ owner, id }) => ({ type: 'run-deleted', scope: owner, runId: id }),
      refuse({ id }, exists, unchanged) {
        if (!exists) return notFound('run', id);
        if (unchanged) return held('run', id);
        return new EngramError('conflict', `The run "${id}" has not ended. Finish it before you delete it.`, {
          details: { runId: id },
        });
      },
      statements: ({ owner, id }) => deleteRun(owner, id),
      erases: true,
    },
  },
  exported: [
    {
      head: runsHead,
      key: ['row'],
      command: (row) => ({ type: 'start-run', run: decodeRun(row), ifAbsent: true }),
    },
    {
      head: stepsHead,
      key: ['s.run_row', 's.id'],
      command: (row) => ({ type: 'append-step', step: decodeStep(row) }),
    },
  ],
});

/** The agents that hear of an event besides the run's own; left out where there are none. */
function heardBy(members: readonly string[] = []): { readonly members?: readonly string[] } {
  return members.length === 0 ? {} : { members };
}

function redactRun(run: Run): Run {
  return {
    ...run,
    task: redactDetails(run.task),
    inputs: redactValue(run.inputs),
    approach: redactName(run.approach),
    stage: redactName(run.stage),
    successFactors: run.successFactors.map(redactName),
    summary: redactOptional(run.summary),
  };
}

function redactEnd(end: RunEnd): RunEnd {
  return {
    ...end,
    summary: redactOptional(end.summary),
    successFactors: end.successFactors.map(redactName),
    ...(end.approach === undefined ? {} : { approach: redactName(end.approach) }),
  };
}

/** The signature is a function of the text that is kept, so it is made again when the text changed. */
function redactError(error: StepError | null): StepError | null {
  if (error === null) return null;
  const message = redactText(error.message);
  const type = redactName(error.type);
  if (message !== error.message) return { ...error, type, message, signature: errorSignature(message) };
  const signature = redactText(error.signature);
  return type === error.type && signature === error.signature ? error : { ...error, type, signature };
}

/** Clean steps, which most are, come back as they were. */
function redactStep(step: Step): Step {
  const subTask = redactSubTask(step.subTask);
  const error = redactError(step.error);
  const unchanged = subTask === step.subTask && error === step.error;
  switch (step.kind) {
    case 'tool': {
      const tool = redactName(step.tool);
      const toolArguments = redactValue(step.arguments);
      const result = redactValue(step.result);
      const captured = step.captured && redactValue(step.captured);
      const clean =
        unchanged &&
        tool === step.tool &&
        toolArguments === step.arguments &&
        result === step.result &&
        captured === step.captured;
      return clean ? step : { ...step, subTask, error, tool, arguments: toolArguments, result, captured };
    }
    case 'model': {
      const model = redactName(step.model);
      return unchanged && model === step.model ? step : { ...step, subTask, error, model };
    }
    default:
      return { ...step, subTask, error, text: redactText(step.text) };
  }
}
