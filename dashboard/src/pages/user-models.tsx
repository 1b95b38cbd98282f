import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import { api, client } from '../api/client.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Facts } from '../components/facts.tsx';
import { TextInput } from '../components/field.tsx';
import { JsonView } from '../components/json-view.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { toastError, toastWithUndo } from '../components/toast.tsx';
import { readable } from '../format.ts';

/** The largest number of entries to read. */
const maxEntries = 100;

async function readEntries(user_id: string) {
  const ask = async (body: { action: 'list' | 'retrieve'; key?: string }) => {
    const { data } = await client.POST('/api/backend/memory', { body: { user_id, ...body } });
    return data;
  };
  const keys = (await ask({ action: 'list' }))?.keys ?? [];
  const answers = await Promise.all(keys.slice(0, maxEntries).map((key) => ask({ action: 'retrieve', key })));
  return { total: keys.length, entries: answers.flatMap((answer) => answer?.entry ?? []) };
}

export default function UserModels() {
  const [search, setSearch] = useSearchParams();
  const user = search.get('user') ?? '';
  const [typed, setTyped] = useState(user);
  const backend = api.useQuery('get', '/api/backend');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSearch(typed === '' ? {} : { user: typed });
  };
  return (
    <>
      <PageHeader
        title="User models"
        about="What agents know about each user: preferences, facts, settings. Entries are private to a user, so look them up by user id."
      />
      <div className="space-y-5">
        <form onSubmit={submit} className="flex max-w-xl gap-2">
          <TextInput
            data-search
            aria-label="User id"
            placeholder="User id, such as maria"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" look="primary">
            Show
          </Button>
        </form>
        {user === '' ? (
          <Card>
            <EmptyState
              icon={UserRound}
              title="Enter a user id"
              command="engram memory backend store theme dark --user-id maria"
            >
              Agents store what they learn about a user with the tool memory_backend, or on the command line:
            </EmptyState>
          </Card>
        ) : (
          <Entries user={user} />
        )}
        <Card title="Storage">
          <QueryView query={backend}>
            {({ backend_name, data_location, reason, warning, is_cloud, available }) => (
              <Facts
                facts={{
                  Backend: backend_name,
                  Location: data_location,
                  Reason: reason,
                  Warning: warning,
                  'Data leaves this machine': is_cloud ? 'yes' : 'no',
                  Available: available ? 'yes' : 'no',
                }}
              />
            )}
          </QueryView>
        </Card>
      </div>
    </>
  );
}

function Entries({ user }: { readonly user: string }) {
  const entries = useQuery({ queryKey: ['user-model', user], queryFn: () => readEntries(user) });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const remove = api.useMutation('post', '/api/backend/memory');
  const forget = (key: string): void => {
    setHidden(new Set([...hidden, key]));
    toastWithUndo(`Deleted ${key}`, {
      act: () =>
        remove
          .mutateAsync({ body: { action: 'delete', user_id: user, key } })
          .then(() => entries.refetch())
          .catch(toastError),
      undo: () => setHidden((before) => new Set([...before].filter((one) => one !== key))),
    });
  };
  return (
    <Card title={user} isFlush>
      <QueryView query={entries}>
        {({ entries: items }) => {
          const shown = items.filter(({ key }) => !hidden.has(key));
          if (shown.length === 0)
            return (
              <EmptyState icon={UserRound} title={`No entries for ${user}`}>
                Check the spelling, or store an entry first.
              </EmptyState>
            );
          return (
            <ul className="divide-y divide-line">
              {shown.map(({ key, value, updatedAt }) => (
                <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
                  <span className="w-40 font-medium wrap-anywhere">{readable(key)}</span>
                  <div className="min-w-40 flex-1">
                    {typeof value === 'string' ? value : <JsonView value={value} />}
                  </div>
                  <span className="text-small text-soft">
                    <RelativeTime at={updatedAt} />
                  </span>
                  <Button look="danger" aria-label={`Delete ${key}`} onClick={() => forget(key)}>
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Card>
  );
}
