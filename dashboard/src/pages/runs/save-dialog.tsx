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
    toast('Saved as a template. Approve it before it may write.');
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
        The calls are kept, and every value is traced to where it came from: an input, an earlier answer, or a
        constant. Replaying the template makes the same calls for other inputs, without a model.
      </p>
      <Field label="Name" hint="Left empty, it is named after the task.">
        <TextInput value={name} placeholder="refund-order" onChange={({ target }) => setName(target.value)} />
      </Field>
    </Dialog>
  );
}
