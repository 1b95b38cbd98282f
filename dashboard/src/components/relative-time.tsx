import { useSyncExternalStore } from 'react';
import { formatAgo, formatTime } from '../format.ts';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 20_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** How long ago something was; the exact time when pointed at. */
export function RelativeTime({ at }: { readonly at: number | null | undefined }) {
  const current = useSyncExternalStore(subscribe, () => now);
  if (at === null || at === undefined) return <span className="text-faint">never</span>;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at)} className="whitespace-nowrap">
      {formatAgo(at, Math.max(current, at))}
    </time>
  );
}
