import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { toast, toastError } from './toast.tsx';

/**
 * Asks before something that cannot be undone, does it, and says so.
 *
 * @example
 * <ConfirmDialog title="Revoke laptop?" action="Revoke" done="Revoked laptop" onConfirm={revoke} onClose={close}>…</ConfirmDialog>
 */
export function ConfirmDialog({
  title,
  action,
  done,
  isPending,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  /** The verb on the button. */
  readonly action: string;
  /** Said when it succeeded. */
  readonly done: string;
  readonly isPending: boolean;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const confirm = async (): Promise<void> => {
    await onConfirm();
    toast(done);
    onClose();
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={isPending} onClick={() => void confirm().catch(toastError)}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
