import type { Honcho, Session } from '@honcho-ai/sdk';
import type { BackendSettings } from '../../../config/backend-settings.ts';
import { EngramError, toEngramError } from '../../../errors.ts';
import { maxListedKeys, type UserModelBackend } from '../../../ports/user-model.ts';
import type { Viewer } from '../../../records/scope.ts';
import type { UserEntry } from '../../../records/user-entry.ts';
import {
  attemptInTime,
  attemptRepeatedly,
  type RequestSurroundings,
  realSurroundings,
  type ServiceAttempt,
} from '../../attempts.ts';
import { contentOf, entryIn, keyMark, metadataOf, peerOf } from './entry-message.ts';
import { honchoFailure, honchoUnavailable } from './honcho-failures.ts';
import { loadHoncho } from './load-honcho.ts';

/** Messages that one request of a list answers at most. */
const pageSize = 100;
/** Sessions that need not be opened again. */
const maxKnownSessions = 1_000;

type HonchoAnswer<Answer> = { readonly given: Answer } | { readonly refused: EngramError };

function answerIn<Answer>(answer: ServiceAttempt<HonchoAnswer<Answer>>): Answer {
  if (answer.kind !== 'done') throw honchoUnavailable(answer);
  if ('refused' in answer.value) throw answer.value.refused;
  return answer.value.given;
}

export interface HonchoOptions {
  readonly settings: BackendSettings['honcho'];
  readonly apiKey: string;
  readonly closed: AbortSignal;
  readonly now: () => number;
}

/** Honcho for any viewer. Connections and known sessions are shared. */
export interface HonchoService {
  userModelOf(viewer: Viewer): UserModelBackend;
  /** Asks it once, and says why it cannot be used; null when it can. */
  whyNot(): Promise<string | null>;
}

/** Honcho by its own SDK. Nothing is loaded or sent before it is asked something. */
export function createHonchoService({ settings, apiKey, closed, now }: HonchoOptions): HonchoService {
  const { appId: workspaceId, baseUrl: baseURL, timeoutMs } = settings;
  const surroundings: RequestSurroundings = { ...realSurroundings, closed, timeoutMs };
  let client: Promise<Honcho> | undefined;
  const sessions = new Map<string, Promise<Session>>();

  const connect = async (): Promise<Honcho> =>
    new (await loadHoncho())({ apiKey, baseURL, workspaceId, timeout: timeoutMs, maxRetries: 0 });

  const connected = (): Promise<Honcho> => (client ??= connect());

  async function attempt<Answer>(
    request: (honcho: Honcho) => Promise<Answer>,
  ): Promise<ServiceAttempt<HonchoAnswer<Answer>>> {
    try {
      return { kind: 'done', value: { given: await request(await connected()) } };
    } catch (error) {
      // The SDK remembers that the app could not be reached, and so do its sessions.
      client = undefined;
      sessions.clear();
      const failure = honchoFailure(error);
      return 'refused' in failure ? { kind: 'done', value: failure } : failure;
    }
  }

  /** Makes a request, again when it failed for a moment. All of them may be repeated. */
  async function ask<Answer>(request: (honcho: Honcho) => Promise<Answer>): Promise<Answer> {
    return answerIn(await attemptRepeatedly(() => attempt(request), surroundings));
  }

  async function sessionOf(honcho: Honcho, peer: string): Promise<Session> {
    const known = sessions.get(peer);
    if (known !== undefined) return known;
    if (sessions.size >= maxKnownSessions) sessions.clear();
    const opened = honcho.peer(peer).then(() => honcho.session(peer, { peers: [peer] }));
    sessions.set(peer, opened);
    return opened;
  }

  async function latest(session: Session, userId: string, key: string) {
    const page = await session.messages({
      filters: { metadata: { engram_entry: keyMark(key) } },
      reverse: true,
      size: 1,
    });
    const [message] = page.items;
    const entry = message === undefined ? undefined : entryIn(userId, message);
    return message === undefined || entry === undefined ? undefined : { id: message.id, entry };
  }

  async function whyNot(): Promise<string | null> {
    try {
      answerIn(await attemptInTime(() => attempt((honcho) => honcho.getMetadata()), surroundings));
      return null;
    } catch (error) {
      return toEngramError(error).message;
    }
  }

  return {
    whyNot,
    userModelOf: (viewer) => ({
      name: 'honcho (cloud)',
      isCloud: true,
      location: `Honcho at ${new URL(baseURL).host}`,
      requiresApiKey: true,
      isAvailable: async () => (await whyNot()) === null,
      store: (entry) =>
        ask(async (honcho) => {
          const peer = peerOf(viewer, entry.userId);
          const session = await sessionOf(honcho, peer);
          const before = await latest(session, entry.userId, entry.key);
          const updatedAt = now();
          const times = { createdAt: before?.entry.createdAt ?? updatedAt, updatedAt };
          const message = { peerId: peer, content: contentOf(entry), metadata: metadataOf(entry, times) };
          await session.addMessages([message]);
          return true;
        }),
      retrieve: (userId, key) =>
        ask(async (honcho) => {
          const session = await sessionOf(honcho, peerOf(viewer, userId));
          return (await latest(session, userId, key))?.entry;
        }),
      query: (userId, text, limit) =>
        ask(async (honcho) => {
          const session = await sessionOf(honcho, peerOf(viewer, userId));
          const found = await session.search(text, { limit: pageSize });
          const entries = new Map<string, UserEntry>();
          for (const { id, metadata } of found) {
            if (entries.size >= limit) break;
            const said = entryIn(userId, { metadata });
            if (said === undefined || entries.has(said.key)) continue;
            const current = await latest(session, userId, said.key);
            // What an entry said before it was changed is no answer.
            if (current?.id === id) entries.set(said.key, current.entry);
          }
          return [...entries.values()];
        }),
      listKeys: (userId) =>
        ask(async (honcho) => {
          const session = await sessionOf(honcho, peerOf(viewer, userId));
          const keys = new Set<string>();
          let page = await session.messages({ size: pageSize, reverse: true });
          for (let read = 0; read < maxListedKeys; read += pageSize) {
            for (const message of page.items) {
              const entry = entryIn(userId, message);
              if (entry !== undefined) keys.add(entry.key);
            }
            const next = await page.getNextPage();
            if (next === null) break;
            page = next;
          }
          return [...keys].sort();
        }),
      async delete() {
        throw new EngramError(
          'unsupported',
          'Honcho cannot delete one entry, so nothing was deleted. Store another value under the key, or delete the user at Honcho.',
        );
      },
    }),
  };
}
