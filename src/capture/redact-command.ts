import type { Command, RunEnd } from '../ports/store.ts';
import type { Memory } from '../records/memory.ts';
import type { Run } from '../records/run.ts';
import type { Message } from '../records/session.ts';
import type { Step, StepError } from '../records/step.ts';
import type { Task } from '../records/task.ts';
import type { Workflow } from '../records/workflow.ts';
import { redactDetails, redactSubTask } from '../store/records/redact-details.ts';
import { redactLesson } from '../store/records/redact-lesson.ts';
import { redactTemplate } from '../store/records/redact-template.ts';
import { redactText, redactValue } from '../text/redact/redact.ts';
import { redactName, redactOptional } from '../text/redact/redact-name.ts';
import { errorSignature } from '../text/signature.ts';

/** On commands whose caller redacted them already, to show what is stored: once is enough. */
const alreadyRedacted = Symbol('already redacted');

/** The command as it is stored. */
export function redacted(command: Command): Command {
  return alreadyRedacted in command ? command : redactByType(command);
}

/**
 * The command as it is stored. Names, ids and times are left alone; everything a person, a model or a tool
 * wrote is not. Redacting twice changes nothing more.
 */
export function redactCommand<Type extends Command['type']>(
  command: Extract<Command, { type: Type }>,
): Extract<Command, { type: Type }>;
export function redactCommand(command: Command): Command {
  // A mark on the command itself, because a WeakSet of commands cost more than redacting them; not enumerable, so
  // that a changed copy of the command loses it.
  return Object.defineProperty(redactByType(command), alreadyRedacted, { value: true });
}

function redactByType(command: Command): Command {
  switch (command.type) {
    case 'create-task':
    case 'update-task':
      return { ...command, task: redactTask(command.task) };
    case 'start-run':
      return { ...command, run: redactRun(command.run) };
    case 'append-step': {
      const step = redactStep(command.step);
      return step === command.step ? command : { ...command, step };
    }
    case 'finish-run':
      return { ...command, end: redactEnd(command.end) };
    case 'append-message':
      return { ...command, message: redactMessage(command.message) };
    case 'record-memory': {
      const memory = redactMemory(command.memory);
      return memory === command.memory ? command : { ...command, memory };
    }
    case 'revise-memory':
      return {
        ...command,
        memory: redactMemory(command.memory),
        change: { ...command.change, note: redactText(command.change.note) },
      };
    case 'keep-revision': {
      const { revision } = command;
      const before = redactMemory(revision.before);
      return { ...command, revision: { ...revision, note: redactText(revision.note), before } };
    }
    case 'save-lesson':
      return { ...command, lesson: redactLesson(command.lesson) };
    case 'save-template':
    case 'revise-template':
    case 'keep-template-version':
      return { ...command, template: redactTemplate(command.template) };
    case 'delete-memory':
    case 'delete-lesson':
    case 'delete-template':
    case 'count-access':
    case 'prune-memories':
    case 'note-uses':
    case 'keep-vectors':
    case 'revoke-token':
    case 'end-workflow':
      return command;
    case 'create-token':
      return { ...command, token: { ...command.token, name: redactName(command.token.name) } };
    case 'begin-workflow':
    case 'hold-workflow':
      return { ...command, workflow: redactWorkflow(command.workflow) };
    case 'keep-checkpoint': {
      const { checkpoint } = command;
      const [input, result] = [redactValue(checkpoint.input), redactValue(checkpoint.result)];
      return { ...command, checkpoint: { ...checkpoint, input, result } };
    }
    // What a job notes down to go on is its own; what went wrong may quote anything.
    case 'hold-job':
      return { ...command, job: { ...command.job, error: redactOptional(command.job.error) } };
  }
}

/** Names are Engram's own; a request key is the caller's, and is compared. */
function redactWorkflow(workflow: Workflow): Workflow {
  return { ...workflow, input: redactValue(workflow.input), output: redactValue(workflow.output) };
}

/** What patterns advise was stored before; what is written here may come from elsewhere. */
function redactTask(task: Task): Task {
  const guidance = task.guidance.map((piece) => ({
    ...piece,
    context: redactText(piece.context),
    steps: piece.steps.map(redactText),
  }));
  return { ...redactDetails(task), guidance };
}

function redactRun(run: Run): Run {
  return {
    ...run,
    task: redactDetails(run.task),
    inputs: redactValue(run.inputs),
    approach: redactName(run.approach),
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
  return message === error.message ? error : { ...error, message, signature: errorSignature(message) };
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
    case 'model':
      return unchanged ? step : { ...step, subTask, error };
    default:
      return { ...step, subTask, error, text: redactText(step.text) };
  }
}

function redactMessage(message: Message): Message {
  return {
    ...message,
    content: redactText(message.content),
    toolCalls: message.toolCalls.map((call) => ({ ...call, arguments: redactValue(call.arguments) })),
  };
}

function redactMemory(memory: Memory): Memory {
  const text = redactText(memory.text);
  const content = redactContent(memory);
  const tags = memory.tags.some((tag) => redactName(tag) !== tag) ? memory.tags.map(redactName) : memory.tags;
  const clean = text === memory.text && content === memory.content && tags === memory.tags;
  return clean ? memory : ({ ...memory, text, content, tags } as Memory);
}

/** A preference keeps a name and a value apart, so the value is judged by that name. */
function redactContent({ kind, content }: Memory): Memory['content'] {
  const redacted = redactValue(content);
  if (kind !== 'preference' || content.key === undefined || content.value === undefined) return redacted;
  const judged = redactValue({ [content.key]: content.value })[content.key];
  return judged === content.value ? redacted : { ...redacted, value: judged };
}
