import { describe, expect, it } from 'vitest';
import { EngramError } from '../../errors.ts';
import type { Json } from '../../json/json.ts';
import { asks, type FixtureTool, work } from './agent.fixture.ts';
import type { AgentProgress } from './run-agent.ts';

const read: FixtureTool = { readOnly: true, call: ({ id }) => ({ id: id ?? null, status: 'open' }) };
const cancel: FixtureTool = { call: () => 'cancelled' };

describe('TPL-12 a model does a task with tools', () => {
  it('is asked with system message, earlier messages, task and tools', async () => {
    const { model, report } = await work(
      ['Done.'],
      { read },
      { system: 'Be brief.', messages: [{ role: 'user', text: 'Earlier.' }], task: 'Cancel order 7.' },
    );
    expect(report).toEqual({ status: 'completed', text: 'Done.', modelCalls: 1, calls: [] });
    expect(model.requests[0]).toMatchObject({
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: 'Earlier.' },
        { role: 'user', text: 'Cancel order 7.' },
      ],
      tools: [{ name: 'read', annotations: { readOnly: true } }],
      maxOutputTokens: 500,
    });
  });

  it('gets the results of its calls until it has no more to ask for', async () => {
    const { report, model, recorded } = await work(
      [
        asks(['read', { id: 7 }]),
        { text: 'Now I cancel.', ...(asks(['cancel', { id: 7 }]) as object) },
        'Done.',
      ],
      { read, cancel },
    );
    expect(report).toMatchObject({ status: 'completed', text: 'Done.', modelCalls: 3 });
    expect(report.calls).toEqual([
      { tool: 'read', arguments: { id: 7 }, result: { id: 7, status: 'open' }, matched: true },
      { tool: 'cancel', arguments: { id: 7 }, result: 'cancelled', matched: true },
    ]);
    expect(model.requests[2]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', text: '', requests: [{ id: 'call_1', tool: 'read' }] },
      { role: 'tool', requestId: 'call_1', result: { id: 7, status: 'open' }, failed: false },
      { role: 'assistant', text: 'Now I cancel.' },
      { role: 'tool', requestId: 'call_2', result: 'cancelled', failed: false },
    ]);
    expect(recorded.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'model scripted',
      'call read',
      'model scripted',
      'call cancel',
      'model scripted',
    ]);
  });

  it('is recorded with the tokens it took', async () => {
    const { recorded } = await work([{ text: 'Done.', inputTokens: 12, outputTokens: 3 }]);
    expect(recorded).toEqual(['model scripted 12+3']);
  });

  it('is watched, and whoever watches cannot break it', async () => {
    const heard: AgentProgress[] = [];
    const { report } = await work(
      [asks(['read', { id: 1 }], ['gone']), 'Done.'],
      { read },
      {
        onProgress(progress) {
          heard.push(progress);
          throw new TypeError('no terminal');
        },
      },
    );
    expect(report.status).toBe('completed');
    expect(heard).toEqual([
      { kind: 'model', number: 1 },
      { kind: 'tool', tool: 'read', arguments: { id: 1 }, failed: false, durationMs: 0 },
      { kind: 'tool', tool: 'gone', arguments: {}, failed: true, durationMs: 0 },
      { kind: 'model', number: 2 },
    ]);
  });
});

describe('TPL-9 calls of one answer', () => {
  /** Tools that write down when they begin and end. */
  function traced(readOnly: boolean, events: string[]): FixtureTool {
    return {
      readOnly,
      async call({ n }) {
        events.push(`begin ${n}`);
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`end ${n}`);
        return n ?? null;
      },
    };
  }

  it('are made at once when all of them only read, and answered in order', async () => {
    const events: string[] = [];
    const { told } = await work([asks(['get', { n: 1 }], ['get', { n: 2 }]), 'Done.'], {
      get: traced(true, events),
    });
    expect(events).toEqual(['begin 1', 'begin 2', 'end 1', 'end 2']);
    expect(told.map(({ result }) => result)).toEqual([1, 2]);
  });

  it('are made one after the other as soon as one may write', async () => {
    const events: string[] = [];
    await work([asks(['get', { n: 1 }], ['set', { n: 2 }]), 'Done.'], {
      get: traced(true, events),
      set: traced(false, events),
    });
    expect(events).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
  });
});

