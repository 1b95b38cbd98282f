import { Archive, Scale } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Choice, Field, TextInput } from '../../components/field.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { formatCount } from '../../format.ts';

const kinds = ['run', 'session', 'memory', 'all', 'decision', 'failure', 'knowledge'] as const;

/** How long records are kept, and which must not be deleted. */
export function Retention() {
  const preview = api.useQuery('get', '/api/retention/preview');
  const holds = api.useQuery('get', '/api/retention/holds');
  const remove = api.useMutation('delete', '/api/retention/policies/{name}');
  const release = api.useMutation('delete', '/api/retention/holds/{name}');
  const after = (text: string, query: { refetch: () => unknown }) => ({
    onError: toastError,
    onSuccess: () => {
      toast(text);
      query.refetch();
    },
  });
  return (
    <div className="space-y-5">
      <Card title="Policies" about="Nothing is deleted by age unless a policy says so." isFlush>
        <QueryView query={preview}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={Archive}
                title="Everything is kept"
                command="engram retention set old-runs --kind run --older-than 90d"
              >
                Set a policy to delete or archive records after some time.
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {items.map(({ policy, count, held }) => (
                  <li key={policy.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
                    <div className="min-w-48 flex-1">
                      <span className="font-medium">{policy.name}</span>
                      <span className="block text-small text-soft">
                        {policy.action === 'delete' ? 'Deletes' : 'Archives'}{' '}
                        {policy.kind === 'all' ? 'everything' : `each ${policy.kind}`}
                        {policy.ofAgent !== null && ` of ${policy.ofAgent}`} after {policy.olderThan}
                      </span>
                    </div>
                    <Badge>{formatCount(count)} would go now</Badge>
                    {held > 0 && <Badge tone="warn">{formatCount(held)} under a hold</Badge>}
                    <Button
                      look="danger"
                      aria-label={`Remove ${policy.name}`}
                      onClick={() =>
                        remove.mutate(
                          { params: { path: { name: policy.name } } },
                          after(`Removed ${policy.name}`, preview),
                        )
                      }
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </Card>
      <SetPolicy onSet={() => void preview.refetch()} />
      <Card title="Legal holds" about="While a hold stands, nothing it covers is deleted." isFlush>
        <QueryView query={holds}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={Scale}
                title="No holds"
                command={'engram retention hold case-7 --of alice --reason "The court asked for it"'}
              >
                A hold keeps records that somebody may ask for, whatever policies say.
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {items.map(({ name, reason, ofAgent, ofKind }) => (
                  <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
                    <div className="min-w-48 flex-1">
                      <span className="font-medium">{name}</span>
                      <span className="block text-small text-soft">{reason}</span>
                    </div>
                    {ofKind !== null && <Badge>{ofKind}</Badge>}
                    {ofAgent !== null && <Badge>{ofAgent}</Badge>}
                    <Button
                      aria-label={`Lift ${name}`}
                      onClick={() =>
                        release.mutate({ params: { path: { name } } }, after(`Lifted ${name}`, holds))
                      }
                    >
                      Lift
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </Card>
    </div>
  );
}

function SetPolicy({ onSet }: { readonly onSet: () => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<string>('run');
  const [olderThan, setOlderThan] = useState('');
  const set = api.useMutation('post', '/api/retention/policies');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    set.mutate(
      { body: { name, kind: kinds.find((one) => one === kind) ?? 'run', olderThan } },
      {
        onError: toastError,
        onSuccess: () => {
          toast(`Set ${name}`);
          setName('');
          onSet();
        },
      },
    );
  };
  return (
    <Card title="Set a policy">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Name">
          <TextInput
            required
            value={name}
            placeholder="old-runs"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label="What">
          <Choice label="What" value={kind} options={[...kinds]} onChange={setKind} />
        </Field>
        <Field label="Kept for">
          <TextInput
            required
            value={olderThan}
            placeholder="90d"
            onChange={({ target }) => setOlderThan(target.value)}
          />
        </Field>
        <Button type="submit" look="primary" disabled={set.isPending}>
          Set
        </Button>
      </form>
    </Card>
  );
}
