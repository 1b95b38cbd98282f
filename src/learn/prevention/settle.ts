import type { Context } from '../../ports/context.ts';
import type { Check } from '../../records/lesson.ts';
import type { Viewer } from '../../records/scope.ts';
import { followMerges } from '../failures/assign.ts';
import { signaturesOf } from '../failures/failure-keys.ts';
import { retryOnConflict, revision } from '../lessons.ts';
import { type FollowUp, followUp } from './follow-up.ts';
import { afterTrial } from './record.ts';

const maxLeftovers = 50;

/** Settles the open trials of a check in runs that have ended since, such as when a process died. */
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

/** Settles the trials of a run after it ended, and counts each result in the record of its check. */
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
      const settled = (known: FollowUp) =>
        revision(context, current, { content: { ...current.content, ...known } });
      if (check === undefined) {
        await context.store.commit([settled({ result: 'unknown', note: 'The check is gone.' })]);
        return;
      }
      const signatures = await signaturesAgainst(context, viewer, check);
      const ended = { steps, outcome: run?.outcome ?? null };
      const known = followUp(current, check.content, signatures, ended);
      const content = afterTrial(check.content, known.result, context.settings.prevention);
      await context.store.commit([settled(known), revision(context, check, { content })]);
    });
  }
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
