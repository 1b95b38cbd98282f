import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Schema } from '../api/types.ts';
import { Badge, StatusBadge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { toast, toastError } from '../components/toast.tsx';
import { formatDay } from '../format.ts';
import { ShareDialog } from './sharing/share-dialog.tsx';

export type Grant = Schema<'MemoryShareAnswer'>;

export default function Sharing() {
  const [isSharing, setSharing] = useState(false);
  const [revoked, setRevoked] = useState<Grant | null>(null);
  const grants = api.useQuery('get', '/api/grants', { params: { query: { all: true } } });
  return (
    <>
      <PageHeader
        title="Sharing"
        about="What an agent knows is its own. Others read it only by a grant, only what it names, and only as long as it holds."
        actions={
          <Button look="primary" icon={<Share2 aria-hidden />} onClick={() => setSharing(true)}>
            Share …
          </Button>
        }
      />
      <QueryView query={grants}>
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState
                icon={Share2}
                title="Nothing is shared"
                command="engram memory share --from alice --to bob --tag auth"
              >
                Let one agent read what another knows, or all agents what any of them failed at.
              </EmptyState>
            </Card>
          ) : (
            <Card isFlush>
              <ul className="divide-y divide-line">
                {[...items]
                  .sort((left, right) => Number(right.state === 'open') - Number(left.state === 'open'))
                  .map((grant) => (
                    <GrantRow key={grant.id} grant={grant} onRevoke={() => setRevoked(grant)} />
                  ))}
              </ul>
            </Card>
          )
        }
      </QueryView>
      {isSharing && <ShareDialog onClose={() => setSharing(false)} />}
      {revoked !== null && <RevokeDialog grant={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

const nameOf = ({ agent, project }: Grant['from']): string => agent ?? `all of ${project}`;

/** What a grant opens, in words. */
function whatOf(what: Grant['what']): string {
  if (what.of === 'failures')
    return what.pattern === null ? 'failures and what helped' : `the failure ${what.pattern}`;
  if (what.of === 'pattern') return `the pattern ${what.slug}`;
  if (what.id !== null) return 'one memory';
  const parts = [
    ...(what.kind === null ? [] : [`of the kind ${what.kind}`]),
    ...(what.domain === null ? [] : [`about ${what.domain}`]),
    ...(what.topic === null ? [] : [`on ${what.topic}`]),
    ...(what.tags.length === 0 ? [] : [`tagged ${what.tags.join(', ')}`]),
  ];
  return ['memories', ...parts].join(' ');
}

function GrantRow({ grant, onRevoke }: { readonly grant: Grant; readonly onRevoke: () => void }) {
  const { name, from, to, what, state, until, onward, createdAt, revokedAt, revokedBy, note } = grant;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-60 flex-1">
        <p className="wrap-anywhere">
          <strong className="font-semibold">{nameOf(to)}</strong> may read {whatOf(what)} of{' '}
          <strong className="font-semibold">{nameOf(from)}</strong>
        </p>
        <p className="mt-0.5 text-small text-soft">
          {name} · since <RelativeTime at={createdAt} />
          {until !== null && ` · until ${formatDay(until)}`}
          {revokedAt !== null && (
            <>
              {' '}
              · revoked <RelativeTime at={revokedAt} /> by {revokedBy ?? 'the owner'}
            </>
          )}
          {note !== null && ` · “${note}”`}
        </p>
      </div>
      <div className="flex items-center gap-2">
        {onward && <Badge>may share on</Badge>}
        <StatusBadge status={state === 'open' ? 'active' : state} />
        {state === 'open' && (
          <Button look="danger" onClick={onRevoke} aria-label={`Revoke ${name}`}>
            Revoke …
          </Button>
        )}
      </div>
    </li>
  );
}

function RevokeDialog({ grant, onClose }: { readonly grant: Grant; readonly onClose: () => void }) {
  const revoke = api.useMutation('delete', '/api/grants/{id}');
  const confirm = (): void =>
    revoke.mutate(
      { params: { path: { id: grant.id } } },
      {
        onError: toastError,
        onSuccess: () => {
          toast(`Revoked ${grant.name}`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={`Revoke ${grant.name}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={revoke.isPending} onClick={confirm}>
            Revoke
          </Button>
        </>
      }
    >
      <p>
        {nameOf(grant.to)} stops seeing {whatOf(grant.what)} of {nameOf(grant.from)} at once, in every
        process. Copies and what was made with them are no longer used.
      </p>
    </Dialog>
  );
}
