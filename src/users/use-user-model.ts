import type * as z from 'zod';
import { EngramError, toEngramError } from '../errors.ts';
import type { Json } from '../json/json.ts';
import type { ViewerContext } from '../ports/context.ts';
import type { UserModelBackend } from '../ports/user-model.ts';
import { parseInput } from '../records/parse.ts';
import {
  type BackendInfo,
  type MemoryBackendAnswer,
  memoryBackendInput,
} from '../records/user-model-inputs.ts';
import { evaluateBackends } from './evaluate-backends.ts';
import { knownAction, requireFields } from './needed-fields.ts';

export type UseMemoryBackend = z.input<typeof memoryBackendInput>;
type ParsedUse = z.output<typeof memoryBackendInput>;

/** Entries that a query answers at most. */
const queryLimit = 10;

/** The tool `memory_backend` (STO-7): does what an agent asks for, and answers also what went wrong. */
export async function useMemoryBackend(
  context: ViewerContext,
  raw: UseMemoryBackend,
): Promise<MemoryBackendAnswer> {
  try {
    knownAction(Object(raw).action);
    const input = parseInput(memoryBackendInput, raw, 'memory_backend');
    requireFields(input.action, input);
    return { success: true, ...(await act(context, input)) };
  } catch (thrown) {
    const error = toEngramError(thrown);
    // A fault of Engram is not the agent's to deal with.
    if (error.code === 'internal') throw error;
    return { success: false, error: error.message };
  }
}

async function act(
  context: ViewerContext,
  { action, user_id, key: rawKey = '', value = null, query_text = '', metadata = {} }: ParsedUse,
): Promise<Omit<MemoryBackendAnswer, 'success'>> {
  if (action === 'info') return { info: await describeBackend(context) };
  if (action === 'evaluate') return { report: await evaluateBackends(context) };
  const { active } = await context.userModels(context.viewer);
  // Before anything is looked up or leaves the machine: a name with a secret in it is found by what is kept of it.
  const [userId, key] = await Promise.all([context.redact(user_id), context.redact(rawKey)]);
  const about = { backend: active.name, user_id: userId };
  switch (action) {
    case 'store': {
      const entry = { userId, key, ...(await withoutSecrets(context, rawKey, value, metadata)) };
      return { ...about, key, stored: await active.store(entry) };
    }
    case 'retrieve': {
      const entry = await active.retrieve(userId, key);
      if (entry === undefined) throw noEntry(key, userId);
      return { ...about, key, entry };
    }
    case 'query': {
      const results = await active.query(userId, await context.redact(query_text), queryLimit);
      return { ...about, results, count: results.length };
    }
    case 'list': {
      const keys = await active.listKeys(userId);
      return { ...about, keys, count: keys.length };
    }
    case 'delete': {
      if (!(await active.delete(userId, key))) throw noEntry(key, userId);
      return { ...about, key, deleted: true };
    }
  }
}

/** A value under the key "password" is a secret, whatever it looks like. */
async function withoutSecrets(
  { redactJson }: ViewerContext,
  key: string,
  value: Json,
  metadata: { readonly [name: string]: Json },
) {
  const [named] = Object.values(await redactJson({ [key]: value }));
  return { value: named ?? null, metadata: { ...(await redactJson(metadata)) } };
}

function noEntry(key: string, userId: string): EngramError {
  return new EngramError(
    'not_found',
    `No entry "${key}" of the user "${userId}". The action "list" shows its keys.`,
    {
      details: { key, userId },
    },
  );
}

/** Which backend is in use, why, and which others are configured. */
export async function describeBackend({ userModels, viewer }: ViewerContext): Promise<BackendInfo> {
  const { active, configured, reason, warning } = await userModels(viewer);
  const backends = await Promise.all(configured.map(shown));
  return { ...(await shown(active)), reason, warning, backends };
}

async function shown(backend: UserModelBackend) {
  return {
    backend_name: backend.name,
    is_cloud: backend.isCloud,
    available: await backend.isAvailable(),
    data_location: backend.location,
    requires_api_key: backend.requiresApiKey,
  };
}
