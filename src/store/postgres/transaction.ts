import type { BatchResult, Statement } from '../../ports/sql-client.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { isLost } from './postgres-errors.ts';
import type { NumberedStatement, StatementResult } from './postgres-sql.ts';

/** What a transaction sees of what others commit while it runs. */
export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/** Thrown when the connection was lost while it committed: the transaction may or may not have taken effect. */
export class CommitLost extends Error {
  /** By this number a new connection can ask what became of the transaction. */
  readonly number: string;
  /** What the batch answers if it took effect. */
  readonly result: BatchResult;

  constructor(number: string, result: BatchResult, cause: unknown) {
    super('The answer to COMMIT was lost.', { cause });
    this.number = number;
    this.result = result;
  }
}

const plain = (text: string): NumberedStatement => ({ text, values: [] });
/** Null when nothing was written, and then it does not matter what became of it. */
const askNumber = plain('SELECT pg_current_xact_id_if_assigned()::text AS number');

/**
 * One transaction in two journeys: everything up to the number of the transaction, then COMMIT. A COMMIT sent
 * along with the rest would save the second, but a connection lost then would leave nothing to ask by.
 */
export async function runTransaction(
  connection: PostgresConnection,
  isolation: Isolation,
  statements: readonly Statement[],
  numbering: (statement: Statement) => NumberedStatement,
): Promise<BatchResult> {
  const beginning = plain(`BEGIN ISOLATION LEVEL ${isolation}`);
  const answers = await connection.run([beginning, ...statements.map(numbering), askNumber]);
  const results: StatementResult[] = [];
  for (const [place, answer] of answers.entries()) {
    if (answer.status === 'rejected') {
      if (!isLost(answer.reason)) await runOne(connection, plain('ROLLBACK'));
      throw answer.reason;
    }
    results.push(answer.value);
    // Counted from BEGIN on.
    const unaffected = place - 1;
    if (statements[unaffected]?.mustAffect === true && answer.value.changes === 0) {
      await runOne(connection, plain('ROLLBACK'));
      return { committed: false, unaffected };
    }
  }
  const [number] = results.pop()?.rows ?? [];
  const changes = results.slice(1).map((result) => result.changes);
  await commit(connection, number?.['number'], { committed: true, changes });
  return { committed: true, changes };
}

async function commit(connection: PostgresConnection, number: unknown, result: BatchResult): Promise<void> {
  try {
    await runOne(connection, plain('COMMIT'));
  } catch (error) {
    if (typeof number === 'string' && isLost(error)) throw new CommitLost(number, result, error);
    throw error;
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
