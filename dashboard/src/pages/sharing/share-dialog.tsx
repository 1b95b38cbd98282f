import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Choice, Field, TextInput } from '../../components/field.tsx';
import { toast, toastError } from '../../components/toast.tsx';

const kinds = [
  { value: 'tag', title: 'Memories with a tag' },
  { value: 'domain', title: 'Memories about a domain' },
  { value: 'failures', title: 'Failures and their solutions' },
];

/** Lets one agent, or every agent, read memories of another. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const agents = api.useQuery('get', '/api/agents');
  const names = agents.data?.items.map(({ agent }) => agent) ?? [];
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [kind, setKind] = useState('tag');
  const [value, setValue] = useState('');
  const share = api.useMutation('post', '/api/grants');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    share.mutate(
      {
        body: {
          ...(from !== '' && { from }),
          ...(to !== '' && { to }),
          ...(kind === 'tag' && { tags: [value] }),
          ...(kind === 'domain' && { domain: value }),
          ...(kind === 'failures' && { failures: true }),
        },
      },
      {
        onError: toastError,
        onSuccess: ({ name }) => {
          toast(`Created the grant ${name}`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title="Share" isOpen onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <Field label="Owner">
          <Choice label="Owner" value={from} all="The whole project" options={names} onChange={setFrom} />
        </Field>
        <Field label="Reader">
          <Choice label="Reader" value={to} all="Every agent" options={names} onChange={setTo} />
        </Field>
        <Field label="What">
          <Choice label="What" value={kind} options={kinds} onChange={setKind} />
        </Field>
        {kind !== 'failures' && (
          <Field label={kind === 'tag' ? 'Tag' : 'Domain'}>
            <TextInput required value={value} onChange={({ target }) => setValue(target.value)} />
          </Field>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={share.isPending}>
            Share
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
