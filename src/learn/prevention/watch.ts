import type * as z from 'zod';
import { mayChange } from '../../access/reach.ts';
import { notFound } from '../../errors.ts';
import type { Context } from '../../ports/context.ts';
import type { Guard } from '../../ports/guard.ts';
import { callSign, type Finding, trialId } from '../../records/check.ts';
import { checkCallInput } from '../../records/learning-inputs.ts';
import { parseInput } from '../../records/parse.ts';
import type { RunWithTotals } from '../../records/run.ts';
import type { Viewer } from '../../records/scope.ts';
import { newLesson } from '../lessons.ts';
import { maxRecent } from './conditions.ts';
import { compileChecks, evaluate } from './evaluate.ts';
import { allChecks } from './prevent.ts';

type CheckCall = z.input<typeof checkCallInput>;

/** Checks that are looked at besides those that block, the newest. */
const maxOthers = 1_000;

/** The result of all checks before a call. */
export interface Verdict {
  /** `block`: do not make it as it is · `warn`: read this first · `allow`: nothing is known against it. */
  readonly verdict: 'allow' | 'warn' | 'block';
  readonly findings: readonly Finding[];
}

/** Compiles the checks for the calls of a run; null when there are none. */
export async function guardFor(context: Context, viewer: Viewer): Promise<Guard | null> {
  const { mode } = context.settings.prevention;
  if (mode === 'off') return null;
  const checks = await allChecks(context, viewer);
  const blocking = checks.filter(({ content }) => content.action === 'block');
  const others = checks.filter(({ content }) => content.action !== 'block').slice(0, maxOthers);
  const compiled = compileChecks([...blocking, ...others], mode);
  return compiled.size === 0 ? null : { before: (call) => evaluate(compiled, call) };
}

/** Runs the checks before one call of an agent outside Engram (LRN-4). */
export async function checkCall(context: Context, viewer: Viewer, raw: CheckCall): Promise<Verdict> {
  const input = parseInput(checkCallInput, raw, 'call');
  const run = input.run === undefined ? null : await changeableRun(context, viewer, input.run);
  const guard = await guardFor(context, viewer);
  if (guard === null) return { verdict: 'allow', findings: [] };
  const calls = run === null ? [] : await context.store.listCalls(viewer, [run.id]);
  const findings = guard.before({
    tool: input.tool,
    arguments: input.arguments,
    stage: input.stage ?? run?.stage ?? 'development',
    category: input.category ?? run?.task.category ?? null,
    description: input.context ?? run?.task.description ?? '',
    recent: calls.slice(-maxRecent),
  });
  if (run === null || findings.length === 0) return verdictOf(findings);
  return tryInRun(context, run, input, findings);
}

function verdictOf(findings: readonly Finding[]): Verdict {
  const blocks = findings.some(({ action }) => action === 'block');
  return { verdict: blocks ? 'block' : findings.length > 0 ? 'warn' : 'allow', findings };
}

/** Records one trial a check and run. A command or question is asked once, and acknowledged findings are left out. */
async function tryInRun(
  context: Context,
  run: RunWithTotals,
  { tool, arguments: given, acknowledge }: z.output<typeof checkCallInput>,
  findings: readonly Finding[],
): Promise<Verdict> {
  const before = await context.store.findLessons(run.scope, 'trial', [run.id]);
  const tried = new Set(before.map(({ content }) => content.lesson.id));
  const passed = new Set(acknowledge);
  const left = findings.filter(
    ({ check, verify }) =>
      !passed.has(check.id) &&
      !(check.slug !== null && passed.has(check.slug)) &&
      (verify === 'predicate' || !tried.has(check.id)),
  );
  const verdict = verdictOf(left);
  const fresh = left.filter(({ check }) => !tried.has(check.id));
  const sign = callSign(await context.redactJson(given));
  await context.store.commit(
    fresh.map(({ check, action, because }) => ({
      type: 'save-lesson',
      // Another caller may record the same trial at the same moment.
      ifAbsent: true,
      lesson: {
        ...newLesson(context, run.scope, 'trial', {
          keys: [run.id, check.id, sign],
          derivedFrom: [
            { kind: 'run', id: run.id },
            { kind: 'lesson', id: check.id },
          ],
          content: {
            lesson: { kind: 'check', id: check.id },
            use: action === 'block' ? 'blocked' : 'warned',
            runId: run.id,
            taskId: run.task.id,
            tool,
            position: run.totals.steps,
            result: null,
            note: because,
          },
        }),
        id: trialId(run.id, check.id),
      },
    })),
  );
  return verdict;
}

async function changeableRun(context: Context, viewer: Viewer, id: string): Promise<RunWithTotals> {
  const run = await context.store.getRun(viewer, id);
  if (run === undefined || !mayChange(viewer, run.scope)) throw notFound('run', id);
  return run;
}
