import type * as z from 'zod';
import { EngramError } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import type { sessionImportSchema } from '../records/import.ts';
import { importedId } from '../records/imported-id.ts';
import { importSessionInput } from '../records/inputs.ts';
import { parseInput } from '../records/parse.ts';
import type { Run } from '../records/run.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import type { Task } from '../records/task.ts';
import { fold, loose, newAssembly, type SessionMessage, type SessionPart } from './import/assemble.ts';
import { readSessions } from './import/read.ts';
import type { ImportItem } from './import/records.ts';
import { messageCommand, runOf, type SessionProgress, type StepPart, stepOf } from './imported-records.ts';

export type ImportSession = z.input<typeof importSessionInput>;

/** How to import, whatever is imported. */
export type ImportSessionOptions = Pick<z.output<typeof importSessionInput>, 'task' | 'outcome' | 'agents'>;

/** The result of importing sessions. */
export type SessionImport = z.infer<typeof sessionImportSchema>;

/** Commands written in one commit. */
const chunk = 200;
const maxNamed = 1_000;
const maxDescriptionLength = 200;
/** What tools put before a user's words, such as <environment_context>…</environment_context>. */
const preamble = /^(?:\s*<([a-z][\w-]*)>[\s\S]*?<\/\1>)+/;

/** `import session` with the content at hand, for callers that are not at this machine. */
export async function importSessionText(
  context: Context,
  viewer: Viewer,
  raw: ImportSession,
): Promise<SessionImport> {
  const { content, format, name, ...options } = parseInput(importSessionInput, raw, 'session import');
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text);
  }
  const how = { ...options, provenance: 'reported' } as const;
  return importSessions(context, viewer, readSessions(pieces(), { name, format }), how);
}

/**
 * Keeps sessions made elsewhere (CAP-6). Ids are made from what the source says, so doing it again adds only
 * what is new. Calls meet their results by id; a bad record is reported and does not stop the rest.
 */
export async function importSessions(
  context: Context,
  viewer: Viewer,
  items: AsyncIterable<ImportItem>,
  { task: taskName, outcome, ...made }: ImportSessionOptions & Pick<SessionProgress, 'provenance'>,
  onProgress: (records: number) => void = () => {},
): Promise<SessionImport> {
  const task = taskName === undefined ? undefined : await taskCalled(context, viewer, taskName);
  const assembly = newAssembly();
  const sessions = new Map<string, SessionProgress>();
  const skipped: Array<{ place: string; reason: string }> = [];
  const waiting: Command[] = [];
  let ignored = 0;
  let records = 0;

  const progressOf = (session: string): SessionProgress => {
    const known = sessions.get(session) ?? newProgress(viewer, session, made);
    sessions.set(session, known);
    return known;
  };
  async function write(atLeast: number): Promise<void> {
    if (waiting.length < atLeast) return;
    const commands = waiting.splice(0);
    const committed = await context.store.commit(commands);
    for (const index of committed.ignored) {
      const command = commands[index];
      if (command?.type === 'start-run') markKnown(sessions, command.run.id);
    }
  }
  const startRun = (progress: SessionProgress): void => {
    if (progress.started) return;
    progress.started = true;
    waiting.push({ type: 'start-run', run: runOf(context, progress, task, taskName), ifAbsent: true });
  };
  const take = (part: SessionPart): void => {
    const progress = progressOf(part.session);
    if (part.kind === 'message') {
      note(progress, part);
      waiting.push(messageCommand(context, progress, part));
    } else if (part.kind !== 'unasked') {
      noteStep(progress, part);
      startRun(progress);
      waiting.push({
        type: 'append-step',
        step: stepOf(context, progress, part),
        members: progress.agents,
      });
    } else if (skipped.length < maxNamed) {
      skipped.push({ place: part.place, reason: 'it answers a call that is not there' });
    }
  };

  for await (const item of items) {
    records += 1;
    if (item.kind === 'ignored') ignored += 1;
    else if (item.kind !== 'skipped') for (const part of fold(assembly, item)) take(part);
    else if (skipped.length < maxNamed) skipped.push({ place: item.place, reason: item.reason });
    if (waiting.length >= chunk) {
      await write(chunk);
      onProgress(records);
    }
  }
  for (const part of loose(assembly)) take(part);
  for (const progress of sessions.values()) startRun(progress);
  await write(1);
  const runs: SessionImport['runs'][number][] = [];
  for (const progress of sessions.values()) {
    const refusal = outcome === undefined ? undefined : await finish(context, progress, outcome);
    if (refusal !== undefined) skipped.push({ place: `session ${progress.sessionId}`, reason: refusal });
    runs.push(importedSession(progress, refusal === undefined ? (outcome ?? null) : null));
  }
  return { runs, skipped, ignored };
}

