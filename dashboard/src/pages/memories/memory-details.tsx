import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Badge, StatusBadge } from '../../components/badge.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { RunLink } from '../../components/run-link.tsx';
import { formatPercent, plural, readable, words } from '../../format.ts';
import { memoryOutcome, memoryTitle } from './memory-text.ts';

type Explained = Schema<'MemoryWhyAnswer'>;

/** Where records of a kind are shown; others have no page. */
const placeOf: Readonly<Record<string, string>> = {
  run: '/runs',
  memory: '/memories',
  session: '/sessions',
  task: '/tasks',
  template: '/templates',
  pattern: '/patterns',
};

/** What a memory says, where it comes from, how reliable it is, and where it was used. */
export function MemoryDetails({ explained }: { readonly explained: Explained }) {
  const { memory, sources, derived, links, confidence, standing, lifetime, uses } = explained;
  return (
    <div className="space-y-7">
      <div>
        <p className="text-large">{memoryTitle(memory)}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Badge tone="accent">{words(memory.kind)}</Badge>
          {memoryOutcome(memory) !== null && <StatusBadge status={memoryOutcome(memory)} />}
          {standing.now !== 'active' && <StatusBadge status={standing.now} />}
          <Badge>{words(lifetime)}</Badge>
          {memory.visibility === 'shareable' && <Badge tone="info">Shareable</Badge>}
          {memory.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </div>
      </div>
      <Content content={memory.content} />
      <Section title="Confidence">
        <Facts
          facts={{
            Now: formatPercent(confidence.now),
            'When recorded': formatPercent(confidence.stated),
            'From outcomes': formatPercent(confidence.earned),
            Evidence: `${plural(memory.evidence.successes, 'success', 'successes')}, ${plural(memory.evidence.failures, 'failure')}`,
            'Half-life': `${confidence.halfLifeDays} days`,
          }}
        />
      </Section>
      <Section title="Provenance">
        <Facts
          facts={{
            Agent: memory.provenance.agent ?? memory.scope.agent ?? 'project',
            Recorded: <RelativeTime at={memory.createdAt} />,
            Expires: memory.expiresAt === null ? null : <RelativeTime at={memory.expiresAt} />,
            Imported: memory.provenance.importedFrom,
            Run: memory.provenance.runId === null ? null : <RunLink id={memory.provenance.runId} />,
            Standing: standing.note,
            Id: (
              <span className="flex items-center gap-1">
                <code className="text-tiny">{memory.id}</code>
                <CopyButton text={memory.id} label="Copy the id" />
              </span>
            ),
          }}
        />
        <Records title="Derived from" records={sources} />
        <Records title="Used to derive" records={derived} />
        <Records
          title="Linked"
          records={links.map(({ kind, id, title }) => ({
            kind: 'memory',
            id,
            title: `${words(kind)}: ${title ?? id}`,
          }))}
        />
      </Section>
      {uses.length > 0 && (
        <Section title="Used in runs">
          <ul className="space-y-1.5 text-small">
            {uses.slice(0, 8).map(({ runId, at, outcome }) => (
              <li key={runId} className="flex items-center justify-between gap-3">
                <RunLink id={runId} />
                <span className="flex items-center gap-3 text-soft">
                  <StatusBadge status={outcome} />
                  <RelativeTime at={at} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <History id={memory.id} />
    </div>
  );
}

/** What a memory holds: simple values as a list, anything else as JSON. */
function Content({ content }: { readonly content: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(content);
  if (entries.length === 0) return null;
  if (entries.some(([, value]) => typeof value === 'object' && value !== null))
    return <JsonView value={content} />;
  return (
    <Section title="Content">
      <Facts
        facts={Object.fromEntries(entries.map(([name, value]) => [words(name), readable(String(value))]))}
      />
    </Section>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-small font-semibold">{title}</h2>
      {children}
    </section>
  );
}

interface LinkedRecord {
  readonly kind: string;
  readonly id: string;
  readonly title: string | null;
}

function Records({ title, records }: { readonly title: string; readonly records: readonly LinkedRecord[] }) {
  if (records.length === 0) return null;
  return (
    <div className="mt-3">
      <h3 className="mb-1 text-small text-soft">{title}</h3>
      <ul className="space-y-1 text-small">
        {records.map((record) => (
          <li key={`${record.kind} ${record.id}`}>
            <RecordLink {...record} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RecordLink({ kind, id, title }: LinkedRecord) {
  if (kind === 'run') return <RunLink id={id} {...(title !== null && { fallback: title })} />;
  const place = placeOf[kind];
  const text = title ?? id;
  if (place === undefined) return <span>{text}</span>;
  return (
    <Link href={`${place}/${id}`} className="text-accent wrap-anywhere hover:underline">
      {text}
    </Link>
  );
}

function History({ id }: { readonly id: string }) {
  const history = api.useQuery('get', '/api/memories/{id}/history', { params: { path: { id } } });
  return (
    <Section title="History">
      <QueryView query={history} lines={2}>
        {({ items }) => (
          <ol className="space-y-2 border-l border-line pl-4 text-small">
            {items.map((item) => (
              <li
                key={`${item.at} ${item.what}`}
                className="relative before:absolute before:-left-[19px] before:top-1.5 before:size-1.5 before:rounded-full before:bg-strong-line"
              >
                <span className="font-medium">
                  {words(item.what === 'revised' ? item.reason : item.what)}
                </span>{' '}
                <span className="text-soft">
                  <RelativeTime at={item.at} />
                  {item.what === 'revised' && item.note !== '' && ` · ${item.note}`}
                  {item.what === 'revised' &&
                    item.changes.length > 0 &&
                    ` · ${item.changes.map(({ field }) => field).join(', ')}`}
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Section>
  );
}
