import type { Dialect } from '../../ports/sql-client.ts';
import type { Grant, GrantedViewer } from '../../records/grant.ts';
import { equals, ownedBy, type SqlCondition, visibleTo } from './rows.ts';

/**
 * The memories a reader may see, as `maySeeMemory` says it: those within reach, and those that somebody shared; copies while
 * the grants they were made by hold. `table` is an alias with its dot.
 */
export function visibleMemories(reader: GrantedViewer, dialect: Dialect, table = ''): SqlCondition {
  const shared = (reader.granted ?? []).flatMap((grant) => sharedBy(grant, dialect, table));
  const carriers = (reader.carriers ?? []).flatMap((grant) => stillLentBy(grant, dialect));
  const within = anyOf([visibleTo(reader, table), ...shared]);
  const lent = carriers.length === 0 ? undefined : anyOf(carriers);
  return {
    sql: `${within.sql} AND NOT EXISTS (SELECT 1 FROM memory_sources carried
            WHERE carried.memory_id = ${table}id AND carried.source_kind = 'grant'${lent === undefined ? '' : ` AND NOT ${lent.sql}`})`,
    parameters: [...within.parameters, ...(lent?.parameters ?? [])],
  };
}

/** That a grant is the one which a copy carries, and lets have what the copy was made from, as `isStillLent` says it. */
function stillLentBy(grant: Grant, dialect: Dialect): SqlCondition[] {
  return sharedBy(grant, dialect, 'original.').map(({ sql, parameters }) => ({
    sql: `carried.source_id = ? AND EXISTS (
            SELECT 1 FROM memory_sources made JOIN memories original ON original.id = made.source_id
            WHERE made.memory_id = carried.memory_id AND made.source_kind = 'memory' AND ${sql}
              AND NOT EXISTS (SELECT 1 FROM memory_sources again WHERE again.memory_id = original.id
                AND again.source_kind = 'grant' AND again.source_id = ?))`,
    parameters: [grant.id, ...parameters, grant.id],
  }));
}

/** What a grant shares of memories, as `covers` says it. */
function sharedBy({ scope, what }: Grant, dialect: Dialect, table: string): SqlCondition[] {
  if (what.of !== 'memories') return [];
  const { id, kind, domain, topic, tags } = what;
  // No agent is everybody of the project, as for its owner.
  const giver = scope.agent === null ? visibleTo(scope, table) : ownedBy(scope, table);
  const tagged = (tag: string): SqlCondition => ({
    sql: `${table}id IN (SELECT memory_id FROM memory_tags WHERE tag = ?)`,
    parameters: [tag],
  });
  const named = (name: string): SqlCondition => ({
    sql: `${dialect.jsonText(`${table}body`, 'content.domain')} = ?`,
    parameters: [name],
  });
  const about = (name: string): SqlCondition => ({
    sql: `${dialect.indexKey(`${table}topic`)} = ${dialect.indexKey('?')}`,
    parameters: [name],
  });
  const conditions = [
    giver,
    ...equals(`${table}id`, id ?? undefined),
    ...equals(`${table}kind`, kind ?? undefined),
    ...(domain === null ? [] : [anyOf([named(domain), tagged(domain)])]),
    ...(topic === null ? [] : [about(topic)]),
    ...tags.map(tagged),
  ];
  return [
    {
      sql: conditions.map(({ sql }) => sql).join(' AND '),
      parameters: conditions.flatMap(({ parameters }) => parameters),
    },
  ];
}

/** In halves: databases bound how deep an expression is, and there may be a thousand grants. */
function anyOf(conditions: readonly SqlCondition[]): SqlCondition {
  const [only, another] = conditions;
  if (only !== undefined && another === undefined) return { ...only, sql: `(${only.sql})` };
  const middle = Math.ceil(conditions.length / 2);
  const [left, right] = [anyOf(conditions.slice(0, middle)), anyOf(conditions.slice(middle))];
  return { sql: `(${left.sql} OR ${right.sql})`, parameters: [...left.parameters, ...right.parameters] };
}
