import { createParser } from 'eventsource-parser';
import { useEffect, useSyncExternalStore } from 'react';
import { affectedPaths } from './affected.ts';
import { queryClient } from './query-client.ts';
import { readToken, tokenRefused } from './token.ts';

/** What happened, as `/api/events` tells it. */
export interface LiveEvent {
  readonly id: string;
  readonly type: string;
  readonly at: number;
  readonly scope: { readonly agent: string | null };
  readonly [field: string]: unknown;
}

export type Connection = 'connecting' | 'live' | 'lost';

interface Live {
  readonly connection: Connection;
  /** The newest first. */
  readonly events: readonly LiveEvent[];
}

const maxEvents = 60;
/** Many events come at once: what they make stale is asked for once. */
const gatherMs = 400;
const retryMs = [1_000, 2_000, 5_000, 15_000];

let live: Live = { connection: 'connecting', events: [] };
const listeners = new Set<() => void>();

function change(next: Partial<Live>): void {
  live = { ...live, ...next };
  for (const listener of listeners) listener();
}

/** Events since the page was opened, and whether more can come. */
export function useLive(): Live {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => live,
  );
}

/** Keeps a stream of events open while the page is, and makes queries stale that an event concerns. */
export function useLiveEvents(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return;
    const leaving = new AbortController();
    void follow(leaving.signal);
    return () => leaving.abort();
  }, [isEnabled]);
}

/** `EventSource` sends no token, so the stream is read from an ordinary request. */
async function follow(signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const token = readToken();
      const response = await fetch('/api/events', {
        signal,
        headers: {
          ...(token !== null && { Authorization: `Bearer ${token}` }),
          ...(lastId !== undefined && { 'Last-Event-ID': lastId }),
        },
      });
      if (response.status === 401 && tokenRefused(token)) return;
      if (!response.ok || response.body === null) throw new Error(`events: ${response.status}`);
      failures = 0;
      change({ connection: 'live' });
      const parser = createParser({
        onEvent: ({ id, event, data }) => {
          lastId = id ?? lastId;
          if (event === 'reset') void queryClient.invalidateQueries();
          else receive({ ...(JSON.parse(data) as LiveEvent), id: id ?? String(Date.now()) });
        },
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value);
    } catch {
      if (signal.aborted) return;
    }
    change({ connection: 'lost' });
    await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 15_000, signal);
    failures += 1;
  }
}

const stale = new Set<string>();

function receive(event: LiveEvent): void {
  change({ events: [event, ...live.events].slice(0, maxEvents) });
  if (stale.size === 0) setTimeout(refresh, gatherMs);
  const kind = typeof event['kind'] === 'string' ? event['kind'] : undefined;
  for (const path of affectedPaths(event.type, kind)) stale.add(path);
}

function refresh(): void {
  const paths = [...stale];
  stale.clear();
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => paths.some((path) => String(queryKey[1]).startsWith(path)),
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
