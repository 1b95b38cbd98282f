import type * as z from 'zod';
import type { Context } from '../../ports/context.ts';
import { recogniseInput } from '../../records/learning-inputs.ts';
import { parseInput } from '../../records/parse.ts';
import type { FailureDetails } from '../../records/pattern.ts';
import type { Viewer } from '../../records/scope.ts';
import { once } from '../../store/once.ts';
import { failureDetails } from './failure-details.ts';
import { askedFailures, failuresLike } from './failure-lookup.ts';
import { jointOf } from './joint.ts';
import { unmetPattern } from './shown-pattern.ts';
import { placesOf } from './where.ts';

/** For speed: all that sorts failures is loaded only when there is something to sort. */
const loadKnowledge = once(() => import('./failure-knowledge.ts'));

/** What to ask about a failure: its message. */
export type Recognise = z.input<typeof recogniseInput>;

/** Whether this failure was met before, what helped, and what worked after it (LRN-2). */
export async function recognise(context: Context, viewer: Viewer, raw: Recognise): Promise<FailureDetails> {
  const { error } = parseInput(recogniseInput, raw, 'error');
  const chain = askedFailures(await context.redact(error));
  for (const asked of chain) {
    // Everything is read only when failures have to be sorted first, or a pattern is too large to be known by its keys.
    const { knowledge, patterns } =
      (await failuresLike(context, viewer, asked)) ??
      (await (await loadKnowledge()).lookUp(context, viewer, [asked]));
    const first = patterns.find(({ scope }) => scope.agent === viewer.agent) ?? patterns[0];
    if (first !== undefined)
      return failureDetails(context, viewer, knowledge, jointOf(knowledge, viewer, first));
  }
  return unmetFailure((chain.at(-1) ?? chain[0]).signature, viewer.agent);
}

function unmetFailure(signature: string, agent: string | null): FailureDetails {
  const unmet = unmetPattern(signature, agent);
  return { ...unmet, where: placesOf(unmet, []), runs: [], seenAt: [], workedNext: [], derivedFrom: [] };
}
