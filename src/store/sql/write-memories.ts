import type { SqlStatement } from '../../ports/sql-client.ts';
import { type Memory, memoryTopic } from '../../records/memory.ts';
import type { Scope } from '../../records/scope.ts';
import { heldMemory } from './held.ts';
import { changeOwn, insert, orNothing, ownedBy, ownerValues, type SqlCondition } from './rows.ts';

const memoryColumnNames = [
  'id',
  'user_name',
  'project',
  'agent',
  'created_at',
  'kind',
  'topic',
  'expires_at',
  'last_accessed_at',
  'access_count',
  'schema_version',
  'body',
  'external_id',
  'standing',
  'revision',
  'indexed',
];

/** What is the same for all new memories is written into the statement: binding a value costs as much as storing it. */
function recordMemorySql(fixed: Readonly<Record<string, string>>): string {
  const values = memoryColumnNames.map((name) => fixed[name] ?? '?');
  return `INSERT INTO memories (${memoryColumnNames.join(', ')}) VALUES (${values.join(', ')}) ${orNothing}`;
}

const recordUsed = recordMemorySql({ indexed: '0' });
const recordUnused = recordMemorySql({
  indexed: '0',
  last_accessed_at: 'NULL',
  access_count: '0',
  standing: "'active'",
  revision: '0',
});

export function recordMemory(memory: Memory, ifAbsent: boolean): SqlStatement[] {
  const body = JSON.stringify(memoryBody(memory));
  const isUnused =
    memory.accessCount === 0 &&
    memory.lastAccessedAt === null &&
    memory.standing === 'active' &&
    memory.revision === 0;
  const record: SqlStatement = {
    sql: isUnused ? recordUnused : recordUsed,
    parameters: [
      memory.id,
      ...ownerValues(memory.scope),
      memory.createdAt,
      memory.kind,
      memoryTopic(memory),
      memory.expiresAt,
      ...(isUnused ? [] : [memory.lastAccessedAt, memory.accessCount]),
      memory.schemaVersion,
      body,
      memory.provenance.externalId,
      ...(isUnused ? [] : [memory.standing, memory.revision]),
    ],
    mustAffect: !ifAbsent,
  };
  if (memory.tags.length === 0 && memory.derivedFrom.length === 0) return [record];
  const attach = (table: string, columns: Readonly<Record<string, string>>): SqlStatement =>
    ifAbsent ? insertUnlessIgnored(table, columns, memory.id, body) : insert(table, columns, orNothing);
  const tags = [...new Set(memory.tags)].map((tag) => attach('memory_tags', { memory_id: memory.id, tag }));
  const sources = memory.derivedFrom.map((source) =>
    attach('memory_sources', { memory_id: memory.id, source_kind: source.kind, source_id: source.id }),
  );
  return [record, ...tags, ...sources];
}

/**
 * Only when the memory that is there is this one, word for word: one that was ignored for its external id has no
 * row to attach to, and one that was ignored for its id must not attach to the memory that has it.
 */
function insertUnlessIgnored(
  table: string,
  columns: Readonly<Record<string, string>>,
  id: string,
  body: string,
): SqlStatement {
  const names = Object.keys(columns);
  return {
    sql: `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map(() => 'CAST(? AS TEXT)').join(', ')}
          WHERE EXISTS (SELECT 1 FROM memories WHERE id = ? AND body = ?) ${orNothing}`,
    parameters: [...Object.values(columns), id, body],
  };
}

/** What is empty is left out and read as its default: most memories have little of all that they could have. */
export function memoryBody(memory: Memory): object {
  const { provenance, tags, derivedFrom, evidence, links } = memory;
  return {
    text: memory.text,
    content: memory.content,
    tags: tags.length === 0 ? undefined : tags,
    confidence: memory.confidence,
    relevance: memory.relevance,
    successRate: memory.successRate ?? undefined,
    visibility: memory.visibility,
    provenance: {
      runId: provenance.runId ?? undefined,
      stepId: provenance.stepId ?? undefined,
      importedFrom: provenance.importedFrom ?? undefined,
      agent: provenance.agent ?? undefined,
      externalId: provenance.externalId ?? undefined,
      sessionId: provenance.sessionId ?? undefined,
      position: provenance.position ?? undefined,
      byPerson: provenance.byPerson ?? undefined,
    },
    derivedFrom: derivedFrom.length === 0 ? undefined : derivedFrom,
    evidence: evidence.successes + evidence.failures === 0 ? undefined : evidence,
    confirmedAt: memory.confirmedAt ?? undefined,
    validUntil: memory.validUntil ?? undefined,
    links: links.length === 0 ? undefined : links,
  };
}

/**
 * The ids that a query gives, of memories of a user, and of all that the same user derived from them, as `doomed`. Anybody can say
 * that something was derived from a memory they know the id of: what another user says counts for nothing.
 */
export function andDerived(user: string, query: SqlCondition): SqlCondition {
  return {
    sql: `WITH RECURSIVE doomed (id) AS (
      SELECT id FROM memories WHERE user_name = ? AND id IN (${query.sql})
      UNION
      SELECT s.memory_id FROM memory_sources s JOIN doomed d ON s.source_kind = 'memory' AND s.source_id = d.id
        JOIN memories derived ON derived.id = s.memory_id AND derived.user_name = ?
    )`,
    parameters: [user, ...query.parameters, user],
  };
}

/** Condition after `andDerived`: none of `doomed` is under a hold. */
export const noneHeld = `NOT EXISTS (SELECT 1 FROM memories m JOIN doomed d ON d.id = m.id WHERE ${heldMemory('m.')})`;

/**
 * What was derived from a deleted memory carries its content, so it goes too, whichever agent or project of the user has it. Lessons go
 * first: afterwards it would be unknown what they were derived from. Whether something is held is asked by the statement
 * that deletes: asked before, a hold could come in between.
 */
export function deleteMemory(owner: Scope, id: string): SqlStatement[] {
  const owned = ownedBy(owner);
  const { sql: doomed, parameters } = andDerived(owner.user, {
    sql: `SELECT id FROM memories WHERE id = ? AND ${owned.sql}`,
    parameters: [id, ...owned.parameters],
  });
  return [
    changeOwn('UPDATE memories SET access_count = access_count', owner, id),
    {
      sql: `DELETE FROM lessons WHERE user_name = ? AND id IN (
              ${doomed} SELECT s.lesson_id FROM lesson_sources s JOIN doomed d ON s.source_kind = 'memory' AND s.source_id = d.id
            )`,
      parameters: [owner.user, ...parameters],
    },
    {
      sql: `DELETE FROM memories WHERE id IN (${doomed} SELECT id FROM doomed WHERE ${noneHeld})`,
      parameters,
      mustAffect: true,
    },
  ];
}
