import type { Dialect } from '../../ports/sql-client.ts';
import type { Grant, GrantedViewer } from '../../records/grant.ts';
import { equals, ownedBy, type SqlCondition, visibleTo } from './rows.ts';

/**
 * The memories a reader may see, as `maySeeMemory` says it: those within reach, and those that somebody shared. `table` is
 * an alias with its dot.
 */
export function visibleMemories(reader: GrantedViewer, dialect: Dialect, table = ''): SqlCondition {
  const shared = (reader.granted ?? []).flatMap((grant) => sharedBy(grant, dialect, table));
  return anyOf([visibleTo(reader, table), ...shared]);
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

function anyOf(conditions: readonly SqlCondition[]): SqlCondition {
  const [only, another] = conditions;
  if (only !== undefined && another === undefined) return only;
  return {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}
