import type { SqlValue } from '../../src/ports/sql-client.ts';

/**
 * Rows as the version of Engram with format 3 wrote them, beside those of formats 1 and 2: runs with steps of every
 * kind, one of them still going on, and a use of a memory. Never edited, so that new versions keep being able to read
 * them.
 */
const owner = { user_name: 'ada', project: 'shop', agent: 'ali' };
const task = {
  id: 'old-task',
  description: 'Refund an order',
  category: 'refunds',
  type: null,
  dependencies: ['a'],
  effort: null,
};

type Row = Readonly<Record<string, SqlValue>>;

const run = (row: number, id: string, end: Row): readonly [string, Row] => [
  'runs',
  {
    row,
    id,
    ...owner,
    created_at: 20_000,
    task_id: 'old-task',
    outcome: null,
    finished_at: null,
    summary: null,
    success_factors: '[]',
    schema_version: 1,
    body: JSON.stringify({ task, inputs: { order: 42 }, mode: { kind: 'normal' }, approach: 'retry' }),
    ...end,
  },
];

const step = (
  runRow: number,
  id: string,
  position: number,
  rest: Row,
  body: object,
): readonly [string, Row] => [
  'steps',
  {
    run_row: runRow,
    id,
    ...owner,
    created_at: 21_000 + position,
    position,
    kind: 'tool',
    started_at: 21_000,
    duration_ms: 1.5,
    success: 1,
    input_tokens: 0,
    output_tokens: 0,
    error_signature: null,
    schema_version: 1,
    ...rest,
    body: JSON.stringify(body),
  },
];

const error = { type: 'Error', message: 'order 42 is locked', signature: 'order <number> is locked' };

export const version3Rows: ReadonlyArray<readonly [table: string, row: Row]> = [
  run(2, 'run_failed', { outcome: 'failure', finished_at: 25_000 }),
  run(3, 'run_going_on', {}),
  step(
    2,
    'failed',
    0,
    { success: 0, error_signature: error.signature },
    {
      error,
      tool: 'refund "it"',
      arguments: { id: 42 },
      result: null,
      truncated: [],
    },
  ),
  step(
    2,
    'asked',
    1,
    { kind: 'model', input_tokens: 30, output_tokens: 4 },
    {
      model: 'test-model',
      inputTokens: 30,
      outputTokens: 4,
    },
  ),
  step(2, 'noted', 2, { kind: 'note' }, { text: 'It is locked.' }),
  step(3, 'first', 0, {}, { tool: 'get_order', arguments: {}, result: 1, truncated: [] }),
  ['memory_uses', { memory_id: 'mem_derived', run_id: 'run_failed', used_at: 20_500, settled: 1 }],
];
