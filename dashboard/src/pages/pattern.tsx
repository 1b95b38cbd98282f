import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { plural, readable, words } from '../format.ts';
import type { PageProps } from './pages.ts';
import { DecisionDetails } from './patterns/decision-details.tsx';
import { FailureDetails } from './patterns/failure-details.tsx';
import { SequenceFlow } from './patterns/sequences.tsx';
import { SuccessDetails } from './patterns/success-details.tsx';

/** One pattern with its evidence. */
export default function PatternPage({ params }: PageProps) {
  const id = decodeURIComponent(params['id'] ?? '');
  const found = api.useQuery('get', '/api/patterns/{id}', { params: { path: { id } } });
  const kind = found.data?.pattern.kind;
  const applications = found.data?.applications;
  return (
    <>
      <PageHeader
        title={found.data === undefined ? readable(id) : titleOf(found.data.pattern)}
        parent={{
          title: 'Patterns',
          href: kind === undefined ? '/patterns' : `/patterns?tab=${tabOf[kind]}`,
        }}
        badges={
          kind !== undefined && <Badge tone={kind === 'failure' ? 'bad' : 'accent'}>{words(kind)}</Badge>
        }
        about={
          applications !== undefined && applications.applied > 0
            ? `Applied to ${plural(applications.applied, 'task')}: ${applications.worked} succeeded, ${applications.failed} failed.`
            : undefined
        }
      />
      <QueryView query={found} lines={8}>
        {({ pattern }) => {
          if (pattern.kind === 'failure') return <FailureDetails failure={pattern} />;
          if (pattern.kind === 'decision') return <DecisionDetails decision={pattern} />;
          if (pattern.kind === 'success') return <SuccessDetails success={pattern} />;
          return (
            <Card title="Calls" about={`In ${plural(pattern.support, 'successful run')}`}>
              <SequenceFlow sequences={[pattern]} />
            </Card>
          );
        }}
      </QueryView>
    </>
  );
}

/** A pattern's name as people read it: the error of a failure, the situation of a decision. */
function titleOf(pattern: Schema<'LearningShowAnswer'>['pattern']): string {
  if (pattern.kind === 'failure') return pattern.template.replaceAll(/<[*\w-]+>/g, '…');
  if (pattern.kind === 'decision') return readable(pattern.context);
  if (pattern.kind === 'success') return readable(pattern.approach);
  return pattern.steps.map(({ tool }) => tool).join(' → ');
}

const tabOf = {
  failure: 'failures',
  decision: 'decisions',
  success: 'successes',
  sequence: 'sequences',
} as const;
