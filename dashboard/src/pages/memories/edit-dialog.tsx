import { useState } from 'react';
import { client } from '../../api/client.ts';
import type { Memory } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Choice, Field, TextArea, TextInput } from '../../components/field.tsx';
import { toast, toastError } from '../../components/toast.tsx';

/** Changes a memory and keeps the previous version. The server refuses when it was changed meanwhile. */
export function EditDialog({
  memory,
  isOpen,
  onClose,
  onSaved,
}: {
  readonly memory: Memory;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const [text, setText] = useState(memory.text);
  const [tags, setTags] = useState(memory.tags.join(', '));
  const [confidence, setConfidence] = useState(memory.confidence);
  const [visibility, setVisibility] = useState(memory.visibility);
  const [reason, setReason] = useState('');
  const save = async (): Promise<void> => {
    await client.PATCH('/api/memories/{id}', {
      params: { path: { id: memory.id } },
      body: {
        ...(text !== memory.text && { text }),
        tags: tags
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
        confidence,
        visibility,
        ...(reason !== '' && { reason }),
        expectRevision: memory.revision,
      },
    });
    toast('Memory saved. The previous version stays in its history');
    onSaved();
    onClose();
  };
  return (
    <Dialog
      title="Edit memory"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={() => void save().catch(toastError)}>
            Save
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Field label="Text">
          <TextArea rows={4} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Field label="Tags" hint="Separate with commas">
          <TextInput value={tags} onChange={({ target }) => setTags(target.value)} />
        </Field>
        <Field label={`Confidence: ${Math.round(confidence * 100)} %`}>
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={confidence}
            onChange={({ target }) => setConfidence(Number(target.value))}
            className="w-full accent-(--accent)"
          />
        </Field>
        <Field label="Visibility" hint="Only shareable memories can be shared with other agents.">
          <Choice
            label="Visibility"
            value={visibility}
            options={[
              { value: 'private', title: 'Private' },
              { value: 'shareable', title: 'Shareable' },
            ]}
            onChange={(value) => setVisibility(value as Memory['visibility'])}
          />
        </Field>
        <Field label="Reason" hint="Stored in the history">
          <TextInput value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}
