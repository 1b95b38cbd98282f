import type { SqlValue } from '../../src/ports/sql-client.ts';

/**
 * Rows as the version of Engram with format 1 wrote them into SQLite: one record of each type, and memories
 * that are indexed, derived, and still waiting. Never edited, so that new versions keep being able to read them.
 */
const owner = { user_name: 'ada', project: 'shop', agent: 'ali' };
const nobody = { runId: null, stepId: null, importedFrom: null, agent: null };
const memoryBody = {
  content: {},
  tags: [],
  confidence: 0.5,
  relevance: 0.5,
  successRate: null,
  visibility: 'private',
  provenance: nobody,
  derivedFrom: [],
  embedding: null,
};
const taskDetails = {
  description: 'Refund an order',
  category: null,
  type: null,
  dependencies: [],
  effort: null,
};

type Row = Readonly<Record<string, SqlValue>>;

export const version1Rows: ReadonlyArray<readonly [table: string, row: Row]> = [
  [
    'tasks',
    {
      ...owner,
      id: 'old-task',
      created_at: 1_000,
      status: 'open',
      stage: 'development',
      schema_version: 1,
      body: JSON.stringify({ ...taskDetails, updatedAt: 1_000 }),
    },
  ],
  [
    'runs',
    {
      row: 1,
      id: 'run_old',
      ...owner,
      created_at: 2_000,
      task_id: null,
      outcome: 'success',
      finished_at: 4_000,
      summary: 'Refunded.',
      success_factors: '["asked"]',
      schema_version: 1,
      body: JSON.stringify({
        task: { id: null, ...taskDetails },
        inputs: {},
        mode: { kind: 'normal' },
        approach: null,
      }),
    },
  ],
  [
    'steps',
    {
      run_row: 1,
      id: 'step_old',
      ...owner,
      created_at: 3_000,
      position: 0,
      kind: 'tool',
      started_at: 3_000,
      duration_ms: 12.5,
      success: 1,
      input_tokens: 0,
      output_tokens: 0,
      error_signature: null,
      schema_version: 1,
      body: JSON.stringify({
        tool: 'get_order',
        arguments: { id: 42 },
        result: { id: 42, status: 'paid' },
        truncated: [],
      }),
    },
  ],
  ['sessions', { ...owner, id: 'old-chat', created_at: 5_000, schema_version: 1 }],
  [
    'messages',
    {
      row: 1,
      id: 'msg_old',
      ...owner,
      session_id: 'old-chat',
      created_at: 6_000,
      schema_version: 1,
      body: JSON.stringify({
        role: 'user',
        content: 'Please refund order 42.',
        toolCalls: [],
        toolCallId: null,
        toolName: null,
      }),
    },
  ],
  [
    'memories',
    {
      row: 1,
      id: 'mem_old',
      ...owner,
      created_at: 7_000,
      kind: 'knowledge',
      topic: null,
      expires_at: null,
      last_accessed_at: 9_500,
      access_count: 1,
      schema_version: 1,
      indexed: 1,
      body: JSON.stringify({ ...memoryBody, text: 'alpha of old', tags: ['greek'] }),
    },
  ],
  [
    'memories',
    {
      row: 2,
      id: 'mem_derived',
      ...owner,
      created_at: 8_000,
      kind: 'knowledge',
      topic: null,
      expires_at: null,
      last_accessed_at: null,
      access_count: 0,
      schema_version: 1,
      indexed: 1,
      body: JSON.stringify({
        ...memoryBody,
        text: 'alpha derived',
        derivedFrom: [{ kind: 'memory', id: 'mem_old' }],
      }),
    },
  ],
  [
    'memories',
    {
      row: 3,
      id: 'mem_waiting',
      ...owner,
      created_at: 10_000,
      kind: 'decision',
      topic: 'api-timeout',
      expires_at: null,
      last_accessed_at: null,
      access_count: 0,
      schema_version: 1,
      indexed: 0,
      body: JSON.stringify({ ...memoryBody, text: 'alpha waiting', content: { context: 'API timeout' } }),
    },
  ],
  ['memory_terms', { row: 1, terms: 'alpha old' }],
  ['memory_terms', { row: 2, terms: 'alpha deriv' }],
  ['memory_tags', { memory_id: 'mem_old', tag: 'greek' }],
  ['memory_sources', { memory_id: 'mem_derived', source_kind: 'memory', source_id: 'mem_old' }],
  [
    'templates',
    {
      id: 'tpl_old',
      ...owner,
      slug: 'refund',
      created_at: 9_000,
      schema_version: 1,
      body: JSON.stringify({
        version: 1,
        status: 'draft',
        sourceRunId: 'run_old',
        task: { id: null, ...taskDetails },
        subTasks: [],
        agents: [],
        parameters: [{ name: 'orderId', source: 'input', example: 42, presentIn: null }],
        plan: [
          {
            tool: 'get_order',
            arguments: { from: 'object', members: { id: { from: 'parameter', name: 'orderId' } } },
            expects: { type: 'object', members: { id: { type: 'number' } } },
            recordedStep: 'step_old',
          },
        ],
        examples: [
          { agent: 'ali', subTask: null, tool: 'get_order', arguments: { id: 42 }, result: { id: 42 } },
        ],
        firstRun: { modelCalls: 3, toolCalls: 1, wallTimeMs: 4_200 },
        updatedAt: 9_000,
        derivedFrom: [{ kind: 'run', id: 'run_old' }],
      }),
    },
  ],
];

/** How far those memories were indexed. */
export const version1IndexedThrough = 2;
