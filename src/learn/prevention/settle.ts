import type { Context } from '../../ports/context.ts';
import type { Check, Trial } from '../../records/lesson.ts';
import type { Viewer } from '../../records/scope.ts';
import { followMerges, signaturesOf } from '../failures/assign.ts';
import { retryOnConflict, revision } from '../lessons.ts';
import { followUp } from './follow-up.ts';
import { afterTrial } from './record.ts';

/** Trials of a check that are settled when somebody looks at it. */
const maxLeftovers = 50;

/** Settles what was left open when a process ended before it could: trials of runs that have ended since. */
export async function settleLeftovers(context: Context, viewer: Viewer, checkId: string): Promise<void> {
  const open = (await context.store.findLessons(viewer, 'trial', [checkId])).filter(
    ({ content }) => content.result === null,
  );
  const runs = new Set(open.flatMap(({ content }) => content.runId ?? []));
  for (const runId of [...runs].slice(0, maxLeftovers)) {
    const run = await context.store.getRun(viewer, runId);
    if (run !== undefined && run.outcome !== null) await settleTrials(context, viewer, runId);
  }
}

/** Finds out what came of the checks that fired in a run, after it ended; each check learns from it. */
export async function settleTrials(context: Context, viewer: Viewer, runId: string): Promise<void> {
  const open = (await context.store.findLessons(viewer, 'trial', [runId])).filter(
    ({ content }) => content.result === null && content.lesson.kind === 'check',
  );
  if (open.length === 0) return;
  const [run, steps] = await Promise.all([
    context.store.getRun(viewer, runId),
    context.store.listSteps(viewer, runId),
  ]);
  for (const trial of open) {
    await retryOnConflict(context, async () => {
      const [check] = await context.store.findLessons(viewer, 'check', [trial.content.lesson.id]);
      const [current] = await context.store.findLessons(viewer, 'trial', [trial.id]);
      if (current === undefined || current.content.result !== null) return;
      const { result, note } =
        check === undefined
          ? { result: 'unknown' as const, note: 'The check is gone.' }
          : followUp(current, check.content, await signaturesAgainst(context, viewer, check), {
              steps,
              outcome: run?.outcome ?? null,
            });
      await context.store.commit([
        settled(context, current, result, note),
        ...(check === undefined
          ? []
          : [
              revision(context, check, {
                content: afterTrial(check.content, result, context.settings.prevention),
              }),
            ]),
      ]);
    });
  }
}

function settled(context: Context, trial: Trial, result: Trial['content']['result'], note: string) {
  return revision(context, trial, { content: { ...trial.content, result, note } });
}

/** Every signature of the failure a check guards against. */
async function signaturesAgainst(
  context: Context,
  viewer: Viewer,
  { content }: Check,
): Promise<ReadonlySet<string>> {
  if (content.pattern === null) return new Set();
  const patterns = await context.store.findLessons(viewer, 'failure', [content.pattern]);
  const [named] = patterns;
  if (named === undefined) return new Set();
  const into = named.content.mergedInto;
  const others = into === null ? [] : await context.store.findLessons(viewer, 'failure', [into]);
  const all = new Map([...patterns, ...others].map((pattern) => [pattern.id, pattern]));
  return new Set([...signaturesOf(named), ...signaturesOf(followMerges(named, all))]);
}
