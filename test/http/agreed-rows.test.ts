import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HttpTestServer, openTestServer } from './test-server.ts';

/** Values that no rule of redaction takes for a secret: a round trip changes nothing else. */
const word = fc.constantFrom(
  '',
  'look first',
  'größe – ✓',
  'a\nb',
  '[1]',
  '{"a":1}',
  'Error handling helps',
  '7',
);
const name = fc.constantFrom('get_order', 'refund', 'search web', '__proto__', 'größe');
const whole = fc.integer({ min: 0, max: 10_000 });
const figure = fc.oneof(whole, fc.constantFrom(-1, 0.25, 1e12));
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.oneof(value, fc.constant(null));
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    figure,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value;
const rowId = fc.oneof(fc.integer(), fc.constantFrom('their-template', ' 7 ', '007', 'größe'));
const points = fc.oneof(word, fc.array(word, { maxLength: 3 }));
const extras = fc.dictionary(fc.constantFrom('created_at', 'notes', 'model', '__proto__'), anyJson);
const time = fc.constantFrom('2026-01-31T10:00:00Z', '2026-01-31T12:00:00.5+02:00', 1_770_000_000_000);

const context = fc
  .tuple(
    fc.record(
      {
        successful_strategies: points,
        optimal_tool_sequence: fc.array(
          fc.record(
            { step: whole, tool: name, rationale: word, why_not: anyJson },
            { requiredKeys: ['tool'] },
          ),
          { maxLength: 3 },
        ),
        pitfalls_to_avoid: points,
        efficiency_tips: points,
        key_insights: points,
        confidence_score: fc.constantFrom(0, 0.25, 1),
        execution_count: whole,
        last_updated: time,
      },
      { requiredKeys: [] },
    ),
    extras,
  )
  .map(([known, more]) => ({ ...more, ...known }));

const memoryRow = fc
  .tuple(
    fc.record(
      {
        template_id: rowId,
        agent_name: fc.constantFrom('alice', ' bob '),
        memory_context: context,
        success_count: whole,
        total_executions: whole,
        avg_steps_to_complete: fc.constantFrom(0, 3.5, 12),
      },
      { requiredKeys: ['template_id', 'agent_name'] },
    ),
    extras,
  )
  .map(([known, more]) => ({ ...more, ...known }));

const executionRow = fc
  .tuple(
    fc.record(
      {
        template_id: rowId,
        source_task_id: orNull(rowId),
        subtask_content: orNull(word),
        subtask_index: orNull(figure),
        agent_name: orNull(fc.constantFrom('alice', ' bob ')),
        tool_name: name,
        tool_args: anyJson,
        tool_result_summary: anyJson,
        execution_order: orNull(figure),
        was_successful: fc.constant(true),
        execution_time_ms: orNull(figure),
      },
      { requiredKeys: ['template_id', 'tool_name', 'was_successful'] },
    ),
    extras,
  )
  .map(([known, more]) => ({ ...more, ...known }));

/** As JSON gives it back: without what it cannot carry, such as a negative zero. */
const sentAs = (row: object): { [name: string]: unknown } => JSON.parse(JSON.stringify(row));
const query = (row: { readonly template_id: number | string }) =>
  `template_id=${encodeURIComponent(String(row.template_id))}`;
const project = async ({ token }: HttpTestServer, number: number) => token({ project: `p${number}` });

describe('rows of the two agreed routes (API-2)', () => {
  it('of an agent memory come back as they were sent, and change nothing when they are sent again', async () => {
    const server = await openTestServer();
    let round = 0;
    await fc.assert(
      fc.asyncProperty(memoryRow, fc.boolean(), async (row, asText) => {
        round += 1;
        const headers = await project(server, round);
        const sent = sentAs(row);
        const body = {
          ...sent,
          ...(asText ? { memory_context: JSON.stringify(row.memory_context ?? {}) } : {}),
        };
        const kept = await server.call('POST', '/api/agent-memory', body, headers);
        expect(kept.status).toBe(200);
        expect(kept.body).toMatchObject(sent);
        const address = `/api/agent-memory?${query(row)}`;
        expect((await server.call('GET', address, undefined, headers)).body).toMatchObject({
          item: kept.body,
        });
        const again = await server.call('POST', '/api/agent-memory', kept.body, headers);
        expect(again.body).toEqual(kept.body);
      }),
      { numRuns: 60 },
    );
  });

  it('of a history come back as they were sent, in one list or under "examples"', async () => {
    const server = await openTestServer();
    let round = 0;
    const rows = fc.array(executionRow, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (given, asList) => {
        round += 1;
        const headers = await project(server, round);
        const template_id = given[0]?.template_id ?? 7;
        const sent = given.map((row) => sentAs({ ...row, template_id }));
        const path = '/api/tool-execution-history';
        const added = await server.call('POST', path, asList ? sent : { examples: sent }, headers);
        expect(added).toMatchObject({ status: 200, body: { count: sent.length } });
        const answer = await server.call('GET', `${path}?${query({ template_id })}`, undefined, headers);
        const { items } = answer.body as { items: { [name: string]: unknown }[] };
        expect(items).toHaveLength(sent.length);
        for (const row of sent) {
          expect(items).toContainEqual(expect.objectContaining(row));
        }
        const posted = await server.call('POST', path, items, headers);
        expect(posted.body).toEqual({ count: items.length });
      }),
      { numRuns: 60 },
    );
  });
});

