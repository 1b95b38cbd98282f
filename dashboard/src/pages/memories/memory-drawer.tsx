import { Clock, Pencil, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import type { Memory } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Drawer } from '../../components/dialog.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { toast, toastError, toastWithUndo } from '../../components/toast.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { hide, unhide } from './hidden.ts';
import { MemoryDetails } from './memory-details.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** One memory beside the list: provenance, history and actions. */
export function MemoryDrawer({
  id,
  onClose,
}: {
  readonly id: string | undefined;
  readonly onClose: () => void;
}) {
  const [isEditing, setEditing] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const path = { params: { path: { id: id ?? '' } } };
  const why = api.useQuery('get', '/api/memories/{id}/why', path, { enabled: id !== undefined });
  const memory = why.data?.memory;

  const promote = async ({ id: promoted }: Memory): Promise<void> => {
    await client.PATCH('/api/memories/{id}', {
      params: { path: { id: promoted } },
      body: { expiresAt: null, reason: 'promoted in the dashboard' },
    });
    toast('Promoted: this memory no longer expires');
    await why.refetch();
  };
  const remove = ({ id: removed }: Memory): void => {
    hide(removed);
    onClose();
    toastWithUndo('Memory deleted', {
      act: () => client.DELETE('/api/memories/{id}', { params: { path: { id: removed } } }),
      undo: () => unhide(removed),
    });
  };

  return (
    <Drawer
      title="Memory"
      isOpen={id !== undefined}
      onClose={onClose}
      actions={
        memory !== undefined && (
          <>
            <Button look="danger" icon={<Trash2 />} onClick={() => remove(memory)}>
              Delete
            </Button>
            <Button icon={<Share2 />} onClick={() => setSharing(true)}>
              Share
            </Button>
            {memory.expiresAt !== null && (
              <Button icon={<Clock />} onClick={() => void promote(memory).catch(toastError)}>
                Promote
              </Button>
            )}
            <Button look="primary" icon={<Pencil />} onClick={() => setEditing(true)}>
              Edit
            </Button>
          </>
        )
      }
    >
      <QueryView query={why} lines={10}>
        {(explained) => (
          <>
            <MemoryDetails explained={explained} />
            <EditDialog
              key={explained.memory.revision}
              memory={explained.memory}
              isOpen={isEditing}
              onClose={() => setEditing(false)}
              onSaved={() => void why.refetch()}
            />
            <ShareDialog memory={explained.memory} isOpen={isSharing} onClose={() => setSharing(false)} />
          </>
        )}
      </QueryView>
    </Drawer>
  );
}
