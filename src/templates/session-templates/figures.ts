import type { ComparedFigure, TrialFigures } from '../../records/session-template.ts';
import type { RecordedSession } from './calls.ts';

/** Turns whose errors tell how well a session began. */
const earlyTurns = 30;

/** How a session went (SES-5). Calls that neither worked nor failed count as calls of a tool, and nowhere else. */
export function figuresOf({ id, startedAt, turns, calls }: RecordedSession): TrialFigures {
  const judged = calls.filter(({ outcome }) => outcome !== 'unknown');
  const early = judged.filter(({ turn }) => turn < earlyTurns);
  const first = judged.findIndex(({ outcome }) => outcome === 'worked');
  const firstAt = earliest(judged.filter(({ outcome }) => outcome === 'worked'));
  return {
    sessionId: id,
    turns,
    earlyErrors: early.filter(({ outcome }) => outcome === 'failed').length,
    earlyCalls: early.length,
    // A clock that went back makes no negative time.
    timeToFirstSuccessMs: firstAt === null || startedAt === null ? null : Math.max(0, firstAt - startedAt),
    callsToFirstSuccess: first === -1 ? null : first + 1,
    totalErrors: judged.filter(({ outcome }) => outcome === 'failed').length,
    toolDiversity: new Set(calls.map(({ tool }) => tool)).size,
  };
}

/** The first that ended, which need not be the first that was asked for. */
function earliest(calls: RecordedSession['calls']): number | null {
  const moments = calls.flatMap(({ answeredAt }) => answeredAt ?? []);
  return moments.length === 0 ? null : moments.reduce((one, other) => Math.min(one, other));
}

/** A figure of a session; null when it has none: no call at all, or no success. */
export function figureOf(figure: ComparedFigure, trial: TrialFigures): number | null {
  if (figure !== 'earlyErrorRate') return trial[figure];
  return trial.earlyCalls === 0 ? null : trial.earlyErrors / trial.earlyCalls;
}
