import { keepPreviousData } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import type { MemoryKind, Schema } from '../../api/types.ts';
import { Badge } from '../../components/badge.tsx';
import { classes } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { plural, words } from '../../format.ts';
import { useHidden } from './hidden.ts';
import { memoryTitle } from './memory-text.ts';

type Hit = Schema<'MemorySearchAnswer'>['items'][number];
type RecordedHit = Extract<Hit, { record: object }>;

const maxHits = 50;

/** Results, best first, each with the parts of its score. */
export function SearchResults({
  query,
  kind,
  selected,
  hrefOf,
}: {
  readonly query: string;
  readonly kind: string;
  readonly selected: string | undefined;
  readonly hrefOf: (id: string) => string;
}) {
  const hidden = useHidden();
  const found = api.useQuery(
    'get',
    '/api/memories/search',
    { params: { query: { query, limit: maxHits, ...(kind !== '' && { kind: kind as MemoryKind }) } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <QueryView query={found} lines={8}>
      {({ items }) => {
        const shown = items.filter((hit) => 'record' in hit || !hidden.has(hit.memory.id));
        if (shown.length === 0)
          return (
            <EmptyState icon={SearchX} title="No results">
              Try other words. Search covers memories, messages and runs that you may read, by words and by
              meaning.
            </EmptyState>
          );
        return (
          <>
            <p role="status" className="border-b border-line px-5 py-2 text-small text-soft">
              {shown.length === maxHits ? `Top ${maxHits} results` : plural(shown.length, 'result')}, best
              first
            </p>
            <ul>
              {shown.map((hit) => (
                <Result
                  key={subjectOf(hit).id}
                  hit={hit}
                  href={'record' in hit ? placeOf(hit.record) : hrefOf(hit.memory.id)}
                  isSelected={subjectOf(hit).id === selected}
                />
              ))}
            </ul>
          </>
        );
      }}
    </QueryView>
  );
}

const subjectOf = (hit: Hit) => ('record' in hit ? hit.record : hit.memory);

/** Where a message or a run is shown. */
const placeOf = ({ id, session }: RecordedHit['record']): string =>
  session === null ? `/runs/${id}` : `/sessions/${session}`;

function Result({
  hit,
  href,
  isSelected,
}: {
  readonly hit: Hit;
  readonly href: string;
  readonly isSelected: boolean;
}) {
  const { score, parts, match, duplicates } = hit;
  const { scope, createdAt } = subjectOf(hit);
  return (
    <li className="border-b border-line last:border-0">
      <Link
        href={href}
        className={classes(
          'grid gap-x-6 gap-y-2 px-5 py-3 -outline-offset-2 hover:bg-sunken md:grid-cols-[minmax(0,1fr)_22rem]',
          isSelected && 'bg-accent-soft',
        )}
      >
        <span className="min-w-0">
          <span className="line-clamp-2">
            {'record' in hit ? hit.record.excerpt : memoryTitle(hit.memory)}
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-2 text-small text-soft">
            <Badge>{words(hit.kind)}</Badge>
            <span>{scope.agent ?? 'project'}</span>
            <RelativeTime at={createdAt} />
            {duplicates.length > 0 && <span>{plural(duplicates.length, 'duplicate')}</span>}
          </span>
        </span>
        <span className="grid grid-cols-[3rem_1fr] items-center gap-4">
          <span className="text-right text-large font-semibold tabular-nums">{Math.round(score * 100)}</span>
          <span className="grid grid-cols-2 gap-x-4 gap-y-1 text-tiny text-soft">
            <Part
              name="relevance"
              value={parts.relevance}
              title={`words ${percent(match.words)}, meaning ${percent(match.meaning)}, topic ${percent(match.topic)}`}
            />
            <Part name="recency" value={parts.recency} />
            <Part name="confidence" value={parts.confidence} />
            <Part name="success" value={parts.success} />
          </span>
        </span>
      </Link>
    </li>
  );
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** One part of a score, from 0 to 1, as a short bar. */
function Part({
  name,
  value,
  title,
}: {
  readonly name: string;
  readonly value: number;
  readonly title?: string;
}) {
  return (
    <span
      title={`${name} ${percent(value)}${title === undefined ? '' : `: ${title}`}`}
      className="grid grid-cols-[3.75rem_1fr_1.5rem] items-center gap-1.5"
    >
      {name}
      <span className="h-1 rounded-full bg-line">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${value * 100}%` }} />
      </span>
      <span className="text-right tabular-nums">{Math.round(value * 100)}</span>
    </span>
  );
}
