import { lowerBound } from '../../learn/posterior.ts';
import type { AgentMemoryContent, Distilled } from '../../records/agent-memory.ts';
import { cutText, maxLineLength, maxLines } from './phrases.ts';
import { isSamePoint } from './same-point.ts';

/** The run that a memory was distilled from. */
export interface MemoryRun {
  readonly templateId: string;
  readonly agent: string | null;
  readonly subTask: string | null;
  readonly success: boolean;
  readonly steps: number;
  readonly at: number;
}

/**
 * A memory after one more run (TPL-5). Points that the run confirms move up; new ones are added beside those that it does
 * not confirm. Only runs that succeeded show how to do it: the strategy of a failed one becomes a pitfall, unless it is
 * known from runs that succeeded.
 */
export function mergeMemory(
  previous: AgentMemoryContent | null,
  next: Distilled,
  run: MemoryRun,
  origin: AgentMemoryContent['origin'],
): AgentMemoryContent {
  const known = previous ?? noLessons;
  const executions = known.executions + 1;
  const successes = known.successes + (run.success ? 1 : 0);
  return {
    ...mergeLessons(known, run.success ? next : ofFailure(next, known)),
    toolSequence: run.success ? betterSequence(known.toolSequence, next.toolSequence) : known.toolSequence,
    templateId: run.templateId,
    agent: run.agent,
    subTask: run.subTask,
    executions,
    successes,
    meanSteps: known.meanSteps + (run.steps - known.meanSteps) / executions,
    confidence: lowerBound(successes, executions - successes),
    distillations: known.distillations + 1,
    origin,
    lastUpdatedAt: run.at,
    sent: known.sent,
  };
}

/** What is known before the first run. */
export const noLessons: Distilled &
  Pick<AgentMemoryContent, 'executions' | 'successes' | 'meanSteps' | 'distillations' | 'sent'> = {
  strategies: [],
  toolSequence: [],
  pitfalls: [],
  tips: [],
  insights: [],
  executions: 0,
  successes: 0,
  meanSteps: 0,
  distillations: 0,
  sent: {},
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

type ToolCalls = Distilled['toolSequence'];

/** The shorter one of two that succeeded; of two that are as long, the newer. */
function betterSequence(known: ToolCalls, next: ToolCalls): ToolCalls {
  if (next.length === 0) return known;
  return known.length === 0 || next.length <= known.length ? next : known;
}
