import type { Json } from '../../json/json.ts';
import { isCutShort } from '../../records/execution.ts';
import type { Run } from '../../records/run.ts';
import type { Scope } from '../../records/scope.ts';
import { makerOf, type Step } from '../../records/step.ts';
import { type Attribute, attributes, nanoseconds, type OtlpSpan, spanKind, statusError } from './otlp.ts';
import { runSpanId, stepSpanId, traceIdOf } from './trace-ids.ts';

/** Whether spans carry what tools, models and people wrote, and not only that they did. */
export interface SpanOptions {
  readonly content: boolean;
}

/** Longest text of content in a span: a trace is not the place to read everything. */
const maxContentLength = 16_384;

/** When an operation failed and nobody said how: the convention's word for it. */
const otherError = '_OTHER';

/**
 * A step as a span below its run, or below the step it was made in. Needs the step only, so the order in which
 * the parts of a run arrive does not matter.
 */
export function stepSpan(step: Step, { content }: SpanOptions): OtlpSpan {
  const { scope, runId, parentId, subTask, startedAt, durationMs } = step;
  const { name, kind, specific } = describeStep(step, content);
  return {
    traceId: traceIdOf(step),
    spanId: stepSpanId(step, step.id),
    parentSpanId: parentId === null ? runSpanId(step) : stepSpanId(step, parentId),
    name,
    kind,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(startedAt, durationMs),
    attributes: [
      ...specific,
      ...ownerOf({ ...scope, agent: makerOf(step) }),
      ...attributes({
        'engram.run.id': runId,
        'engram.step.id': step.id,
        'engram.step.position': step.position,
        'engram.sub_task.id': subTask?.id,
        'engram.sub_task.index': subTask?.index,
        'engram.sub_task.text': content && subTask !== null ? shortened(subTask.text) : null,
        'error.type': step.success ? null : (step.error?.type ?? otherError),
      }),
    ],
    ...(step.success ? {} : { status: failure(failureText(step, content)) }),
  };
}

function describeStep(
  step: Step,
  content: boolean,
): { name: string; kind: OtlpSpan['kind']; specific: Attribute[] } {
  switch (step.kind) {
    case 'tool':
      return {
        name: `execute_tool ${step.tool}`,
        kind: spanKind.internal,
        specific: attributes({
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': step.tool,
          'gen_ai.tool.call.id': step.id,
          'gen_ai.tool.call.arguments': content ? asText(step.arguments) : null,
          'gen_ai.tool.call.result': content && step.success ? asText(step.result) : null,
        }),
      };
    case 'model':
      return {
        name: `chat ${step.model}`,
        kind: spanKind.client,
        specific: attributes({
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': step.model,
          'gen_ai.usage.input_tokens': step.inputTokens,
          'gen_ai.usage.output_tokens': step.outputTokens,
        }),
      };
    default:
      // A span and not an event of the run's span, which may have been sent already, or by another process.
      return {
        name: step.kind,
        kind: spanKind.internal,
        specific: attributes({ 'engram.text': content ? shortened(step.text) : null }),
      };
  }
}

/** A message may quote what the tool was given; its signature has values, numbers and addresses masked. */
function failureText({ error }: Step, content: boolean): string | undefined {
  if (error === null) return undefined;
  return content ? shortened(error.message) : error.signature;
}

/** A run that ended, as the root of its trace. */
export function runSpan(run: Run, { content }: SpanOptions): OtlpSpan {
  const { id, scope, task, mode, outcome, summary, createdAt, finishedAt } = run;
  const key = { scope, runId: id };
  const style = mode.kind === 'template' ? mode.style : null;
  const failed = outcome === 'failure' && !isCutShort({ style, approach: run.approach });
  const text = content && summary !== null ? shortened(summary) : undefined;
  return {
    traceId: traceIdOf(key),
    spanId: runSpanId(key),
    name: scope.agent === null ? 'invoke_agent' : `invoke_agent ${scope.agent}`,
    kind: spanKind.internal,
    startTimeUnixNano: nanoseconds(createdAt),
    endTimeUnixNano: nanoseconds(Math.max(createdAt, finishedAt ?? 0)),
    attributes: [
      ...attributes({ 'gen_ai.operation.name': 'invoke_agent' }),
      ...ownerOf(scope),
      ...attributes({
        'engram.run.id': id,
        'engram.outcome': outcome,
        'engram.mode': mode.kind === 'template' ? mode.style : mode.kind,
        'engram.template.id': mode.kind === 'template' ? mode.templateId : null,
        'engram.task.id': task.id,
        'engram.task.description': content ? shortened(task.description) : null,
        'engram.summary': text,
        'error.type': failed ? otherError : null,
      }),
    ],
    ...(failed ? { status: failure(text) } : {}),
  };
}

/** Never the user: the name may be that of a person. */
function ownerOf({ project, agent }: Scope): Attribute[] {
  return attributes({ 'gen_ai.agent.name': agent, 'engram.project': project });
}

function failure(message: string | undefined): NonNullable<OtlpSpan['status']> {
  return message === undefined ? { code: statusError } : { code: statusError, message };
}

/** JSON in a text, and not in OTLP's own structures, because few collectors show those. */
function asText(value: Json): string {
  return shortened(JSON.stringify(value));
}

function shortened(text: string): string {
  return text.length <= maxContentLength ? text : `${text.slice(0, maxContentLength).toWellFormed()}…`;
}
