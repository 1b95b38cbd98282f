import { Split } from 'lucide-react';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { plural, readable } from '../../format.ts';
import { ActionTable } from './action-table.tsx';
import { PatternList } from './pattern-list.tsx';
import { usePatterns } from './use-patterns.ts';

/** Situations with the actions tried in them, the most promising first. */
export function Decisions() {
  return (
    <PatternList
      patterns={usePatterns('decision')}
      empty={
        <EmptyState
          icon={Split}
          title="No decisions yet"
          command="engram memory record --type decision --context slow-build --action clear-cache --outcome success"
        >
          Record what an agent decided in a situation and how it ended. Engram ranks the actions by their
          outcomes.
        </EmptyState>
      }
    >
      {(rows) => (
        <div className="grid gap-5">
          {rows.map(({ slug, context, actions }) => (
            <Card
              key={slug}
              title={
                <Link href={`/patterns/${encodeURIComponent(slug)}`} className="hover:text-accent">
                  {readable(context)}
                </Link>
              }
              about={`${plural(actions.length, 'action')} tried, best first`}
            >
              <ActionTable actions={actions} />
            </Card>
          ))}
        </div>
      )}
    </PatternList>
  );
}