describe('TPL-12 what goes wrong is told to the model, which goes on', () => {
  it('an unknown tool', async () => {
    const { told, called, report } = await work([asks(['drop']), 'Done.'], { read, cancel });
    expect(told).toEqual([{ failed: true, result: 'There is no tool "drop". The tools are: read, cancel.' }]);
    expect([called, report.calls, report.status]).toEqual([[], [], 'completed']);
  });

  it('arguments that cannot be read', async () => {
    const broken = { requests: [{ tool: 'cancel', unreadable: 'not a JSON object: {"id"' }] };
    const { told, called } = await work([broken, 'Done.'], { cancel });
    expect(told[0]).toMatchObject({ failed: true });
    expect(told[0]?.result).toContain('not a JSON object: {"id"');
    expect(called).toEqual([]);
  });

  it('a tool that fails, or throws what is no error', async () => {
    const { told, report } = await work([asks(['a'], ['b']), 'Done.'], {
      a: { call: () => Promise.reject(new TypeError('no such order')) },
      b: { call: () => Promise.reject('gone') },
    });
    expect(told).toEqual([
      { failed: true, result: 'no such order' },
      { failed: true, result: 'gone' },
    ]);
    expect(report.calls.map(({ matched }) => matched)).toEqual([false, false]);
  });

  it('a check that blocks the call, which is not made', async () => {
    const refuse = (tool: string): Error | undefined =>
      tool === 'cancel' ? new EngramError('blocked', 'cancel was not called. Look first.') : undefined;
    const { told, called, report } = await work([asks(['cancel']), 'Done.'], { cancel }, { refuse });
    expect(told).toEqual([{ failed: true, result: 'cancel was not called. Look first.' }]);
    expect([called, report.calls, report.status]).toEqual([[], [], 'completed']);
  });

  it('a tool that hangs, with the doubt whether it took effect', async () => {
    const signals: Array<AbortSignal | undefined> = [];
    const hanging = (readOnly: boolean): FixtureTool => ({
      readOnly,
      call: (_, signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    const { told } = await work(
      [asks(['look']), asks(['write']), 'Done.'],
      { look: hanging(true), write: hanging(false) },
      { limits: { toolTimeoutMs: 10 } },
    );
    expect(told.map(({ failed }) => failed)).toEqual([true, true]);
    expect(told[0]?.result).toBe('look did not answer within 10 ms (tools.timeoutMs).');
    expect(told[1]?.result).toContain('It is not known whether it took effect');
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  });

  it('a result that is too large', async () => {
    const { told, report } = await work([asks(['dump']), 'Done.'], {
      dump: { call: () => 'x'.repeat(200_000) },
    });
    expect(told[0]?.failed).toBe(true);
    expect(told[0]?.result).toContain('200000 bytes, and tools.maxResultBytes allows 100000');
    expect(JSON.stringify(report).length).toBeLessThan(1_000);
  });

  it.each<[string, Json]>([
    ['text', `x${'😀'.repeat(12_000)}the end`],
    ['data', Array.from({ length: 3_000 }, (_, index) => `item ${index}`)],
  ])('a long result, which is cut and says so: %s', async (_, long) => {
    const { told } = await work([asks(['list']), 'Done.'], { list: { call: () => long } });
    const shown = String(told[0]?.result);
    expect(told[0]?.failed).toBe(false);
    expect(shown.length).toBeLessThan(20_200);
    expect(shown).toContain('Cut: these are the first 20000 of');
    expect(shown.isWellFormed()).toBe(true);
  });

  it('a result that JSON cannot say', async () => {
    const { told } = await work([asks(['big'], ['none']), 'Done.'], {
      big: { call: () => 10n as unknown as Json },
      none: { call: () => undefined as unknown as Json },
    });
    expect(told.map(({ result }) => result)).toEqual(['10', null]);
  });

  it('and a tool that changes its arguments does not change what was asked for', async () => {
    const { report } = await work([asks(['take', { list: [1] }]), 'Done.'], {
      take: { call: (given) => delete given['list'] },
    });
    expect(report.calls[0]?.arguments).toEqual({ list: [1] });
  });
});

describe('TPL-6 what a replay has done is not done again', () => {
  const done = [{ tool: 'cancel', arguments: { id: 7, why: 'late' }, result: { status: 'cancelled' } }];

  it('when it may change something: the model gets the earlier result', async () => {
    const { told, called, report, recorded } = await work(
      [asks(['cancel', { why: 'late', id: 7 }]), asks(['cancel', { id: 7, why: 'late' }]), 'Done.'],
      { cancel },
      { done },
    );
    expect(called).toEqual([]);
    expect(told).toHaveLength(2);
    expect(told[1]).toMatchObject({ failed: false, result: { result: { status: 'cancelled' } } });
    expect(JSON.stringify(told[1])).toContain('already made');
    expect(report.calls).toEqual([]);
    expect(recorded.join()).toContain('note cancel was not called again');
  });

  it('also when the model writes out what is the default, or says that there is nothing', async () => {
    const inputSchema = {
      type: 'object',
      properties: { id: { type: 'number' }, notify: { type: 'boolean', default: true }, note: {} },
    };
    const { called, told } = await work(
      [
        asks(['cancel', { id: 7, why: 'late', notify: true, note: null }]),
        asks(['cancel', { id: 7, why: 'late', notify: false }]),
        'Done.',
      ],
      { cancel: { ...cancel, inputSchema } },
      { done },
    );
    expect(told[0]).toMatchObject({ failed: false, result: { result: { status: 'cancelled' } } });
    expect(called).toEqual([['cancel', { id: 7, why: 'late', notify: false }]]);
  });

  it('also when nobody knows whether it took effect', async () => {
    const uncertain = [{ tool: 'cancel', arguments: { id: 7 }, result: null, uncertain: true as const }];
    const { told, called } = await work(
      [asks(['cancel', { id: 7 }]), 'Done.'],
      { cancel },
      { done: uncertain },
    );
    expect(called).toEqual([]);
    expect(told[0]).toMatchObject({ failed: true });
    expect(told[0]?.result).toContain('not known whether it took effect');
  });

  it('but other arguments, reads, and what the model itself did are made', async () => {
    const { called } = await work(
      [asks(['cancel', { id: 8 }]), asks(['cancel', { id: 8 }]), asks(['read', { id: 1 }]), 'Done.'],
      { cancel, read },
      { done: [...done, { tool: 'read', arguments: { id: 1 }, result: 'old' }] },
    );
    expect(called).toEqual([
      ['cancel', { id: 8 }],
      ['cancel', { id: 8 }],
      ['read', { id: 1 }],
    ]);
  });
});

describe('TPL-12 an agent has limits, and what ends it names the setting', () => {
  it('model calls: calls that nobody could read the results of are not made', async () => {
    const { report, called } = await work(
      [asks(['cancel', { id: 1 }]), asks(['cancel', { id: 2 }])],
      { cancel },
      { limits: { maxModelCalls: 2 } },
    );
    expect(report).toMatchObject({ status: 'failed', modelCalls: 2 });
    expect(report.reason).toContain('tools.maxModelCalls (2)');
    expect(called).toEqual([['cancel', { id: 1 }]]);
  });

  it('tool calls, also those that cannot be made', async () => {
    const { report, called } = await work(
      [asks(['gone'], ['cancel']), asks(['cancel'], ['cancel'])],
      { cancel },
      { limits: { maxToolCalls: 3 } },
    );
    expect(report.reason).toContain('tools.maxToolCalls (3)');
    expect(called).toHaveLength(1);
  });

  it('an answer that is cut off is not taken for the end of the task', async () => {
    const { report } = await work([{ text: 'I will now', cut: true }]);
    expect(report).toMatchObject({ status: 'failed', text: 'I will now' });
    expect(report.reason).toContain('model.maxOutputTokens (500)');
  });

  it('nor is saying nothing, unless tools were used', async () => {
    expect((await work([''])).report.status).toBe('failed');
    expect((await work([asks(['cancel']), ''], { cancel })).report.status).toBe('completed');
  });

  it('a model that fails ends it with the reason, and with what was done', async () => {
    const { report, recorded } = await work([asks(['cancel']), new EngramError('timeout', 'It is away.')], {
      cancel,
    });
    expect(report).toMatchObject({ status: 'failed', reason: 'It is away.', modelCalls: 1 });
    expect(report.calls).toHaveLength(1);
    expect(recorded.at(-1)).toBe('error It is away.');
  });

  it('whoever started it may stop it, and nothing more is called', async () => {
    const stopping = new AbortController();
    const { report, called, model } = await work(
      [asks(['cancel', { id: 1 }], ['cancel', { id: 2 }])],
      {
        cancel: {
          call() {
            stopping.abort();
            return new Promise(() => {});
          },
        },
      },
      { signal: stopping.signal },
    );
    expect(report).toMatchObject({ status: 'failed', reason: 'It was stopped.', modelCalls: 1 });
    expect(called).toEqual([['cancel', { id: 1 }]]);
    expect(report.calls[0]?.result).toContain('not known whether it took effect');
    expect(model.requests[0]?.signal).toBe(stopping.signal);
  });
});
