import { lowerBound } from '../../learn/posterior.ts';
import type { AgentMemoryContent, Distilled } from '../../records/agent-memory.ts';
import { cutText, maxLineLength, maxLines } from './phrases.ts';
import { isSamePoint } from './same-point.ts';

/** The run that something was distilled from. */
export interface MemoryRun {
  readonly templateId: string;
  readonly agent: string | null;
  readonly success: boolean;
  readonly steps: number;
  readonly at: number;
}

/**
 * A memory after one more run (TPL-5). What the run shows again moves up; what is new comes in beside what was not shown
 * this time. Only runs that succeeded say how to do it: what a failed one did becomes a pitfall, unless runs that
 * succeeded did the same.
 */
export function mergeMemory(
  previous: AgentMemoryContent | null,
  next: Distilled,
  run: MemoryRun,
  origin: AgentMemoryContent['origin'],
): AgentMemoryContent {
  const known = previous ?? nothing;
  const executions = known.executions + 1;
  const successes = known.successes + (run.success ? 1 : 0);
  return {
    ...mergeLessons(known, run.success ? next : ofFailure(next, known)),
    toolSequence: run.success ? betterSequence(known.toolSequence, next.toolSequence) : known.toolSequence,
    templateId: run.templateId,
    agent: run.agent,
    executions,
    successes,
    meanSteps: known.meanSteps + (run.steps - known.meanSteps) / executions,
    confidence: lowerBound(successes, executions - successes),
    distillations: known.distillations + 1,
    origin,
    lastUpdatedAt: run.at,
  };
}

type KnownLessons = Distilled &
  Pick<AgentMemoryContent, 'executions' | 'successes' | 'meanSteps' | 'distillations'>;

const nothing: KnownLessons = {
  strategies: [],
  toolSequence: [],
  pitfalls: [],
  tips: [],
  insights: [],
  executions: 0,
  successes: 0,
  meanSteps: 0,
  distillations: 0,
};

type Lessons = Omit<Distilled, 'toolSequence'>;

function mergeLessons(known: Lessons, next: Lessons): Lessons {
  return {
    strategies: mergePoints(known.strategies, next.strategies),
    pitfalls: mergePoints(known.pitfalls, next.pitfalls),
    tips: mergePoints(known.tips, next.tips),
    insights: mergePoints(known.insights, next.insights),
  };
}

/** What a failed run says: how it was done is no advice, and what it found out is believed only where it is known. */
function ofFailure(next: Distilled, known: Lessons): Lessons {
  const onlyFailed = next.strategies.filter((point) => !isKnown(point, known.strategies));
  const warnings = onlyFailed.map((point) => cutText(`Done in a run that failed: ${point}`, maxLineLength));
  return {
    strategies: [],
    pitfalls: [...next.pitfalls, ...warnings],
    tips: next.tips.filter((point) => isKnown(point, known.tips)),
    insights: next.insights.filter((point) => isKnown(point, known.insights)),
  };
}

function isKnown(point: string, points: readonly string[]): boolean {
  return points.some((other) => isSamePoint(point, other));
}

/** Confirmed points first, in the newest words; then new and unconfirmed ones in turn, so that neither crowds out the other. */
function mergePoints(known: readonly string[], next: readonly string[]): string[] {
  const fresh = distinct(next);
  const confirmed: string[] = [];
  const waiting: string[] = [];
  for (const point of distinct(known)) {
    const again = fresh.findIndex((other) => isSamePoint(point, other));
    if (again === -1) waiting.push(point);
    else confirmed.push(...fresh.splice(again, 1));
  }
  return [...confirmed, ...inTurn(waiting, fresh)].slice(0, maxLines);
}

function distinct(points: readonly string[]): string[] {
  const kept: string[] = [];
  for (const point of points) if (!isKnown(point, kept)) kept.push(point);
  return kept;
}

function inTurn(one: readonly string[], other: readonly string[]): string[] {
  const longest = Math.max(one.length, other.length);
  return Array.from({ length: longest }, (_, index) => [
    ...one.slice(index, index + 1),
    ...other.slice(index, index + 1),
  ]).flat();
}

/** The shorter one of two that succeeded; of two that are as long, the newer. */
function betterSequence(
  known: Distilled['toolSequence'],
  next: Distilled['toolSequence'],
): Distilled['toolSequence'] {
  if (next.length === 0) return known;
  return known.length === 0 || next.length <= known.length ? next : known;
}
