import { Link } from 'wouter';
import type { Schema } from '../../api/types.ts';
import { classes } from '../../components/class-names.ts';
import { shareOf, TimeBar, TimeScale, waterfallTracks } from '../../components/time-bar.tsx';
import { formatDuration } from '../../format.ts';

type SubTask = Schema<'PlanShowAnswer'>['subTasks'][number];

/** When each agent worked on which sub-task: a lane for each attempt, in the order they started. */
export function PlanTimeline({ subTasks }: { readonly subTasks: readonly SubTask[] }) {
  const attempts = subTasks
    .flatMap(({ id, text, tried }) => tried.map((attempt) => ({ ...attempt, id, text })))
    .sort((left, right) => left.startedAt - right.startedAt);
  const begin = Math.min(...attempts.map(({ startedAt }) => startedAt));
  const end = Math.max(...attempts.map(({ startedAt, durationMs }) => startedAt + durationMs));
  return (
    <div className="border-t border-line">
      <TimeScale name="Agent and sub-task" figure="Time" milliseconds={end - begin} format={formatDuration} />
      <ol>
        {attempts.map(({ id, text, agent, success, runId, error, startedAt, durationMs }) => (
          <li
            key={`${id} ${agent} ${startedAt}`}
            className={classes(
              waterfallTracks,
              'min-h-11 overflow-clip border-b border-line py-2 last:border-0',
            )}
          >
            <span className="min-w-0">
              <span className="block truncate text-small">
                <strong className="font-semibold">{agent ?? 'project'}</strong>{' '}
                {runId === null ? (
                  text
                ) : (
                  <Link href={`/runs/${runId}`} className="hover:text-accent">
                    {text}
                  </Link>
                )}
              </span>
              {error !== null && <span className="block truncate text-small text-bad">{error}</span>}
            </span>
            <TimeBar
              share={shareOf(startedAt, durationMs, begin, end)}
              colour={success ? 'var(--fill-good)' : 'var(--fill-bad)'}
              className="max-md:order-last"
            />
            <span className="text-right text-small text-soft tabular-nums">{formatDuration(durationMs)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
