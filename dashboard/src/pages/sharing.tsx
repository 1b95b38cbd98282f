import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RecordList, RecordRow } from '../components/record-list.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { formatDay } from '../format.ts';
import { coverageOf, type Grant, nameOf } from './sharing/grant-text.ts';
import { ShareDialog } from './sharing/share-dialog.tsx';

export default function Sharing() {
  const [isSharing, setSharing] = useState(false);
  const [revoked, setRevoked] = useState<Grant | null>(null);
  const grants = api.useQuery('get', '/api/grants', { params: { query: { all: true } } });
  return (
    <>
      <PageHeader
        title="Sharing"
        about="Memories are private to their agent. A grant lets another agent read the memories it names until it is revoked."
        actions={
          <Button look="primary" icon={<Share2 aria-hidden />} onClick={() => setSharing(true)}>
            Share …
          </Button>
        }
      />
      <Card isFlush>
        <QueryView query={grants}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={Share2}
                title="No grants yet"
                command="engram memory share --from alice --to bob --tag auth"
              >
                Let one agent read memories of another, or all agents read each other’s failures.
              </EmptyState>
            ) : (
              <RecordList label="Grants">
                {[...items]
                  .sort((left, right) => Number(right.state === 'open') - Number(left.state === 'open'))
                  .map((grant) => (
                    <GrantRow key={grant.id} grant={grant} onRevoke={() => setRevoked(grant)} />
                  ))}
              </RecordList>
            )
          }
        </QueryView>
      </Card>
      {isSharing && <ShareDialog onClose={() => setSharing(false)} />}
      {revoked !== null && <RevokeDialog grant={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

function GrantRow({ grant, onRevoke }: { readonly grant: Grant; readonly onRevoke: () => void }) {
  const { name, from, to, what, state, until, onward, createdAt, revokedAt, revokedBy, note } = grant;
  return (
    <RecordRow
      title={
        <span className="font-normal">
          <strong className="font-semibold">{nameOf(to)}</strong> can read {coverageOf(what)} of{' '}
          <strong className="font-semibold">{from.agent === to.agent ? 'each other' : nameOf(from)}</strong>
        </span>
      }
      about={
        <>
          {name} · since <RelativeTime at={createdAt} />
          {until !== null && ` · until ${formatDay(until)}`}
          {revokedAt !== null && (
            <>
              {' '}
              · revoked <RelativeTime at={revokedAt} /> by {revokedBy ?? 'the owner'}
            </>
          )}
          {note !== null && ` · “${note}”`}
        </>
      }
    >
      {onward && <Badge>can share further</Badge>}
      <StatusBadge status={state === 'open' ? 'active' : state} />
      {state === 'open' && (
        <Button look="danger" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke …
        </Button>
      )}
    </RecordRow>
  );
}

function RevokeDialog({ grant, onClose }: { readonly grant: Grant; readonly onClose: () => void }) {
  const revoke = api.useMutation('delete', '/api/grants/{id}');
  return (
    <ConfirmDialog
      title={`Revoke ${grant.name}?`}
      action="Revoke"
      done={`Revoked ${grant.name}`}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutateAsync({ params: { path: { id: grant.id } } })}
      onClose={onClose}
    >
      <p>
        {nameOf(grant.to)} can no longer read {coverageOf(grant.what)} of {nameOf(grant.from)}, in every
        process and immediately. Copies, and memories derived from them, are no longer used.
      </p>
    </ConfirmDialog>
  );
}