/** The task of this id; when there is none, the name is what was to be done. */
async function taskCalled(context: Context, viewer: Viewer, name: string): Promise<Task | undefined> {
  const [task] = await context.store.findTasks(viewer, name);
  return task;
}

/** As for a run that is recorded: with several agents it is held by one of them. */
function newProgress(
  viewer: Viewer,
  session: string,
  { agents, provenance }: Pick<SessionProgress, 'agents' | 'provenance'>,
): SessionProgress {
  const scope = { ...viewer, agent: viewer.agent ?? agents[0] ?? null };
  return {
    runId: importedId('run', scope, session),
    sessionId: session,
    scope,
    agents: [...new Set(agents)].filter((agent) => agent !== scope.agent),
    provenance,
    startedAt: null,
    endedAt: null,
    description: null,
    started: false,
    already: false,
    steps: 0,
    failedSteps: 0,
    messages: 0,
  };
}

function markKnown(sessions: ReadonlyMap<string, SessionProgress>, runId: string): void {
  for (const progress of sessions.values()) if (progress.runId === runId) progress.already = true;
}

function noteTime(progress: SessionProgress, from: number | null, to: number | null): void {
  progress.startedAt ??= from;
  if (to !== null) progress.endedAt = Math.max(progress.endedAt ?? 0, to);
}

function note(progress: SessionProgress, message: SessionMessage): void {
  noteTime(progress, message.at, message.at);
  progress.messages += 1;
  const asked = message.role === 'user' ? message.content.replace(preamble, '').trim() : '';
  if (asked !== '') progress.description ??= asked.slice(0, maxDescriptionLength).toWellFormed();
}

function noteStep(progress: SessionProgress, part: StepPart): void {
  const durationMs = part.kind === 'tool' ? part.durationMs : 0;
  noteTime(
    progress,
    part.startedAt,
    part.startedAt === null ? null : Math.round(part.startedAt + durationMs),
  );
  progress.steps += 1;
  if (part.kind === 'tool' && part.error !== null) progress.failedSteps += 1;
}

/** The source names no times: the run has those of its first import, which may have been long ago. */
async function endInStore(context: Context, scope: Scope, runId: string): Promise<number> {
  const run = await context.store.getRun(scope, runId);
  return run === undefined ? context.clock.now() : Math.round(run.createdAt + run.totals.wallTimeMs);
}

/** Why the end could not be written down; undefined when it was. */
async function finish(
  context: Context,
  { runId, scope, agents, endedAt }: SessionProgress,
  outcome: NonNullable<ImportSessionOptions['outcome']>,
): Promise<string | undefined> {
  const finishedAt = endedAt ?? (await endInStore(context, scope, runId));
  const end = { outcome, finishedAt, summary: null, successFactors: [] };
  try {
    await context.store.commit([{ type: 'finish-run', owner: scope, runId, end, members: agents }]);
    return undefined;
  } catch (error) {
    if (EngramError.is(error) && error.code === 'conflict') return error.message;
    throw error;
  }
}

function importedSession(progress: SessionProgress, outcome: Run['outcome']): SessionImport['runs'][number] {
  const { runId, sessionId, steps, failedSteps, messages, already } = progress;
  const description = progress.description ?? `Session ${sessionId}`;
  return { runId, sessionId, description, steps, failedSteps, messages, outcome, already };
}
