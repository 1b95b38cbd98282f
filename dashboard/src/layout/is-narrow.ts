import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 48rem)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the page has the width of a phone: graphs then go down instead of right. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
