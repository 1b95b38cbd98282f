import { describe, expect, it } from 'vitest';
import { givenTime, keepRowInput, keptFrom } from './agent-memory-rows.ts';
import { addHistoryInput, additionsFrom } from './tool-execution-rows.ts';

describe('a row as a client sends it (API-2)', () => {
  it.each([
    ['milliseconds', 1_769_853_600_000],
    ['ISO text in UTC', '2026-01-31T10:00:00Z'],
    ['ISO text of another place', '2026-01-31T12:00:00.000+02:00'],
    ['ISO text that does not say where, which is UTC', '2026-01-31T10:00:00.000000'],
  ])('has a time as %s', (_form, time) => {
    expect(givenTime.parse(time)).toBe(Date.UTC(2026, 0, 31, 10));
  });

  it('says nothing about what it leaves out', () => {
    const row = keepRowInput.parse({ template_id: 't', agent_name: null, increment_success: false });
    const kept = keptFrom(row);
    expect(JSON.parse(JSON.stringify(kept))).toEqual({ template: 't', memory: {}, increment: false });
  });
});

describe('calls as a client sends them (API-2)', () => {
  const kept = (body: object) => JSON.parse(JSON.stringify(additionsFrom(addHistoryInput.parse(body))));
  const call = (tool: string, more: object = {}) => ({ tool_name: tool, ...more });
  const example = (tool: string, more: object = {}) => ({
    agent: null,
    tool,
    arguments: {},
    result: null,
    success: true,
    ...more,
  });

  it('are put together by template and task; what a call says itself wins', () => {
    const examples = [
      call('a'),
      call('b', { source_task_id: 'task-2' }),
      call('c', { template_id: 'u', agent_name: 'bob' }),
      call('d'),
    ];
    expect(kept({ template_id: 't', source_task_id: 'task-1', agent_name: 'alice', examples })).toEqual([
      {
        template: 't',
        sourceTaskId: 'task-1',
        examples: [example('a', { agent: 'alice' }), example('d', { agent: 'alice' })],
      },
      { template: 't', sourceTaskId: 'task-2', examples: [example('b', { agent: 'alice' })] },
      { template: 'u', sourceTaskId: 'task-1', examples: [example('c', { agent: 'bob' })] },
    ]);
  });

  it('keep a result that is false, zero or empty', () => {
    const examples = [
      call('a', { result: false, output: 1 }),
      call('b', { output: 0 }),
      call('c', { result: '' }),
    ];
    expect(kept({ template_id: 't', examples })).toMatchObject([
      { examples: [{ result: false }, { result: 0 }, { result: '' }] },
    ]);
  });
});
