import { type Memory, normaliseTopic } from '../model/memory.ts';
import type { ActionStatistics, DecisionPattern } from '../model/pattern.ts';
import { slugFrom } from '../model/slug.ts';
import { lowerBound } from './posterior.ts';

type Decision = Extract<Memory, { kind: 'decision' }>;

const qualities = { success: 1, partial: 0.5, failure: 0 } as const;

/** How well a decision went, 0 to 1; undefined while nobody said. */
function qualityOf({ content }: Decision): number | undefined {
  return content.outcomeQuality ?? (content.outcome === undefined ? undefined : qualities[content.outcome]);
}

/**
 * What is known about a situation: every action tried in it, the most promising first. Ranked by what the
 * success rate is at least, then by name, so that equal evidence always gives the same order.
 */
export function decisionPattern(context: string, memories: readonly Memory[]): DecisionPattern {
  const decisions = memories.filter(
    (memory): memory is Decision =>
      memory.kind === 'decision' && memory.content.action !== undefined && qualityOf(memory) !== undefined,
  );
  const byAction = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const key = normaliseTopic(decision.content.action) ?? '';
    byAction.set(key, [...(byAction.get(key) ?? []), decision]);
  }
  return {
    kind: 'decision',
    slug: slugFrom(context),
    context,
    actions: [...byAction.values()].map(statisticsOf).sort(byPromise),
    derivedFrom: decisions.map(({ id }) => ({ kind: 'memory', id })),
  };
}

function statisticsOf(decisions: readonly Decision[]): ActionStatistics {
  const attempts = decisions.length;
  const successes = decisions.reduce((sum, decision) => sum + (qualityOf(decision) ?? 0), 0);
  return {
    action: decisions[0]?.content.action ?? '',
    attempts,
    successes,
    successRate: successes / attempts,
    lowerBound: lowerBound(successes, attempts - successes),
    lastAttemptAt: Math.max(...decisions.map((decision) => decision.createdAt)),
  };
}

function byPromise(left: ActionStatistics, right: ActionStatistics): number {
  return right.lowerBound - left.lowerBound || (left.action < right.action ? -1 : 1);
}

/** The action to take: the most promising one, unless nothing ever worked. */
export function recommendedAction({ actions }: DecisionPattern): ActionStatistics | null {
  return actions.find((action) => action.successes > 0) ?? null;
}
