import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextArea, TextInput } from '../../components/field.tsx';
import { toast, toastError } from '../../components/toast.tsx';

/** Creates a task. */
export function CreateTask({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [id, setId] = useState('');
  const [description, setDescription] = useState('');
  const [category, setCategory] = useState('');
  const create = async (): Promise<void> => {
    await client.POST('/api/tasks', {
      body: {
        id: id.trim(),
        description: description.trim(),
        ...(category.trim() !== '' && { category: category.trim() }),
      },
    });
    toast('Task created');
    setId('');
    setDescription('');
    onClose();
  };
  return (
    <Dialog
      title="New task"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={id.trim() === '' || description.trim() === ''}
            onClick={() => void create().catch(toastError)}
          >
            Create
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Field label="Id" hint="Short and unique, e.g. fix-login">
          <TextInput value={id} onChange={({ target }) => setId(target.value)} />
        </Field>
        <Field label="Description">
          <TextArea rows={3} value={description} onChange={({ target }) => setDescription(target.value)} />
        </Field>
        <Field label="Category" hint="Runs of one category are compared with each other.">
          <TextInput value={category} onChange={({ target }) => setCategory(target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}
