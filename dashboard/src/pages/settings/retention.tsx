import { Archive, Scale } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Choice, Field, TextInput } from '../../components/field.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RecordList, RecordRow } from '../../components/record-list.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { formatCount, words } from '../../format.ts';

const kinds = ['run', 'session', 'memory', 'all', 'decision', 'failure', 'knowledge'] as const;

/** How long records are kept, and which ones are on hold. */
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
      <Card title="Policies" about="Records are kept forever unless a policy covers them." isFlush>
        <QueryView query={preview}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={Archive}
                title="No policies"
                command="engram retention set old-runs --kind run --older-than 90d"
              >
                All records are kept. Set a policy to delete or archive old ones.
              </EmptyState>
            ) : (
              <RecordList label="Policies">
                {items.map(({ policy, count, held }) => (
                  <RecordRow
                    key={policy.id}
                    title={policy.name}
                    about={`${words(policy.action)}s ${policy.kind === 'all' ? 'all records' : pluralOf(policy.kind)}${policy.ofAgent === null ? '' : ` of ${policy.ofAgent}`} after ${inWords(policy.olderThan)}`}
                  >
                    <Badge>{count === 0 ? 'nothing due' : `${formatCount(count)} due now`}</Badge>
                    {held > 0 && <Badge tone="warn">{formatCount(held)} on hold</Badge>}
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
                  </RecordRow>
                ))}
              </RecordList>
            )
          }
        </QueryView>
      </Card>
      <SetPolicy onSet={() => void preview.refetch()} />
      <Card title="Legal holds" about="Records on hold are never deleted." isFlush>
        <QueryView query={holds}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={Scale}
                title="No holds"
                command={'engram retention hold case-7 --of alice --reason "The court asked for it"'}
              >
                A hold protects records from every policy and deletion.
              </EmptyState>
            ) : (
              <RecordList label="Legal holds">
                {items.map(({ name, reason, ofAgent, ofKind }) => (
                  <RecordRow key={name} title={name} about={reason}>
                    {ofKind !== null && <Badge>{pluralOf(ofKind)}</Badge>}
                    {ofAgent !== null && <Badge>of {ofAgent}</Badge>}
                    <Button
                      aria-label={`Lift ${name}`}
                      onClick={() =>
                        release.mutate({ params: { path: { name } } }, after(`Lifted ${name}`, holds))
                      }
                    >
                      Lift
                    </Button>
                  </RecordRow>
                ))}
              </RecordList>
            )
          }
        </QueryView>
      </Card>
    </div>
  );
}

/** `memory` → `memories` */
const pluralOf = (kind: string): string =>
  kind === 'memory'
    ? 'memories'
    : kind === 'knowledge'
      ? 'knowledge'
      : kind.endsWith('s')
        ? `${kind}es`
        : `${kind}s`;

const units: Readonly<Record<string, string>> = {
  h: 'hours',
  d: 'days',
  w: 'weeks',
  m: 'months',
  y: 'years',
};

/** `90d` → `90 days` */
const inWords = (span: string): string =>
  span.replace(/^(\d+)([a-z])$/, (whole, count: string, unit: string) =>
    units[unit] === undefined ? whole : `${count} ${units[unit]}`,
  );

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
          toast(`Saved ${name}`);
          setName('');
          onSet();
        },
      },
    );
  };
  return (
    <Card title="New policy">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Name">
          <TextInput
            required
            value={name}
            placeholder="old-runs"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label="Records">
          <Choice
            label="Records"
            value={kind}
            options={kinds.map((value) => ({
              value,
              title: value === 'all' ? 'All records' : words(pluralOf(value)),
            }))}
            onChange={setKind}
          />
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
          Save
        </Button>
      </form>
    </Card>
  );
}
