import { Split } from 'lucide-react';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { plural } from '../../format.ts';
import { ActionTable } from './action-table.tsx';
import { usePatterns } from './use-patterns.ts';

/** Situations with the actions that were tried in them, the most promising first. */
export function Decisions() {
  const { rows, data, error, refetch } = usePatterns('decision');
  if (data === undefined)
    return (
      <Card isFlush>
        {error === null ? (
          <Skeleton lines={6} className="p-5" />
        ) : (
          <ErrorState error={error} onRetry={() => refetch()} />
        )}
      </Card>
    );
  if (rows.length === 0)
    return (
      <Card isFlush>
        <EmptyState
          icon={Split}
          title="No decisions yet"
          command="engram memory record --type decision --context slow-build --action clear-cache --outcome success"
        >
          Record what was decided in a situation and how it ended; actions are ranked by what their attempts
          prove.
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid gap-5">
      {rows.map(({ slug, context, actions }) => (
        <Card
          key={slug}
          title={
            <Link href={`/patterns/${encodeURIComponent(slug)}`} className="hover:text-accent">
              {context}
            </Link>
          }
          about={`${plural(actions.length, 'action')} tried, best first`}
        >
          <ActionTable actions={actions} />
        </Card>
      ))}
    </div>
  );
}
