import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { formatDay } from '../../format.ts';

type Token = Schema<'TokenListAnswer'>['items'][number];

const scopes = ['read', 'write', 'delete', 'admin'] as const;

/** Keys to the interfaces on a network. */
export function Tokens() {
  const tokens = api.useQuery('get', '/api/tokens');
  const [asks, setAsks] = useState<'create' | Token | null>(null);
  return (
    <>
      <Card
        title="Tokens"
        about="Authentication is off until the first token exists; then every request needs one."
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
                Everybody on this machine may ask this server. Create a token with the scope admin first, or
                you lock yourself out of this page.
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {items.map((token) => (
                  <li key={token.id} className="flex flex-wrap items-center gap-3 px-5 py-3">
                    <div className="min-w-40 flex-1">
                      <span className="font-medium">{token.name}</span>
                      <span className="block text-small text-soft">
                        {token.scope.agent ?? 'owner'} of{' '}
                        {token.anyProject ? 'every project' : token.scope.project} · made{' '}
                        <RelativeTime at={token.createdAt} />
                        {token.expiresAt !== null && ` · until ${formatDay(token.expiresAt)}`}
                      </span>
                    </div>
                    <div className="flex gap-1.5">
                      {token.scopes.map((scope) => (
                        <Badge key={scope} tone={scope === 'admin' ? 'warn' : 'neutral'}>
                          {scope}
                        </Badge>
                      ))}
                    </div>
                    <Button look="danger" aria-label={`Revoke ${token.name}`} onClick={() => setAsks(token)}>
                      Revoke …
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </Card>
      {asks === 'create' && <CreateToken onClose={() => setAsks(null)} />}
      {asks !== null && asks !== 'create' && <RevokeToken token={asks} onClose={() => setAsks(null)} />}
    </>
  );
}

function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<(typeof scopes)[number]>>(new Set(['read', 'write']));
  const create = api.useMutation('post', '/api/tokens');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(
      { body: { ...(name !== '' && { name }), scopes: scopes.filter((scope) => chosen.has(scope)) } },
      { onError: toastError },
    );
  };
  if (create.data !== undefined)
    return (
      <Dialog title="Copy it now" isOpen onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
        <p className="mb-3 text-soft">The token is shown this once. Only a hash of it is kept.</p>
        <div className="flex items-center gap-2 rounded-lg border border-line bg-sunken p-2">
          <code className="min-w-0 flex-1 text-small wrap-anywhere">{create.data.secret}</code>
          <CopyButton text={create.data.secret} />
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Create a token" isOpen onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <Field label="What it is for">
          <TextInput value={name} placeholder="laptop" onChange={({ target }) => setName(target.value)} />
        </Field>
        <fieldset>
          <legend className="mb-1 text-small font-medium">What it may do</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {scopes.map((scope) => (
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
  const confirm = (): void =>
    revoke.mutate(
      { params: { path: { id: token.id } } },
      {
        onError: toastError,
        onSuccess: () => {
          toast(`Revoked ${token.name}`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={`Revoke ${token.name}?`}
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
      <p>Whoever uses it is refused from now on. A revoked token cannot be brought back.</p>
    </Dialog>
  );
}
