import type { SqlValue } from '../../src/ports/sql-client.ts';

/**
 * Rows as the version of Engram with format 4 wrote them, beside those of older formats: a run that re-executed a
 * template, a template whose version is in its body, a lesson. Never edited, so that new versions keep being able to
 * read them.
 */
const owner = { user_name: 'ada', project: 'shop', agent: 'ali' };
const task = {
  id: null,
  description: 'Refund an order',
  category: 'refunds',
  type: null,
  dependencies: [],
  effort: null,
};

export const version4Rows: ReadonlyArray<readonly [table: string, row: Readonly<Record<string, SqlValue>>]> =
  [
    [
      'runs',
      {
        row: 4,
        id: 'run_again',
        ...owner,
        created_at: 26_000,
        task_id: null,
        outcome: 'partial',
        finished_at: 27_000,
        summary: null,
        success_factors: '[]',
        schema_version: 1,
        body: JSON.stringify({
          task,
          inputs: {},
          mode: { kind: 'template', style: 'adaptive', templateId: 'tpl_old' },
          approach: null,
          stage: 'development',
        }),
      },
    ],
    [
      'executions',
      {
        run_row: 4,
        run_id: 'run_again',
        ...owner,
        category: 'refunds',
        approach: null,
        outcome: 'partial',
        started_at: 26_000,
        finished_at: 27_000,
        tool_calls: 0,
        model_calls: 0,
        failed_steps: 0,
        input_tokens: 0,
        output_tokens: 0,
      },
    ],
    [
      'templates',
      {
        id: 'tpl_third',
        ...owner,
        slug: 'refund-again',
        created_at: 27_500,
        schema_version: 1,
        body: JSON.stringify({
          version: 3,
          status: 'approved',
          sourceRunId: 'run_again',
          task,
          subTasks: [],
          agents: ['ali'],
          parameters: [],
          plan: [],
          examples: [],
          firstRun: { modelCalls: 3, toolCalls: 1, wallTimeMs: 4_200 },
          updatedAt: 28_000,
          derivedFrom: [{ kind: 'run', id: 'run_again' }],
        }),
      },
    ],
    [
      'lessons',
      {
        id: 'les_old',
        ...owner,
        kind: 'name',
        slug: 'of-old',
        created_at: 28_000,
        updated_at: 28_000,
        revision: 2,
        schema_version: 1,
        body: JSON.stringify({
          keys: [],
          derivedFrom: [],
          content: { of: 'decision', slug: 'refund-order' },
        }),
      },
    ],
  ];
