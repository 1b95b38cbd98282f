import { describe, expect, it } from 'vitest';
import { keepRowInput, keptFrom } from './agent-memory-rows.ts';
import { givenTime } from './row-forms.ts';
import { addHistoryInput, reportedFrom } from './tool-execution-rows.ts';

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
  const kept = (body: { readonly examples: object[]; readonly [name: string]: unknown }) =>
    JSON.parse(JSON.stringify(reportedFrom(addHistoryInput.parse(body), JSON.parse(JSON.stringify(body)))));
  const call = (tool: string, more: object = {}) => ({ tool_name: tool, ...more });

  it('take what they do not say themselves from what is said for all of them', () => {
    const examples = [
      call('a'),
      call('b', { source_task_id: 'task-2', agent_name: null }),
      call('c', { template_id: 'u', agent_name: 'bob' }),
    ];
    const common = { template_id: 7, source_task_id: 'task-1', agent_name: 'alice' };
    expect(kept({ ...common, examples })).toMatchObject([
      { template: '7', sourceTaskId: 'task-1', agent: 'alice', sent: { template_id: 7 } },
      { template: '7', sourceTaskId: 'task-2', agent: 'alice', sent: { template_id: 7 } },
      { template: 'u', sourceTaskId: 'task-1', agent: 'bob', sent: { template_id: 'u' } },
    ]);
  });

  it('hold beside the call only what the call would not give back', () => {
    const row = call('a', {
      template_id: 7,
      tool_args: { id: 1 },
      tool_result_summary: 'found',
      agent_name: 'alice',
      subtask_index: null,
      was_successful: true,
    });
    expect(kept({ examples: [row] })).toMatchObject([{ sent: { template_id: 7 } }]);
    const others = { args: { id: 1 }, note: null, execution_order: 2, tool_args: '{"id":1}' };
    expect(kept({ examples: [{ ...row, ...others }] })).toMatchObject([
      { arguments: { id: 1 }, sent: { template_id: 7, ...others } },
    ]);
  });

  it('keep a result that is false, zero or empty', () => {
    const examples = [
      call('a', { result: false, output: 1 }),
      call('b', { output: 0 }),
      call('c', { tool_result_summary: '' }),
    ];
    expect(kept({ template_id: 't', examples })).toMatchObject([
      { result: false },
      { result: 0 },
      { result: '' },
    ]);
  });

  it('are put into the order they were made in', () => {
    const examples = [3, 1, 2].map((execution_order) =>
      call(`${execution_order}`, { template_id: 7, execution_order }),
    );
    expect(kept({ examples })).toMatchObject([{ tool: '1' }, { tool: '2' }, { tool: '3' }]);
  });
});