describe('an agent memory of the agreed form (API-2, TPL-2)', () => {
  const whose = { template_id: 7, agent_name: 'alice' };
  const post = async ({ call }: HttpTestServer, row: object) =>
    (await call('POST', '/api/agent-memory', { ...whose, ...row })).body;

  it('answers a text as a text until something else is known', async () => {
    const server = await openTestServer();
    await post(server, { memory_context: '{"key_insights":"Ask first","model":"small"}', notes: [1] });
    expect(await post(server, { increment_success: true })).toMatchObject({
      template_id: 7,
      memory_context: { key_insights: 'Ask first', model: 'small' },
      notes: [1],
      success_count: 1,
    });
    const [memory] = await server.engram.templates.memory.list({ template: '7' });
    expect(memory?.content.insights).toEqual(['Ask first']);
    await server.engram.templates.memory.keep({
      template: '7',
      agent: 'alice',
      memory: { insights: ['Never ask'] },
    });
    expect(await post(server, {})).toMatchObject({
      memory_context: { key_insights: ['Never ask'], model: 'small' },
    });
  });

  it('is one for a number and its digits, and answers the one that was sent last', async () => {
    const server = await openTestServer();
    await post(server, { increment_success: true });
    expect(await post(server, { template_id: '7', increment_success: true })).toMatchObject({
      template_id: '7',
      total_executions: 2,
    });
  });

  it('of a template that Engram knows keeps the name it was sent under, and what was learned', async () => {
    const server = await openTestServer();
    const { id } = await savedTemplate(server);
    const row = await post(server, { template_id: 'look-up', memory_context: { key_insights: 'Ask first' } });
    expect(row).toMatchObject({
      template_id: 'look-up',
      memory_context: { key_insights: 'Ask first', optimal_tool_sequence: [{ step: 1, tool: 'get_order' }] },
    });
    const { body } = await server.call('GET', `/api/agent-memory?template_id=${id}`);
    expect(body).toMatchObject({ item: row });
  });
});

describe('a history of the agreed form (API-2)', () => {
  const path = '/api/tool-execution-history';

  it('shows an agent only calls that worked, with arguments', async () => {
    const server = await openTestServer();
    const { id } = await savedTemplate(server);
    const row = { template_id: 'look-up', agent_name: 'alice', tool_name: 'ask' };
    await server.call('POST', path, [
      { ...row, tool_args: '{"of":"text"}', tool_result_summary: 'seen' },
      { ...row, tool_args: [1], tool_result_summary: 'a list' },
      { ...row, tool_args: { of: 'failed' }, tool_result_summary: 'Denied', was_successful: false },
      { ...row, tool_args: { of: 'said' }, tool_result_summary: 'Error: locked' },
    ]);
    const begun = await server.engram.agent('alice').templates.begin({ id, inputs: { id: 7 } });
    await begun.run.finish({ outcome: 'success' });
    expect(begun.system).toContain('{"of":"text"}');
    for (const other of ['a list', 'Denied', 'Error: locked']) expect(begun.system).not.toContain(other);
    const { body } = await server.call('GET', `${path}?template_id=${id}&limit=10`);
    expect(body).toMatchObject({
      items: [
        { tool_result_summary: 'Error: locked' },
        { tool_args: [1] },
        { template_id: 'look-up', tool_args: '{"of":"text"}' },
        { template_id: id, tool_name: 'get_order', tool_args: { id: 4200 }, execution_order: null },
      ],
    });
  });

  it('takes secrets out of what was sent beside the call, which is the only change', async () => {
    const { call } = await openTestServer();
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const row = {
      template_id: 7,
      tool_name: 'login',
      tool_args: `{"text":"${secret}"}`,
      notes: { text: secret },
    };
    await call('POST', path, [{ ...row, was_successful: true }]);
    await call('POST', '/api/agent-memory', {
      template_id: 7,
      notes: secret,
      memory_context: { notes: secret },
    });
    const history = await call('GET', `${path}?template_id=7`);
    const memory = await call('GET', '/api/agent-memory?template_id=7');
    expect(history.text + memory.text).not.toContain(secret);
    expect(history.body).toMatchObject({
      items: [{ template_id: 7, notes: { text: '[REDACTED:github-token]' } }],
    });
  });
});

describe('the examples of docs/server.md for the two routes (API-2)', () => {
  const page = readFileSync(new URL('../../docs/server.md', import.meta.url), 'utf8');
  const posts = [
    ...page.matchAll(/POST http:\/\/127\.0\.0\.1:3647(\/api\/(?:agent|tool)-\S+)[^']*'[^']*' -d '([^']*)'/g),
  ];

  it('are answered', async () => {
    const { call } = await openTestServer();
    expect(posts.map(([, path]) => path)).toEqual(['/api/agent-memory', '/api/tool-execution-history']);
    for (const [, path = '', body = ''] of posts)
      expect(await call('POST', path, body)).toMatchObject({ status: 200 });
    for (const [, path = ''] of page.matchAll(/3647(\/api\/(?:agent|tool)-\S+\?[^"]+)"/g)) {
      expect((await call('GET', path)).body).toMatchObject({ items: [{ agent_name: 'alice' }] });
    }
  });
});

async function savedTemplate({ engram }: HttpTestServer): Promise<{ id: string }> {
  const alice = engram.agent('alice');
  const run = await alice.startRun({ description: 'Look order 4200 up', inputs: { id: 4200 } });
  await run
    .tools({ get_order: async ({ id }: { id: number }) => ({ id, total: 7 }) })
    .get_order({ id: 4200 });
  await run.finish({ outcome: 'success' });
  return alice.templates.save({ run: run.id, name: 'look-up' });
}
