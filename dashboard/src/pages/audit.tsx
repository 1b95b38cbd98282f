import { ScrollText, ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { api } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import type { Schema } from '../api/types.ts';
import { auditActions } from '../api/values.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Choice } from '../components/field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { formatCount, plural, words } from '../format.ts';

type AuditRecord = Schema<'AuditListAnswer'>['items'][number];

const nameOf = (scope: AuditRecord['by']): string =>
  scope === null ? 'Engram' : (scope.agent ?? `the project ${scope.project}`);

/** What a record says about its action: "ada read 6 memories of ben". */
const verbs: Readonly<Record<AuditRecord['action'], string>> = {
  access: 'read',
  share: 'shared',
  revoke: 'revoked',
  export: 'exported',
  import: 'imported',
  merge: 'merged',
  delete: 'deleted',
  erase: 'erased',
  hold: 'put a hold on',
  release: 'released',
  'create-token': 'created',
  'revoke-token': 'revoked',
  trust: 'decided about',
  refuse: 'was refused',
};

const columns: readonly Column<AuditRecord>[] = [
  {
    id: 'action',
    title: 'Action',
    width: '8rem',
    cell: ({ action }) => (
      <Badge tone={action === 'revoke' || action === 'delete' || action === 'erase' ? 'bad' : 'neutral'}>
        {words(action)}
      </Badge>
    ),
  },
  {
    id: 'what',
    title: 'What happened',
    cell: ({ action, by, of, to, kind, count, why }) => (
      <span className="md:block md:truncate" title={why ?? undefined}>
        <strong className="font-medium">{nameOf(by)}</strong> {verbs[action]}{' '}
        {plural(count, kind, kind === 'memory' ? 'memories' : `${kind}s`)} of{' '}
        <strong className="font-medium">{nameOf(of)}</strong>
        {to !== null && <> with {to.agent ?? `every agent of ${to.project}`}</>}
        {why !== null && <span className="text-soft"> · {why}</span>}
      </span>
    ),
  },
  {
    id: 'operation',
    title: 'Operation',
    width: '11rem',
    isSecondary: true,
    cell: ({ operation }) => <code className="block truncate text-small text-soft">{operation}</code>,
  },
  {
    id: 'hash',
    title: 'Hash',
    width: '6rem',
    isSecondary: true,
    cell: ({ hash }) => <code className="text-tiny text-faint">{hash.slice(0, 10)}</code>,
  },
  { id: 'at', title: 'When', width: '7rem', align: 'end', cell: ({ at }) => <RelativeTime at={at} /> },
];

export default function Audit() {
  const [search, setSearch] = useSearchParams();
  const action = auditActions.find((one) => one === search.get('action'));
  const records = usePages('/api/audit', action === undefined ? {} : { action });
  const [isVerifying, setVerifying] = useState(false);
  return (
    <>
      <PageHeader
        title="Audit"
        about="Every access across agents, share, export and deletion. Each record contains the hash of the previous one, so tampering is detected."
        actions={
          <>
            <Choice
              label="Action"
              value={action ?? ''}
              all="All actions"
              options={auditActions.map((value) => ({ value, title: words(value) }))}
              onChange={(value) => setSearch(value === '' ? {} : { action: value })}
            />
            <Button look="primary" icon={<ShieldCheck aria-hidden />} onClick={() => setVerifying(true)}>
              Verify
            </Button>
          </>
        }
      />
      {isVerifying && <Verification />}
      <Card isFlush>
        <DataTable
          label="Audit records"
          pages={records}
          columns={columns}
          rowKey={({ hash }) => hash}
          empty={
            <EmptyState icon={ScrollText} title="No audit records yet" command="engram audit list">
              Shares, exports, deletions and reads through grants are audited. Reading your own records is
              not.
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}

/** Whether the hash chain is intact, checked record by record. */
function Verification() {
  const verification = api.useQuery('get', '/api/audit/verification', {}, { staleTime: 0 });
  return (
    <Card className="mb-5">
      <QueryView query={verification} lines={2}>
        {({ whole, records, head, problems }) => (
          <div role="status">
            <p className={`flex items-center gap-2 font-medium ${whole ? 'text-good' : 'text-bad'}`}>
              {whole ? (
                <ShieldCheck aria-hidden className="size-5" />
              ) : (
                <ShieldX aria-hidden className="size-5" />
              )}
              {whole
                ? `All ${formatCount(records)} records are intact`
                : `${plural(problems.length, 'problem')} in ${formatCount(records)} records`}
            </p>
            {problems.map(({ position, message }) => (
              <p key={`${position} ${message}`} className="mt-1 text-small text-bad">
                {message}
              </p>
            ))}
            {head !== null && (
              <p className="mt-2 flex flex-wrap items-center gap-1 text-small text-soft">
                Store this hash elsewhere to detect removed records at the end:
                <code className="text-tiny wrap-anywhere">{head}</code>
                <CopyButton text={head} />
              </p>
            )}
          </div>
        )}
      </QueryView>
    </Card>
  );
}
