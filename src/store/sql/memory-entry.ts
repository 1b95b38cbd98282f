import type { SqlRow } from '../../ports/sql-client.ts';
import type { MemoryEntry } from '../../ports/store.ts';
import { claimedBy, type Memory } from '../../records/memory.ts';
import { agentOf } from './rows.ts';

/** What a row says, without checking it: an index reads all of them. One that is damaged says nothing. */
export function entryOf(row: SqlRow): MemoryEntry {
  const body = bodyOf(row);
  const { user_name: user, project } = row;
  return {
    id: row['id'],
    scope: { user, project, agent: agentOf(row) },
    kind: row['kind'],
    text: body.text ?? '',
    content: body.content ?? {},
    tags: body.tags ?? [],
    derivedFrom: body.derivedFrom ?? [],
    createdAt: row['created_at'],
    expiresAt: row['expires_at'],
    validUntil: body.validUntil ?? null,
    standing: row['standing'],
    confidence: body.confidence ?? 0.5,
    confirmedAt: body.confirmedAt ?? null,
    successRate: body.successRate ?? null,
    relevance: body.relevance ?? 0.5,
    revision: row['revision'],
    sessionId: body.provenance?.sessionId ?? null,
    position: body.provenance?.position ?? null,
    claimedBy: claimedBy(body.provenance),
  } as MemoryEntry;
}

function bodyOf(row: SqlRow): Partial<Memory> {
  try {
    return (JSON.parse(String(row['body'])) ?? {}) as Partial<Memory>;
  } catch {
    return {};
  }
}
