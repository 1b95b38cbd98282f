import type * as z from 'zod';
import { mayChange, mayTakePart } from '../access/reach.ts';
import { EngramError, invalidInput, notFound, phrase } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { Command, RunEnd } from '../ports/store.ts';
import { isImportedId } from '../records/imported-id.ts';
import { appendStepInput, finishRunInput, startRunInput } from '../records/inputs.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import { interruptedReplay, type Run, type RunMode, type RunWithTotals, runSchema } from '../records/run.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import { type Step, stepSchema, type ToolStep } from '../records/step.ts';
import { projectRun } from './crew.ts';
import { importedEnd } from './imported-end.ts';
import { redactCommand } from './redact-command.ts';
import { capped, type Snapshot, snapshot, snapshotArguments } from './snapshot.ts';
import { repeatsError, stepError } from './steps.ts';
import { watchFactors } from './success-factors.ts';
import { keptCaptured } from './take-captured.ts';
import { showTask } from './tasks.ts';

export type StartRun = z.input<typeof startRunInput>;
export type AppendStep = z.input<typeof appendStepInput>;
export type FinishRun = z.input<typeof finishRunInput>;

/** The run that is about to start, with its task looked up or described. Nothing is written yet. */
export async function prepareRun(
  context: Context,
  viewer: Viewer,
  raw: StartRun,
  mode: RunMode,
): Promise<Run> {
  const {
    task: taskId,
    description,
    inputs,
    approach,
    stage,
    agents,
    ...details
  } = parseInput(startRunInput, raw, 'run');
  const stored = taskId === undefined ? undefined : await storedTask(context, viewer, taskId, description);
  if (stored === undefined && description === undefined) {
    throw invalidInput('A run needs a task: name a stored one, or describe what is to be done.', {
      details: { fields: ['task', 'description'] },
    });
  }
  const given = Object.fromEntries(
    Object.entries({ description, ...details }).filter(([, value]) => value !== undefined),
  );
  // A run with several agents is held by one of them: whatever the project itself holds is read by all its agents.
  const holder = viewer.agent ?? agents[0] ?? null;
  return runSchema.parse({
    schemaVersion,
    id: context.ids('run'),
    scope: { ...viewer, agent: holder },
    createdAt: context.clock.now(),
    agents: [...new Set(agents)].filter((agent) => agent !== holder),
    task: { ...stored, id: taskId ?? null, ...given },
    inputs,
    mode,
    approach,
    stage: stage ?? stored?.stage,
  });
}

/** A task id that is not stored is fine when the run describes the task itself. */
async function storedTask(context: Context, viewer: Viewer, id: string, description: string | undefined) {
  const known = description === undefined || (await context.store.findTasks(viewer, id)).length > 0;
  return known && context.store.keeps ? showTask(context, viewer, id) : undefined;
}

/** `run start`: for agents that record from outside, in any language. */
export async function startRun(context: Context, viewer: Viewer, raw: StartRun): Promise<Run> {
  const run = await prepareRun(context, viewer, raw, { kind: 'normal' });
  const command = redactCommand({ type: 'start-run', run });
  await context.store.commit([command]);
  return command.run;
}

/** `run step`: one thing that happened, after it happened. */
export async function appendStep(context: Context, viewer: Viewer, raw: AppendStep): Promise<Step> {
  const input = parseInput(appendStepInput, raw, 'step');
  const run = await runToRecordIn(context, viewer, input.run);
  const agent = run === undefined ? null : makerIn(run, viewer, input.agent);
  const createdAt = context.clock.now();
  const base = {
    schemaVersion,
    id: context.ids('step'),
    scope: run?.scope ?? viewer,
    createdAt,
    runId: input.run,
    parentId: input.parentId,
    subTask: input.subTask,
    agent,
    position: run?.totals.steps ?? 0,
    provenance: 'reported',
    // It is told after it happened.
    startedAt: input.startedAt ?? Math.max(0, Math.round(createdAt - input.durationMs)),
    durationMs: input.durationMs,
    success: input.error === undefined,
    error: input.error === undefined ? null : stepError(input.errorType, input.error),
  };
  const step = parseInput(stepSchema, { ...base, ...kindFields(context, input) }, 'step');
  const members = run?.agents ?? [];
  const isNew = agent !== null && !members.includes(agent);
  const command = redactCommand({
    type: 'append-step',
    step,
    members: isNew ? [...members, agent] : members,
  });
  const join: Command[] = isNew
    ? [{ type: 'join-run', owner: step.scope, runId: step.runId, agents: [agent] }]
    : [];
  await context.store.commit([...join, command]);
  return command.step;
}

/** How a step names the agent that made it. Whoever may change the run names any agent, which joins it; the others only themselves. */
function makerIn(run: RunWithTotals, viewer: Viewer, named: string | undefined): string | null {
  const { scope } = run;
  if (!mayChange(viewer, scope)) {
    if (named === undefined || named === viewer.agent) return viewer.agent;
    throw new EngramError(
      'forbidden',
      `Only the holder of the run "${run.id}" records steps of "${named}".`,
      {
        hint: phrase`Leave ${{ field: 'agent' }} out: the step is then your own.`,
      },
    );
  }
  if (named === undefined || named === scope.agent) return null;
  if (scope.agent === null) throw projectRun(named);
  return named;
}

