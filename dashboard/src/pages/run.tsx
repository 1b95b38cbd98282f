import { BookmarkPlus, GitCompare } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Facts } from '../components/facts.tsx';
import { JsonView } from '../components/json-view.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { StatTile } from '../components/stat-tile.tsx';
import { TemplateLink } from '../components/template-link.tsx';
import { formatCompact, formatCount, formatDuration, plural, readable, words } from '../format.ts';
import type { PageProps } from './pages.ts';
import { CompareDialog } from './runs/compare-dialog.tsx';
import { runStatus } from './runs/run-status.ts';
import { SaveDialog } from './runs/save-dialog.tsx';
import { StoppedReplay } from './runs/stopped-replay.tsx';
import { Waterfall } from './runs/waterfall.tsx';

/** One run: what it cost, and its calls on a timeline, agents in lanes. */
export default function RunPage({ params }: PageProps) {
  const id = params['id'] ?? '';
  const [open, setOpen] = useState<'save' | 'compare' | null>(null);
  const query = api.useQuery('get', '/api/runs/{id}', { params: { path: { id } } });
  const run = query.data;
  return (
    <>
      <PageHeader
        title={run?.task.description ?? id}
        parent={{ title: 'Runs', href: '/runs' }}
        badges={
          run !== undefined && (
            <>
              <StatusBadge status={runStatus(run)} />
              {run.mode.kind !== 'normal' && (
                <Badge tone="accent">
                  {words(run.mode.kind === 'template' ? run.mode.style : run.mode.kind)}
                </Badge>
              )}
            </>
          )
        }
        about={run === undefined || runStatus(run) === 'stopped' ? undefined : run.summary}
        actions={
          run !== undefined && (
            <>
              <Button icon={<GitCompare />} onClick={() => setOpen('compare')}>
                Compare
              </Button>
              {run.outcome === 'success' && (
                <Button look="primary" icon={<BookmarkPlus />} onClick={() => setOpen('save')}>
                  Save as template
                </Button>
              )}
            </>
          )
        }
      />
      <QueryView query={query} lines={10}>
        {(shown) => (
          <div className="grid grid-cols-1 gap-5">
            {runStatus(shown) === 'stopped' && <StoppedReplay run={shown} />}
            <div className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
              <StatTile
                label="Time"
                value={formatDuration(shown.totals.wallTimeMs)}
                detail={<RelativeTime at={shown.createdAt} />}
              />
              <StatTile
                label="Model calls"
                value={formatCount(shown.totals.modelCalls)}
                detail={shown.totals.modelCalls === 0 ? 'no model used' : undefined}
              />
              <StatTile
                label="Tool calls"
                value={formatCount(shown.totals.toolCalls)}
                detail={
                  shown.totals.failedSteps === 0
                    ? 'none failed'
                    : `${formatCount(shown.totals.failedSteps)} failed`
                }
              />
              <StatTile
                label="Tokens"
                value={formatCompact(shown.totals.inputTokens + shown.totals.outputTokens)}
                detail={`${formatCompact(shown.totals.inputTokens)} in, ${formatCompact(shown.totals.outputTokens)} out`}
              />
            </div>
            <Card
              title="Timeline"
              about={`${plural(shown.steps.length, 'step')}. Select one to see its arguments and result`}
              isFlush
            >
              <Waterfall run={shown} />
            </Card>
            <Card title="About this run">
              <Facts
                facts={{
                  Agents: [...new Set([shown.scope.agent ?? 'project', ...shown.agents])].join(', '),
                  Category: shown.task.category === null ? null : readable(shown.task.category),
                  Approach: shown.approach === null ? null : readable(shown.approach),
                  Stage: readable(shown.stage),
                  Template:
                    shown.mode.kind === 'template' ? <TemplateLink id={shown.mode.templateId} /> : null,
                  'Success factors': shown.successFactors.join(', '),
                  Id: (
                    <span className="flex items-center gap-1">
                      <code className="text-tiny">{shown.id}</code>
                      <CopyButton text={shown.id} label="Copy the id" />
                    </span>
                  ),
                  Inputs: Object.keys(shown.inputs).length === 0 ? null : <JsonView value={shown.inputs} />,
                }}
              />
            </Card>
            <SaveDialog runId={shown.id} isOpen={open === 'save'} onClose={() => setOpen(null)} />
            <CompareDialog runId={shown.id} isOpen={open === 'compare'} onClose={() => setOpen(null)} />
          </div>
        )}
      </QueryView>
    </>
  );
}
