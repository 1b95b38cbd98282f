import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import type { Memory } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { toast, toastError } from '../../components/toast.tsx';

/** Lets another agent read one memory until the grant is revoked. */
export function ShareDialog({
  memory,
  isOpen,
  onClose,
}: {
  readonly memory: Memory;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const agents = api.useQuery('get', '/api/agents', {}, { enabled: isOpen });
  const [to, setTo] = useState('');
  const [note, setNote] = useState('');
  const share = async (): Promise<void> => {
    if (memory.visibility === 'private')
      await client.PATCH('/api/memories/{id}', {
        params: { path: { id: memory.id } },
        body: { visibility: 'shareable', reason: 'shared in the dashboard' },
      });
    await client.POST('/api/grants', {
      body: {
        to,
        memory: memory.id,
        ...(memory.scope.agent !== null && { from: memory.scope.agent }),
        ...(note !== '' && { note }),
      },
    });
    toast(`${to} can read this memory until you revoke the grant`);
    onClose();
  };
  return (
    <Dialog
      title="Share this memory"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={to.trim() === ''} onClick={() => void share().catch(toastError)}>
            Share
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Field
          label="Agent"
          hint="The agent reads the original, not a copy. Revoking the grant takes effect immediately."
        >
          <TextInput list="agents" value={to} onChange={({ target }) => setTo(target.value)} />
          <datalist id="agents">
            {agents.data?.items.map(({ agent }) => (
              <option key={agent} value={agent} />
            ))}
          </datalist>
        </Field>
        <Field label="Note" hint="Appears in the audit log">
          <TextInput value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}
