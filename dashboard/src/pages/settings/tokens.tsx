import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { adoptCreatedToken } from '../../api/token.ts';
import type { Schema } from '../../api/types.ts';
import { tokenScopes } from '../../api/values.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RecordList, RecordRow } from '../../components/record-list.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toastError } from '../../components/toast.tsx';
import { formatDay } from '../../format.ts';

type Token = Schema<'TokenListAnswer'>['items'][number];

/** Tokens that authenticate requests over HTTP and MCP. */
export function Tokens() {
  const tokens = api.useQuery('get', '/api/tokens');
  const [asks, setAsks] = useState<'create' | Token | null>(null);
  return (
    <>
      <Card
        title="Tokens"
        about="Authentication is off until the first token exists. After that every request needs one."
        actions={
          <Button look="primary" icon={<KeyRound aria-hidden />} onClick={() => setAsks('create')}>
            Create …
          </Button>
        }
        isFlush
      >
        <QueryView query={tokens}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={KeyRound}
                title="No tokens"
                command="engram token create --name laptop --scopes admin"
              >
                Anyone who can reach this server can use it. Give the first token the scope admin, or you lock
                yourself out of this page.
              </EmptyState>
            ) : (
              <RecordList label="Tokens">
                {items.map((token) => (
                  <RecordRow
                    key={token.id}
                    title={token.name}
                    about={
                      <>
                        {token.scope.agent ?? 'owner'} of{' '}
                        {token.anyProject ? 'every project' : token.scope.project} · created{' '}
                        <RelativeTime at={token.createdAt} />
                        {token.expiresAt !== null && ` · expires ${formatDay(token.expiresAt)}`}
                      </>
                    }
                  >
                    {token.scopes.map((scope) => (
                      <Badge key={scope} tone={scope === 'admin' ? 'warn' : 'neutral'}>
                        {scope}
                      </Badge>
                    ))}
                    <Button look="danger" aria-label={`Revoke ${token.name}`} onClick={() => setAsks(token)}>
                      Revoke …
                    </Button>
                  </RecordRow>
                ))}
              </RecordList>
            )
          }
        </QueryView>
      </Card>
      {asks === 'create' && (
        <CreateToken isFirst={tokens.data?.items.length === 0} onClose={() => setAsks(null)} />
      )}
      {asks !== null && asks !== 'create' && <RevokeToken token={asks} onClose={() => setAsks(null)} />}
    </>
  );
}

function CreateToken({ isFirst, onClose }: { readonly isFirst: boolean; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  // Without the scope admin, the first token would lock its maker out of this page.
  const [chosen, setChosen] = useState<ReadonlySet<(typeof tokenScopes)[number]>>(
    new Set(isFirst ? tokenScopes : ['read', 'write']),
  );
  const create = api.useMutation('post', '/api/tokens');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const scopes = tokenScopes.filter((scope) => chosen.has(scope));
    adoptCreatedToken(() => create.mutateAsync({ body: { ...(name !== '' && { name }), scopes } })).then(
      () => queryClient.invalidateQueries(),
      toastError,
    );
  };
  if (create.data !== undefined)
    return (
      <Dialog
        title="Copy the token now"
        isOpen
        onClose={onClose}
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <p className="mb-3 text-soft">
          This is the only time the token is shown. Engram stores a hash of it.
        </p>
        <div className="flex items-center gap-2 rounded-lg border border-line bg-sunken p-2">
          <code className="min-w-0 flex-1 text-small wrap-anywhere">{create.data.secret}</code>
          <CopyButton text={create.data.secret} />
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Create a token" isOpen onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <Field label="Name">
          <TextInput value={name} placeholder="laptop" onChange={({ target }) => setName(target.value)} />
        </Field>
        <fieldset>
          <legend className="mb-1 text-small font-medium">Scopes</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {tokenScopes.map((scope) => (
              <label key={scope} className="flex items-center gap-2 text-small">
                <input
                  type="checkbox"
                  className="accent-(--accent-fill)"
                  checked={chosen.has(scope)}
                  onChange={({ target }) => {
                    const next = new Set(chosen);
                    if (target.checked) next.add(scope);
                    else next.delete(scope);
                    setChosen(next);
                  }}
                />
                {scope}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={create.isPending || chosen.size === 0}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RevokeToken({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  const revoke = api.useMutation('delete', '/api/tokens/{id}');
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}?`}
      action="Revoke"
      done={`Revoked ${token.name}`}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutateAsync({ params: { path: { id: token.id } } })}
      onClose={onClose}
    >
      <p>Requests with this token are refused immediately. A revoked token cannot be restored.</p>
    </ConfirmDialog>
  );
}
