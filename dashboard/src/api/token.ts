import { useSyncExternalStore } from 'react';

const key = 'engram-token';
const listeners = new Set<() => void>();
let isRefused = false;

/** The token of this tab. It goes when the tab is closed. */
export function readToken(): string | null {
  return sessionStorage.getItem(key);
}

export function saveToken(token: string): void {
  sessionStorage.setItem(key, token);
  tell(false);
}

export function forgetToken(): void {
  sessionStorage.removeItem(key);
  tell(true);
}

/** Called when the server answers 401: the page asks for a token from now on. */
export function tokenRefused(): void {
  tell(true);
}

/** Whether the server wants a token that this tab does not have. */
export function useTokenRefused(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isRefused,
  );
}

function tell(refused: boolean): void {
  isRefused = refused;
  for (const listener of listeners) listener();
}
