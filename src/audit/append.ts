import { setTimeout as pause } from 'node:timers/promises';
import { EngramError } from '../errors.ts';
import type { Command, Committed, Store } from '../ports/store.ts';
import type { AuditEvent, AuditRecord } from '../records/audit.ts';
import type { Actor } from './acting.ts';
import { chained } from './chain.ts';
import { type EntrySealing, entryOf, inParts } from './entries.ts';
import { newKey, pseudonymUnder, seal } from './seal.ts';

/** Other processes write too; each time one of them was faster it got something done. */
const maxAttempts = 200;
const maxPauseMs = 20;

/** Carries out commands and writes down what they mean, in one commit: there is never one without the other. */
export async function commitWithAudit(
  store: Store,
  commands: readonly Command[],
  events: readonly AuditEvent[],
  actor: Actor | undefined,
  sealing: EntrySealing,
): Promise<Committed> {
  const sealed = await Promise.all(
    events.flatMap(inParts).map((event) => sealedEntry(store, event, actor, sealing)),
  );
  for (let attempt = 1; ; attempt += 1) {
    const records = chained(await store.auditHead(), sealed);
    try {
      return await store.commit([
        ...commands,
        ...records.map((record) => ({ type: 'append-audit', record }) as const),
      ]);
    } catch (error) {
      if (!wasFaster(error) || attempt === maxAttempts) throw error;
      await pause(Math.random() * maxPauseMs);
    }
  }
}

/** Whether another process took the place in the chain. */
function wasFaster(error: unknown): boolean {
  return EngramError.is(error) && error.code === 'conflict' && 'auditPosition' in (error.details ?? {});
}

async function sealedEntry(
  store: Store,
  event: AuditEvent,
  actor: Actor | undefined,
  { now, redact }: EntrySealing,
): Promise<Omit<AuditRecord, 'position' | 'hash'>> {
  const key = await keyOf(store, event.of.user);
  const { at, action, ...told } = entryOf(event, actor, now());
  return { at, action, subject: pseudonymUnder(key), sealed: seal(key, await redact(told)) };
}

async function keyOf(store: Store, user: string): Promise<string> {
  const known = await store.auditKey(user);
  if (known !== undefined) return known;
  const key = newKey();
  await store.commit([{ type: 'keep-audit-key', user, key, ifAbsent: true }]);
  // Another process may have been faster.
  return (await store.auditKey(user)) ?? key;
}
