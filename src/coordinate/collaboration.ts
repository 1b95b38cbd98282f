import type { RecordMemory } from '../capture/memories.ts';
import type { SubTaskAttempt, SubTaskEnd } from './plan-steps.ts';

const maxLessons = 10;

/** What agents did together, as a memory of the project; null when no agent took part. */
export function collaborationMemory(
  goal: string,
  ends: readonly SubTaskEnd[],
  attempts: readonly SubTaskAttempt[],
): RecordMemory | null {
  const partners = namesOf(attempts);
  if (partners.length === 0) return null;
  const done = ends.filter(({ status }) => status === 'done').length;
  const doers = namesOf(attempts.filter(({ success }) => success));
  const lessons = attempts.flatMap((attempt) =>
    attempt.success ? [] : [cut(`${attempt.agent} failed: ${attempt.error}`, 500)],
  );
  const headline = goal.trim().split('\n', 1)[0] ?? '';
  return {
    kind: 'collaboration',
    text: cut(
      `${headline} ${done} of ${ends.length} sub-tasks done by ${doers.join(', ') || 'nobody'}.`,
      2_000,
    ),
    content: {
      partners,
      interaction: 'plan',
      outcome: done === ends.length ? 'success' : done > 0 ? 'partial' : 'failure',
      lessons: lessons.slice(0, maxLessons),
    },
    tags: ['plan'],
    derivedFrom: attempts.flatMap(({ runId }) => (runId === null ? [] : [{ kind: 'run', id: runId }])),
  };
}

function namesOf(attempts: readonly SubTaskAttempt[]): string[] {
  return [...new Set(attempts.flatMap(({ agent }) => agent ?? []))].sort();
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
