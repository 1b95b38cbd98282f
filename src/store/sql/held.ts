import { holds } from '../../records/hold.ts';
import { columnOf } from './owned.ts';
import { projectItself, type SqlCondition } from './rows.ts';

const [ofAgent, ofKind, tag, memory] = (['ofAgent', 'ofKind', 'tag', 'memory'] as const).map(
  (field) => `h.${columnOf(field)}`,
);

/** The holds of the project of a row, as `covered` in access/holds.ts says it. `table` is the name or an alias with its dot. */
function heldBy(table: string, conditions: readonly string[]): string {
  return `EXISTS (SELECT 1 FROM ${holds.table} h
    WHERE h.user_name = ${table}user_name AND h.project = ${table}project AND h.agent = '${projectItself}'
      AND (${ofAgent} IS NULL OR ${ofAgent} = ${table}agent) AND ${conditions.join(' AND ')})`;
}

/** Condition on a row of `memories`: a hold covers it. */
export function heldMemory(table = 'memories.'): string {
  return heldBy(table, [
    `(${ofKind} IS NULL OR ${ofKind} = ${table}kind)`,
    `(${memory} IS NULL OR ${memory} = ${table}id)`,
    `(${tag} IS NULL OR ${table}id IN (SELECT t.memory_id FROM memory_tags t WHERE t.tag = ${tag}))`,
  ]);
}

/** Condition on a row of `runs` or `sessions`: a hold covers it. */
export function heldRecord(kind: 'run' | 'session', table: string): string {
  return heldBy(table, [
    `(${ofKind} IS NULL OR ${ofKind} = '${kind}')`,
    `${tag} IS NULL`,
    `${memory} IS NULL`,
  ]);
}

/** Condition on a row of `memories`: a hold covers it by a tag that is not among these. */
export function heldByLostTag(tags: readonly string[], table = 'memories.'): SqlCondition {
  const lost = tags.length === 0 ? [] : [`${tag} NOT IN (${tags.map(() => '?').join(', ')})`];
  return {
    sql: heldBy(table, [
      `(${ofKind} IS NULL OR ${ofKind} = ${table}kind)`,
      `(${memory} IS NULL OR ${memory} = ${table}id)`,
      `${tag} IN (SELECT t.tag FROM memory_tags t WHERE t.memory_id = ${table}id)`,
      ...lost,
    ]),
    parameters: tags,
  };
}
