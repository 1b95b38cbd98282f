import { useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { toast, toastError } from '../../components/toast.tsx';

/** Saves a run that succeeded as a template, and goes there. */
export function SaveDialog({
  runId,
  isOpen,
  onClose,
}: {
  readonly runId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [, navigate] = useLocation();
  const save = async (): Promise<void> => {
    setSaving(true);
    const { data } = await client.POST('/api/templates', {
      body: { run: runId, ...(name.trim() !== '' && { name: name.trim() }) },
    });
    toast('Saved as a draft. Approve it before it writes');
    onClose();
    if (data !== undefined) navigate(`/templates/${data.id}`);
  };
  return (
    <Dialog
      title="Save as template"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={isSaving}
            onClick={() =>
              void save()
                .catch(toastError)
                .finally(() => setSaving(false))
            }
          >
            Save
          </Button>
        </>
      }
    >
      <p className="mb-4 text-soft">
        The template keeps the calls of this run and where each value came from: an input, an earlier answer
        or a constant. A replay makes the same calls with other inputs, without a model.
      </p>
      <Field label="Name" hint="Default: a name made from the task">
        <TextInput value={name} placeholder="refund-order" onChange={({ target }) => setName(target.value)} />
      </Field>
    </Dialog>
  );
}
