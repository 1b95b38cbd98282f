import type { SqlValue } from '../../src/ports/sql-client.ts';

/**
 * Rows as the version of Engram with format 2 wrote them, beside those of format 1: what came with it. Never
 * edited, so that new versions keep being able to read them.
 */
const owner = { user_name: 'ada', project: 'shop', agent: 'ali' };

export const version2Rows: ReadonlyArray<readonly [table: string, row: Readonly<Record<string, SqlValue>>]> =
  [
    [
      'memories',
      {
        row: 4,
        id: 'mem_named',
        ...owner,
        created_at: 11_000,
        kind: 'knowledge',
        topic: null,
        expires_at: 5_000,
        last_accessed_at: null,
        access_count: 0,
        schema_version: 1,
        indexed: 0,
        external_id: 'ticket-7',
        body: JSON.stringify({
          text: 'alpha named',
          content: {},
          confidence: 0.75,
          relevance: 0.5,
          visibility: 'private',
          provenance: { externalId: 'ticket-7', sessionId: 'old-chat', position: 3 },
          embedding: { embedder: 'of old', vector: [0.5, -0.5] },
        }),
      },
    ],
    [
      'tokens',
      {
        id: 'tok_old',
        ...owner,
        created_at: 12_000,
        hash: 'ab'.repeat(32),
        schema_version: 1,
        body: JSON.stringify({ name: 'laptop', scopes: ['read'], anyProject: false, expiresAt: null }),
      },
    ],
    [
      'jobs',
      {
        name: 'index-memories',
        holder: null,
        lease_until: 0,
        body: JSON.stringify({ done: 2, left: 1, state: null, error: null, updatedAt: 12_500 }),
      },
    ],
  ];
