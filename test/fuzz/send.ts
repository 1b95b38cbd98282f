import type { FuzzRequest } from './requests.ts';

/** What came back; status 0 when nothing did. */
export interface FuzzAnswer {
  readonly status: number;
  /** Head and body, as text. */
  readonly text: string;
}

/** No request may take longer: whoever waits in vain has met a crash, or a loop. */
const patienceMs = 60_000;

export async function send(url: string, token: string, request: FuzzRequest): Promise<FuzzAnswer> {
  const { method, path, headers, body } = request;
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const head = JSON.stringify([...answer.headers]);
    return { status: answer.status, text: `${head}\n${await answer.text()}` };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

/** A stream of events of a stranger, read in the background. */
export interface Overhearing {
  /** All that was heard so far. */
  heard(): string;
  stop(): Promise<void>;
}

export async function overhear(url: string, token: string): Promise<Overhearing> {
  const stopping = new AbortController();
  const answer = await fetch(`${url}/api/events`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: stopping.signal,
  });
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().catch(() => {});
  return {
    heard: () => text,
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}
