import * as Ariakit from '@ariakit/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

interface OverlayProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end, the main one last. */
  readonly actions?: ReactNode;
}

/** A question in the middle of the page; what is behind it waits. */
export function Dialog({ isWide = false, ...props }: OverlayProps & { readonly isWide?: boolean }) {
  return (
    <Overlay
      {...props}
      fade="dialog"
      className={classes(
        'm-auto max-h-[calc(100dvh-3rem)] w-[calc(100%-2rem)] rounded-2xl border border-line',
        isWide ? 'max-w-3xl' : 'max-w-lg',
      )}
    />
  );
}

/** A record beside the list it is from. */
export function Drawer(props: OverlayProps) {
  return <Overlay {...props} fade="drawer" className="ml-auto h-dvh w-full max-w-2xl border-l border-line" />;
}

function Overlay({
  title,
  isOpen,
  onClose,
  children,
  actions,
  fade,
  className,
}: OverlayProps & { readonly fade: string; readonly className: string }) {
  return (
    <Ariakit.Dialog
      open={isOpen}
      onClose={onClose}
      unmountOnHide
      data-fade={fade}
      className={classes('fixed inset-0 z-50 flex flex-col overflow-hidden bg-panel shadow-float', className)}
      backdrop={<div data-fade="backdrop" className="bg-[rgb(10_8_20_/_0.45)]" />}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line py-3 pl-6 pr-3">
        <Ariakit.DialogHeading className="min-w-0 truncate text-large font-semibold">
          {title}
        </Ariakit.DialogHeading>
        <Ariakit.DialogDismiss
          aria-label="Close"
          className="grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </Ariakit.DialogDismiss>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5">{children}</div>
      {actions !== undefined && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-3">{actions}</div>
      )}
    </Ariakit.Dialog>
  );
}
