import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { listOf, type TableRows } from '../../components/data-table.tsx';

export type Pattern = Schema<'LearningShowAnswer'>['pattern'] | Schema<'FailurePattern'>;
export type PatternKind = Pattern['kind'];
export type PatternOf<Kind extends PatternKind> = Extract<
  Schema<'MemoryPatternsAnswer'>['items'][number],
  { kind: Kind }
>;

const maxPatterns = 200;

/** Patterns of one kind, as rows of a table. */
export function usePatterns<Kind extends PatternKind>(kind: Kind): TableRows<PatternOf<Kind>> {
  const found = api.useQuery('get', '/api/patterns', {
    params: { query: { type: kind, limit: maxPatterns } },
  });
  const rows = listOf(found);
  return { ...rows, rows: rows.rows.filter((pattern): pattern is PatternOf<Kind> => pattern.kind === kind) };
}
