import { describe, expect, it } from 'vitest';
import { openTestServer } from './test-server.ts';

const context = {
  successful_strategies: ['Look the order up first'],
  optimal_tool_sequence: [
    { step: 1, tool: 'get_order', rationale: 'The amount is in it' },
    { step: 2, tool: 'refund', rationale: '' },
  ],
  pitfalls_to_avoid: ['Locked orders cannot be refunded'],
  efficiency_tips: ['One call is enough'],
  key_insights: ['Refunds take a day'],
  confidence_score: 0.8,
  execution_count: 3,
  last_updated: '2026-01-31T10:00:00.000Z',
};
const whose = { template_id: 'their-template-7', agent_name: 'researcher' };
const address = '/api/agent-memory?template_id=their-template-7&agent_name=researcher';

describe('GET and POST /api/agent-memory (API-2)', () => {
  it('keeps a row of a template that only its client knows, and answers it in snake case', async () => {
    const { call } = await openTestServer();
    const sent = {
      ...whose,
      memory_context: context,
      success_count: 4,
      total_executions: 5,
      avg_steps_to_complete: 3.5,
    };
    const kept = await call('POST', '/api/agent-memory', sent);
    const row = { id: 'les_000001', ...sent };
    expect(kept).toMatchObject({ status: 200, body: row });
    expect(kept.body).toEqual(row);
    expect((await call('GET', address)).body).toEqual({ items: [row], item: row });
  });

  it('answers no rows, and null as the item, where nothing is known', async () => {
    const { call } = await openTestServer();
    expect(await call('GET', address)).toMatchObject({ status: 200, body: { items: [], item: null } });
  });

  it('changes the row that is there: what is left out stays', async () => {
    const { call } = await openTestServer();
    await call('POST', '/api/agent-memory', { ...whose, memory_context: context, success_count: 4 });
    await call('POST', '/api/agent-memory', {
      ...whose,
      memory_context: { key_insights: ['Ask before'], last_updated: 1_770_000_000_000 },
      avg_steps_to_complete: 2,
    });
    const { body } = await call('GET', address);
    expect(body).toMatchObject({
      items: [
        {
          memory_context: {
            ...context,
            key_insights: ['Ask before'],
            last_updated: 1_770_000_000_000,
          },
          success_count: 4,
          avg_steps_to_complete: 2,
        },
      ],
    });
    expect((body as { items: unknown[] }).items).toHaveLength(1);
  });

  it('counts one execution more with increment_success, and one success when it is true', async () => {
    const { call } = await openTestServer();
    const counted = async (increment_success: boolean): Promise<unknown> =>
      (await call('POST', '/api/agent-memory', { ...whose, increment_success })).body;
    expect(await counted(true)).toMatchObject({ success_count: 1, total_executions: 1 });
    expect(await counted(false)).toMatchObject({ success_count: 1, total_executions: 2 });
    expect(await counted(true)).toMatchObject({ success_count: 2, total_executions: 3 });
  });

  it('loses no count when many clients count at once', async () => {
    const { call } = await openTestServer();
    const counting = Array.from({ length: 8 }, () =>
      call('POST', '/api/agent-memory', { ...whose, increment_success: true }),
    );
    expect((await Promise.all(counting)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await call('GET', address)).body).toMatchObject({
      items: [{ success_count: 8, total_executions: 8 }],
    });
  });

  it('takes a row back as it was read', async () => {
    const { call } = await openTestServer();
    const { body } = await call('POST', '/api/agent-memory', { ...whose, memory_context: context });
    expect((await call('POST', '/api/agent-memory', body)).body).toEqual(body);
  });

  it('shows what was learned when a run was saved as a template, by its name', async () => {
    const { call, engram } = await openTestServer();
    const alice = engram.agent('alice');
    const run = await alice.startRun({ description: 'Look order 4200 up', inputs: { id: 4200 } });
    await run
      .tools({ get_order: async ({ id }: { id: number }) => ({ id, total: 7 }) })
      .get_order({ id: 4200 });
    await run.finish({ outcome: 'success' });
    const { id } = await alice.templates.save({ run: run.id, name: 'look-up' });
    expect((await call('GET', '/api/agent-memory?template_id=look-up&agent_name=alice')).body).toMatchObject({
      items: [
        {
          template_id: id,
          agent_name: 'alice',
          memory_context: { optimal_tool_sequence: [{ step: 1, tool: 'get_order' }] },
          total_executions: 1,
          success_count: 1,
        },
      ],
    });
    expect((await call('GET', '/api/tool-execution-history?template_id=look-up')).body).toMatchObject({
      items: [
        {
          template_id: id,
          tool_name: 'get_order',
          tool_args: { id: 4200 },
          tool_result_summary: { total: 7 },
          was_successful: true,
        },
      ],
    });
  });

  it.each([
    ['a row without a template', { agent_name: 'a' }, '"template_id" is required'],
    [
      'a context that is the text of something else',
      { ...whose, memory_context: '[1]' },
      '"memory_context" must be a JSON object, or the text of one',
    ],
    [
      'a context with a wrong field',
      { ...whose, memory_context: { optimal_tool_sequence: [{ step: 1 }] } },
      '"memory_context.optimal_tool_sequence.0.tool" is required',
    ],
    [
      'a confidence above one',
      { ...whose, memory_context: { confidence_score: 2 } },
      '"memory_context.confidence_score" must be at most 1',
    ],
    [
      'a time that is none',
      { ...whose, memory_context: { last_updated: 'yesterday' } },
      '"memory_context.last_updated" must be a time such as 2026-01-31T10:00:00Z',
    ],
    ['a list', [whose], 'The body must be a JSON object'],
  ])('refuses %s, and says why', async (_what, body, message) => {
    const { call } = await openTestServer();
    const answer = await call('POST', '/api/agent-memory', body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    expect(answer.text).toContain(JSON.stringify(message).slice(1, -1));
    expect((await call('GET', address)).body).toMatchObject({ items: [] });
  });

  it('refuses a question without a template', async () => {
    const { call } = await openTestServer();
    for (const path of ['/api/agent-memory', '/api/tool-execution-history']) {
      expect(await call('GET', path)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_input' } },
      });
    }
  });
});

