import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly undo?: () => void;
  readonly end: ReturnType<typeof setTimeout>;
}

const shownMs = 6_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Shows a short message at the bottom of the page. */
export function toast(text: string, tone: Toast['tone'] = 'plain'): void {
  show({ text, tone });
}

/** Says what went wrong with something that was asked for. */
export function toastError(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), 'bad');
}

/**
 * Does something that cannot be taken back only when the time for "Undo" has passed. Closing the page in that time
 * leaves everything as it was.
 *
 * @example
 * toastWithUndo('Memory deleted', { act: () => remove(id), undo: () => setHidden(null) });
 */
export function toastWithUndo(
  text: string,
  { act, undo }: { readonly act: () => Promise<unknown>; readonly undo: () => void },
): void {
  const failed = (error: unknown): void => {
    undo();
    toastError(error);
  };
  show({ text, tone: 'plain', undo }, () => void act().catch(failed));
}

function show(given: Pick<Toast, 'text' | 'tone' | 'undo'>, atEnd?: () => void): void {
  lastId += 1;
  const id = lastId;
  const end = setTimeout(() => {
    dismiss(id);
    atEnd?.();
  }, shownMs);
  change([...toasts, { ...given, id, end }].slice(-4));
}

/** Where toasts appear; once in the layout. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div
      role="status"
      aria-live="polite"
      className="fixed bottom-4 left-1/2 z-70 flex w-[calc(100%-2rem)] max-w-md -translate-x-1/2 flex-col gap-2"
    >
      {shown.map(({ id, text, tone, undo, end }) => (
        <div
          key={id}
          className={classes(
            'flex items-center gap-3 rounded-lg border bg-raised py-2 pl-4 pr-2 text-small shadow-float',
            tone === 'bad' ? 'border-bad text-bad' : 'border-strong-line',
          )}
        >
          <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
          {undo !== undefined && (
            <Button
              onClick={() => {
                clearTimeout(end);
                dismiss(id);
                undo();
              }}
            >
              Undo
            </Button>
          )}
          {undo === undefined && (
            <Button
              look="quiet"
              className="px-2!"
              aria-label="Dismiss"
              icon={<X />}
              onClick={() => dismiss(id)}
            />
          )}
        </div>
      ))}
    </div>
  );
}
