import { useSyncExternalStore } from 'react';

const key = 'engram-token';
const listeners = new Set<() => void>();
let isRefused = false;
let isCreating = false;

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

/**
 * Creates a token, and uses it in this tab where it had none: with the first token the server begins to ask for one, and the page
 * that shows the secret must not go.
 */
export async function adoptCreatedToken<Created extends { readonly secret: string }>(
  create: () => Promise<Created>,
): Promise<Created> {
  isCreating = true;
  try {
    const created = await create();
    if (readToken() === null) saveToken(created.secret);
    return created;
  } finally {
    isCreating = false;
  }
}

/** Called when the server answers 401 to a request with this token. Answers whether the page asks for one from now on. */
export function tokenRefused(sent: string | null): boolean {
  // A late answer to a request without the token of now says nothing about it.
  if (isCreating || sent !== readToken()) return false;
  tell(true);
  return true;
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