describe('GET and POST /api/tool-execution-history (API-2)', () => {
  const history = (query = '') => `/api/tool-execution-history?template_id=their-template-7${query}`;
  const executed = (minute: number) => `2026-01-31T10:0${minute}:00.000Z`;

  it('takes {template_id, source_task_id, examples}, keeps all of them, and answers those that worked', async () => {
    const { call } = await openTestServer();
    const row = {
      subtask_content: 'Look the order up',
      subtask_index: 0,
      agent_name: 'researcher',
      tool_name: 'get_order',
      tool_args: { id: 42 },
      tool_result_summary: 'Order 42 is open',
      execution_order: 1,
      was_successful: true,
      execution_time_ms: 12.5,
      executed_at: executed(1),
    };
    const failed = { ...row, tool_name: 'refund', tool_result_summary: 'locked', was_successful: false };
    const added = await call('POST', '/api/tool-execution-history', {
      template_id: 'their-template-7',
      source_task_id: 42,
      examples: [row, failed],
    });
    expect(added).toMatchObject({ status: 200, body: { count: 2 } });
    expect((await call('GET', history())).body).toEqual({
      items: [{ id: 'les_000001', template_id: 'their-template-7', source_task_id: 42, ...row }],
    });
  });

  it('takes a list under any of the names in use, each call with its own template', async () => {
    const { call } = await openTestServer();
    const added = await call('POST', '/api/tool-execution-history', [
      { template_id: 'their-template-7', agent: 'a', tool: 'read', args: { path: 'x' }, output: 'text' },
      {
        template_id: 'their-template-7',
        agent_name: 'b',
        tool: 'list',
        input: {},
        result: [],
        latency_ms: 5,
      },
      { template_id: 'another', tool_name: 'write', arguments: { path: 'y' }, result: null },
    ]);
    expect(added).toMatchObject({ status: 200, body: { count: 3 } });
    expect((await call('GET', history('&agent_name=a'))).body).toMatchObject({
      items: [
        {
          agent_name: 'a',
          tool_name: 'read',
          tool_args: { path: 'x' },
          tool_result_summary: 'text',
          agent: 'a',
        },
      ],
    });
    expect((await call('GET', history('&agent_name=b'))).body).toMatchObject({
      items: [
        { tool_name: 'list', tool_args: {}, tool_result_summary: [], source_task_id: null, latency_ms: 5 },
      ],
    });
    expect((await call('GET', '/api/tool-execution-history?template_id=another')).body).toMatchObject({
      items: [{ agent_name: null, tool_name: 'write', tool_result_summary: null }],
    });
  });

  it('keeps the same call as often as it is sent: a history is no set', async () => {
    const { call } = await openTestServer();
    const row = { template_id: 'their-template-7', tool_name: 'poll', tool_args: {} };
    expect(await call('POST', '/api/tool-execution-history', [row, row])).toMatchObject({
      body: { count: 2 },
    });
    expect(await call('POST', '/api/tool-execution-history', [row])).toMatchObject({ body: { count: 1 } });
    expect((await call('GET', history())).body).toMatchObject({ items: [{}, {}, {}] });
  });

  it('answers the last call of one report first', async () => {
    const { call } = await openTestServer();
    const rows = [2, 3, 1].map((execution_order) => ({
      template_id: 'their-template-7',
      tool_name: `tool-${execution_order}`,
      execution_order,
    }));
    await call('POST', '/api/tool-execution-history', rows);
    expect((await call('GET', history())).body).toMatchObject({
      items: [{ tool_name: 'tool-3' }, { tool_name: 'tool-2' }, { tool_name: 'tool-1' }],
    });
  });

  it('answers the newest first, five unless another limit is given', async () => {
    const { call } = await openTestServer();
    const examples = [3, 1, 7, 2, 6, 5, 4].map((minute) => ({
      tool_name: `tool-${minute}`,
      executed_at: executed(minute),
    }));
    await call('POST', '/api/tool-execution-history', { template_id: 'their-template-7', examples });
    const tools = async (query?: string): Promise<unknown> =>
      ((await call('GET', history(query))).body as { items: { tool_name: string }[] }).items.map(
        ({ tool_name }) => tool_name,
      );
    expect(await tools()).toEqual(['tool-7', 'tool-6', 'tool-5', 'tool-4', 'tool-3']);
    expect(await tools('&limit=2')).toEqual(['tool-7', 'tool-6']);
    expect(await call('GET', history('&limit=0'))).toMatchObject({ status: 400 });
  });

  it('refuses calls without a template or a tool, all of them together, and keeps none', async () => {
    const { call } = await openTestServer();
    const answer = await call('POST', '/api/tool-execution-history', [
      { template_id: 'their-template-7', tool: 'read' },
      { tool: 'read' },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    expect(answer.text).toContain('examples.1.template_id');
    const nameless = await call('POST', '/api/tool-execution-history', [{ template_id: 'their-template-7' }]);
    expect(nameless.text).toContain('examples.0.tool_name');
    expect((await call('GET', history())).body).toEqual({ items: [] });
  });

  it('takes secrets out before anything is kept', async () => {
    const { call } = await openTestServer();
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await call('POST', '/api/tool-execution-history', [
      {
        template_id: 'their-template-7',
        tool: 'login',
        arguments: { text: secret },
        result: `key ${secret}`,
      },
    ]);
    await call('POST', '/api/agent-memory', {
      ...whose,
      memory_context: { key_insights: [`use ${secret}`] },
    });
    expect((await call('GET', history())).text).not.toContain(secret);
    expect((await call('GET', address)).text).not.toContain(secret);
  });
});

describe('the two routes at the door', () => {
  const rows = async (door: Awaited<ReturnType<typeof openTestServer>>, headers: Record<string, string>) => [
    ((await door.call('GET', address, undefined, headers)).body as { items: unknown[] }).items.length,
    (
      (await door.call('GET', '/api/tool-execution-history?template_id=their-template-7', undefined, headers))
        .body as { items: unknown[] }
    ).items.length,
  ];

  it('show nobody what another user, project or agent keeps (API-2)', async () => {
    const door = await openTestServer();
    const ann = await door.token({ user: 'ann', project: 'shop', agent: null });
    const annsAlice = await door.token({ user: 'ann', project: 'shop', agent: 'alice' });
    const annsBob = await door.token({ user: 'ann', project: 'shop', agent: 'bob' });
    const others = [
      await door.token({ user: 'eve', project: 'shop', agent: null }),
      await door.token({ user: 'ann', project: 'bank', agent: null }),
    ];
    await door.call('POST', '/api/agent-memory', { ...whose, increment_success: true }, annsAlice);
    const call = { ...whose, tool: 'read', args: { path: 'x' } };
    await door.call('POST', '/api/tool-execution-history', [call], annsAlice);
    expect(await rows(door, annsAlice)).toEqual([1, 1]);
    expect(await rows(door, ann)).toEqual([1, 1]);
    for (const other of [annsBob, ...others]) expect(await rows(door, other)).toEqual([0, 0]);
    // Their own row of the same template and name is another one.
    for (const other of [annsBob, ...others]) {
      const { body } = await door.call(
        'POST',
        '/api/agent-memory',
        { ...whose, increment_success: false },
        other,
      );
      expect(body).toMatchObject({ success_count: 0, total_executions: 1 });
    }
    const { body } = await door.call('GET', address, undefined, annsAlice);
    expect(body).toMatchObject({ items: [{ success_count: 1, total_executions: 1 }] });
  });

  it('ask for a token and its scopes', async () => {
    const door = await openTestServer();
    const reader = await door.token({}, ['read']);
    expect(await door.call('GET', address)).toMatchObject({ status: 401 });
    expect(await door.call('GET', address, undefined, reader)).toMatchObject({ status: 200 });
    for (const path of ['/api/agent-memory', '/api/tool-execution-history']) {
      const answer = await door.call('POST', path, whose, reader);
      expect(answer).toMatchObject({ status: 403, body: { error: { details: { missing: ['write'] } } } });
    }
  });

  it('keep to the limits of bodies, and take no other method', async () => {
    const { call } = await openTestServer({ limits: { bodyBytes: 100 } });
    for (const path of ['/api/agent-memory', '/api/tool-execution-history']) {
      expect(await call('POST', path, [{ tool: 'x'.repeat(200) }])).toMatchObject({ status: 413 });
      expect(await call('DELETE', path)).toMatchObject({ status: 405 });
    }
  });
});
