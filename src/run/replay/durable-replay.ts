import { createHash } from 'node:crypto';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { Template } from '../../records/template.ts';
import type { TemplateRun } from '../../records/template-run.ts';
import type { Checkpoint, Workflow } from '../../records/workflow.ts';
import { isRedacted } from '../../text/placeholder.ts';
import type { HeldWork } from '../durable/work.ts';
import { effectOf } from './effect.ts';
import { earlierCalls } from './journal.ts';

/** What a replay is kept under, so that it can be resumed and is not done twice. */
export const replayName = 'replay';

/** The subject that only one replay may hold at a time: a template with its inputs. */
export function subjectOf(template: Pick<Template, 'id'>, inputs: JsonObject): string {
  const digest = createHash('sha256').update(canonicalJson(inputs)).digest('hex').slice(0, 32);
  return `${replayName} ${template.id} ${digest}`;
}

/** The inputs of an interrupted run as far as they were kept: what was redacted must be given again. */
export function keptInputs(input: JsonObject): JsonObject {
  const inputs = (input['inputs'] ?? {}) as JsonObject;
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isRedacted(JSON.stringify(value))));
}

/** What a replay changed. */
export interface Changed {
  readonly wrote: boolean;
  /** Whether it stopped at a change: one that gave no answer, or one that could not be taken or is not as recorded. */
  readonly stoppedAtChange: boolean;
  /** How the work stood when it was resumed; undefined when it was begun just now. */
  readonly resumedFrom?: Workflow['status'] | undefined;
}

/** Leaves the work as the report says: gone when all is done, else so that it can be resumed. */
export async function leaveWork(
  work: HeldWork,
  report: TemplateRun,
  { requestKey, wrote, stoppedAtChange, resumedFrom }: Changed & { readonly requestKey: string | null },
): Promise<void> {
  const output = (requestKey === null
    ? { status: report.status, ...(report.fallback === undefined ? {} : handedOver) }
    : { ...report }) as unknown as Json;
  const isCompleted = report.status === 'completed';
  // A model may say that all is done; it is no witness of a change that gave no answer.
  if (report.divergence?.uncertain === true) return work.letGo('uncertain', output);
  // Beginning again would make its changes twice.
  if (!isCompleted && (stoppedAtChange || wrote)) return work.letGo('uncertain', output);
  // It stopped before it was known what the earlier process did.
  if (!isCompleted && resumedFrom !== undefined && report.toolCalls.length === 0)
    return work.letGo(asBefore(resumedFrom), output);
  const mayBeResumed = requestKey !== null || resumedFrom !== undefined;
  if (!isCompleted && mayBeResumed) return work.letGo('stopped', output);
  return requestKey === null ? work.end() : work.letGo('done', output);
}

/** The status of resumed work that did nothing: for work that was interrupted, its effect is still unknown. */
export function asBefore(resumedFrom: Workflow['status']): 'stopped' | 'uncertain' {
  return resumedFrom === 'stopped' ? 'stopped' : 'uncertain';
}

/** Whether a model does the rest, or has tried to. */
export function isHandedOver({ output }: Pick<Workflow, 'output'>): boolean {
  return isJsonObject(output) && (output['handedOver'] === true || output['fallback'] !== undefined);
}

/** Changes of an earlier attempt that are named, and characters of each. */
const maxChanges = 10;
const maxOfOne = 200;

/**
 * What an earlier attempt changed, or may have changed, in words.
 *
 * @example changesOf(checkpoints, template, tools); // ['refund {"id":"W2"}']
 */
export function changesOf(
  checkpoints: readonly Checkpoint[],
  { plan }: Pick<Template, 'plan'>,
  tools: ToolRuntime,
): readonly string[] {
  return earlierCalls(checkpoints)
    .filter(({ index }) => {
      const step = plan[index];
      return step === undefined || effectOf(step, tools) === 'write';
    })
    .map(({ tool, arguments: given, result }) => {
      const call = `${tool} ${JSON.stringify(given).slice(0, maxOfOne).toWellFormed()}`;
      return result === undefined ? `${call} (it may have been made)` : call;
    })
    .slice(0, maxChanges);
}

/** Set in what is known of work once a model does the rest: what it does is not written down before it is done. */
export const handedOver = { handedOver: true } as const;
