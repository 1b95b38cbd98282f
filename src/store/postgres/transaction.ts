import type { BatchResult, SqlStatement } from '../../ports/sql-client.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { isLost } from './postgres-errors.ts';
import type { NumberedStatement, StatementResult } from './postgres-sql.ts';

/** What a transaction sees of what others commit while it runs. */
export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/** Thrown when the connection was lost while it committed: the transaction may or may not have taken effect. */
export class CommitLost extends Error {
  /** What the batch answers if it took effect. */
  readonly result: BatchResult;

  constructor(result: BatchResult, cause: unknown) {
    super('The answer to COMMIT was lost.', { cause });
    this.result = result;
  }
}

const plain = (text: string): NumberedStatement => ({ text, values: [] });

/**
 * One transaction in two round trips: all statements, then COMMIT, so that a `mustAffect` statement without a change can
 * still be rolled back. `marks` are run last, and their changes are not counted.
 */
export async function runTransaction(
  connection: PostgresConnection,
  isolation: Isolation,
  statements: readonly SqlStatement[],
  marks: readonly SqlStatement[],
  numbering: (statement: SqlStatement) => NumberedStatement,
  isForced: boolean,
): Promise<BatchResult> {
  const beginning = [
    plain(`BEGIN ISOLATION LEVEL ${isolation}`),
    ...(isForced ? [plain('SET LOCAL synchronous_commit = on')] : []),
  ];
  const answers = await connection.run([...beginning, ...[...statements, ...marks].map(numbering)]);
  const changes: number[] = [];
  for (const [place, answer] of answers.entries()) {
    if (answer.status === 'rejected') {
      if (!isLost(answer.reason)) await runOne(connection, plain('ROLLBACK'));
      throw answer.reason;
    }
    // The answers begin with those of BEGIN and its settings.
    const index = place - beginning.length;
    if (statements[index]?.mustAffect === true && answer.value.changes === 0) {
      await runOne(connection, plain('ROLLBACK'));
      return { committed: false, unaffected: index };
    }
    if (index >= 0 && index < statements.length) changes.push(answer.value.changes);
  }
  const result = { committed: true, changes } as const;
  await commit(connection, result);
  return result;
}

async function commit(connection: PostgresConnection, result: BatchResult): Promise<void> {
  try {
    await runOne(connection, plain('COMMIT'));
  } catch (error) {
    throw isLost(error) ? new CommitLost(result, error) : error;
  }
}

/** The answer to one statement; its error is thrown. */
export async function runOne(
  connection: PostgresConnection,
  statement: NumberedStatement,
): Promise<StatementResult> {
  const [answer] = await connection.run([statement]);
  if (answer?.status === 'fulfilled') return answer.value;
  throw answer?.reason;
}