function kindFields(context: Context, input: z.output<typeof appendStepInput>): object {
  const { kind, tool, model, inputTokens, outputTokens, text, captured } = input;
  switch (kind) {
    case 'tool':
      return {
        kind,
        tool,
        ...toolValues(context, snapshotArguments(input.arguments), snapshot(input.result)),
        ...(captured !== undefined && {
          captured: keptCaptured(captured, context.settings.capture.maxValueBytes),
        }),
      };
    case 'model':
      return { kind, model, inputTokens, outputTokens };
    default:
      return { kind, text };
  }
}

/** Arguments and result within the size cap, with what had to be cut. */
export function toolValues(
  context: Context,
  toolArguments: ReturnType<typeof snapshotArguments>,
  result: Snapshot,
) {
  const limit = context.settings.capture.maxValueBytes;
  const keptArguments = capped(toolArguments, limit);
  const keptResult = capped(result, limit);
  const truncated: ToolStep['truncated'] = [];
  if (keptArguments.cut) truncated.push('arguments');
  if (keptResult.cut) truncated.push('result');
  return { arguments: keptArguments.value, result: keptResult.value, truncated };
}

/** `run finish`: says how it ended. */
export async function finishRun(context: Context, viewer: Viewer, raw: FinishRun): Promise<FinishedRun> {
  const { id, outcome, error, errorType, successFactors, approach, ...input } = parseInput(
    finishRunInput,
    raw,
    'run end',
  );
  const summary = input.summary ?? error?.slice(0, 1_000).toWellFormed() ?? null;
  const run = await changeableRun(context, viewer, id);
  if (error !== undefined && outcome !== 'success' && run?.outcome === null) {
    const steps = await context.store.listSteps(viewer, id);
    if (!steps.some((step) => step.error !== null && repeatsError(error, step.error.message)))
      await appendStep(context, viewer, { run: id, kind: 'note', text: error, error, errorType });
  }
  const end: RunEnd = {
    outcome,
    finishedAt: run === undefined ? context.clock.now() : await endOf(context, viewer, run),
    summary,
    successFactors:
      run === undefined || successFactors.length > 0 || outcome === 'failure'
        ? successFactors
        : await foundIn(context, viewer, run, summary),
    ...(approach === undefined ? {} : { approach }),
  };
  const command = redactCommand({
    type: 'finish-run',
    owner: run?.scope ?? viewer,
    runId: id,
    end,
    members: run?.agents ?? [],
  });
  await context.store.commit([command]);
  return { id, ...command.end };
}

/** What a run succeeded by, as its steps show (LRN-13). */
async function foundIn(
  { store, settings }: Context,
  viewer: Viewer,
  run: RunWithTotals,
  summary: string | null,
): Promise<string[]> {
  const factors = watchFactors(run, settings.learning.factorRules);
  for (const step of await store.listSteps(viewer, run.id)) factors.saw(step);
  return factors.found(summary);
}

/** An imported run ends by its own times; one that would end before it started, because the clock was set back, with its last step. */
async function endOf(context: Context, viewer: Viewer, run: RunWithTotals): Promise<number> {
  if (isImportedId(run.id)) return importedEnd(context, viewer, run);
  const now = context.clock.now();
  return now < run.createdAt ? Math.round(run.createdAt + run.totals.wallTimeMs) : now;
}

export interface FinishedRun extends RunEnd {
  readonly id: string;
}

/** The run, if it may be changed; undefined only when the store keeps nothing. */
async function changeableRun(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<RunWithTotals | undefined> {
  const run = await runToRecordIn(context, viewer, id);
  if (run === undefined || mayChange(viewer, run.scope)) return run;
  throw new EngramError(
    'forbidden',
    `The run "${id}" is ended by the agent that holds it, "${run.scope.agent}".`,
    {
      details: { runId: id },
    },
  );
}

/** The run, if the viewer may record steps in it; undefined only when the store keeps nothing. */
async function runToRecordIn(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<RunWithTotals | undefined> {
  const run = await context.store.getRun(viewer, id);
  if (context.store.keeps && (run === undefined || !mayTakePart(viewer, run))) throw notFound('run', id);
  return run;
}

/** Ends a replay that no process holds any more. A run that has ended is left as it is. */
export async function endAbandonedRun(
  { store, clock }: Context,
  runId: string,
  owner: Scope,
  summary: string,
): Promise<void> {
  const end: RunEnd = {
    outcome: 'failure',
    finishedAt: clock.now(),
    summary,
    successFactors: [],
    approach: interruptedReplay,
  };
  await store.commit([{ type: 'finish-run', owner, runId, end }]).catch((error) => {
    if (!EngramError.is(error) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error;
  });
}
