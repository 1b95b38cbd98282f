import { useSyncExternalStore } from 'react';

/** Memories that are about to be deleted: out of sight while "Undo" can still bring them back. */
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

export function hide(id: string): void {
  change(new Set([...hidden, id]));
}

export function unhide(id: string): void {
  change(new Set([...hidden].filter((each) => each !== id)));
}

export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}

function change(next: ReadonlySet<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}
