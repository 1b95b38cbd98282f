import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import { importedId } from '../records/imported-id.ts';
import { schemaVersion } from '../records/record.ts';
import { type Run, runSchema } from '../records/run.ts';
import type { Scope } from '../records/scope.ts';
import type { Message } from '../records/session.ts';
import type { Provenance, Step } from '../records/step.ts';
import type { Task } from '../records/task.ts';
import { counted } from '../text/counted.ts';
import { maxValueBytes } from '../text/text.ts';
import type { ModelPart, SessionMessage, ToolPart, UnansweredPart } from './import/assemble.ts';
import { toolValues } from './runs.ts';
import { snapshot, snapshotArguments, storableCopy } from './snapshot.ts';
import { stepError } from './steps.ts';

/** What is known about a session while it is read. */
export interface SessionProgress {
  readonly runId: string;
  readonly sessionId: string;
  readonly scope: Scope;
  /** Agents that take part besides the one that holds the run. Steps of others are its own. */
  readonly agents: readonly string[];
  /** `transcript` for a file that was read on this machine; what was sent is `reported`. */
  readonly provenance: Provenance;
  startedAt: number | null;
  endedAt: number | null;
  description: string | null;
  started: boolean;
  already: boolean;
  steps: number;
  failedSteps: number;
  messages: number;
}

/** The run of a session: its task is the one named, else the first thing its user asked for. */
export function runOf(
  context: Context,
  progress: SessionProgress,
  task: Task | undefined,
  taskName: string | undefined,
): Run {
  const described = taskName ?? progress.description ?? `Session ${progress.sessionId}`;
  return runSchema.parse({
    schemaVersion,
    id: progress.runId,
    scope: progress.scope,
    createdAt: progress.startedAt ?? context.clock.now(),
    agents: progress.agents,
    task: task === undefined ? { description: storableCopy(described) } : detailsOf(task),
    mode: { kind: 'normal' },
  });
}

function detailsOf({ id, description, category, type, dependencies, effort }: Task) {
  return { id, description, category, type, dependencies, effort };
}

/** What becomes a step. */
export type StepPart = ToolPart | ModelPart | UnansweredPart;

export function stepOf(context: Context, progress: SessionProgress, part: StepPart): Step {
  const startedAt = part.startedAt ?? progress.startedAt ?? context.clock.now();
  const base = {
    schemaVersion,
    id: importedId('step', progress.scope, progress.sessionId, part.kind, part.key),
    scope: progress.scope,
    createdAt: startedAt,
    runId: progress.runId,
    parentId: null,
    subTask: part.subTask ?? null,
    agent: progress.agents.includes(part.agent ?? '') ? (part.agent ?? null) : null,
    position: part.position,
    provenance: progress.provenance,
    startedAt,
  } as const;
  if (part.kind === 'model') {
    const { model, inputTokens, outputTokens } = part;
    return {
      ...base,
      kind: 'model',
      model,
      inputTokens,
      outputTokens,
      durationMs: 0,
      success: true,
      error: null,
    };
  }
  if (part.kind === 'unanswered') {
    // Nobody knows how it went, so it is written down as a note and counts neither way.
    const text = bounded(
      `Called ${part.tool} with ${JSON.stringify(part.arguments)}; no answer was recorded.`,
    );
    return { ...base, kind: 'note', text, durationMs: 0, success: true, error: null };
  }
  return {
    ...base,
    kind: 'tool',
    tool: part.tool,
    ...toolValues(context, snapshotArguments(part.arguments), snapshot(part.result)),
    durationMs: part.durationMs,
    success: part.error === null,
    error: part.error === null ? null : stepError(part.error.type, part.error.message),
  };
}

export function messageCommand(context: Context, progress: SessionProgress, part: SessionMessage): Command {
  const { scope, sessionId } = progress;
  const createdAt = part.at ?? progress.startedAt ?? context.clock.now();
  const message: Message = {
    schemaVersion,
    id: importedId('msg', scope, sessionId, part.key),
    scope,
    createdAt,
    sessionId,
    role: part.role,
    content: bounded(part.content),
    toolCalls: part.toolCalls.map((call) => ({
      ...call,
      arguments: toolValues(context, snapshotArguments(call.arguments), snapshot(null)).arguments,
    })),
    toolCallId: part.toolCallId,
    toolName: part.toolName,
  };
  return { type: 'append-message', session: { schemaVersion, id: sessionId, scope, createdAt }, message };
}

/** Text as every backend keeps it. A cut is marked. */
function bounded(text: string): string {
  const copy = storableCopy(text);
  if (copy.length * 3 <= maxValueBytes) return copy;
  const maxLength = Math.floor(maxValueBytes / 3) - 100;
  return `${copy.slice(0, maxLength).toWellFormed()} … [cut: ${counted(copy.length - maxLength, 'more character')}]`;
}
