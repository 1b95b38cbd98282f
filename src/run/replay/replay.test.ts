import { describe, expect, it } from 'vitest';
import { EngramError } from '../../errors.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import { asRefusal } from '../../testing/refusal.ts';
import { type ReplayOptions, replay } from './replay.ts';
import {
  anObservation,
  aPlan,
  aPlanStep,
  aRunHandle,
  aSecret,
  aWorld,
  type Behaviour,
  generous,
} from './world.fixture.ts';

const result = (step: number, path: string): Binding => ({ from: 'result', step, path });
const constant = (value: Json): Binding => ({ from: 'constant', value });
const never = () => new Promise<never>(() => {});

/** Looks an order up, refunds it, and reads the balance. */
const refunding = aPlan([
  aPlanStep('get', { id: constant(7) }, { observed: [anObservation({ id: 7 }, { total: 5 })] }),
  aPlanStep('refund', { amount: result(0, '$.total') }, { effect: 'write' }),
  aPlanStep('balance'),
]);
const shop = (behaviours: Record<string, Behaviour> = {}) =>
  aWorld({ get: () => ({ total: 5 }), refund: () => ({ ok: true }), balance: () => 10, ...behaviours });

async function replayed(
  world: ReturnType<typeof aWorld>,
  template: Template = refunding,
  options: Partial<ReplayOptions> = {},
  given: JsonObject = {},
) {
  const { run, recorded } = aRunHandle();
  const report = await replay(template, given, world.tools, run, { ...generous, ...options });
  return { ...report, recorded };
}

describe('TPL-6 a replay', () => {
  it('makes the calls of the plan, in order, and tells of each', async () => {
    const world = shop();
    const told: string[] = [];
    const report = await replayed(world, refunding, {
      onProgress: ({ call, of, tool, matched }) => {
        told.push(`${call}/${of} ${tool} ${matched}`);
        throw new Error('a listener that breaks');
      },
    });
    expect(report).toMatchObject({ status: 'completed' });
    expect(report.divergence).toBeUndefined();
    expect(world.diary).toEqual(['get {"id":7}', 'refund {"amount":5}', 'balance {}']);
    expect(told).toEqual(['1/3 get true', '2/3 refund true', '3/3 balance true']);
    expect(report.done.map(({ tool, effect }) => [tool, effect])).toEqual([
      ['get', 'read'],
      ['refund', 'write'],
      ['balance', 'read'],
    ]);
  });

  it('tells how long each call took, by the clock it is given', async () => {
    let now = 100;
    const taking = (milliseconds: number, answer: Behaviour): Behaviour => {
      return (...given) => {
        now += milliseconds;
        return answer(...given);
      };
    };
    const fails = () => {
      throw new Error('The bank is closed.');
    };
    const world = shop({ get: taking(30, () => ({ total: 5 })), refund: taking(400, fails) });
    const told: Array<[string, boolean, number]> = [];
    await replayed(world, refunding, {
      elapsed: () => now,
      onProgress: ({ tool, matched, durationMs }) => told.push([tool, matched, durationMs]),
    });
    expect(told).toEqual([
      ['get', true, 30],
      ['refund', false, 400],
    ]);
  });

  it('is not confused by a tool that changes what it has answered', async () => {
    const order = { total: 5 };
    const world = shop({ get: () => order, refund: () => Object.assign(order, { total: 0 }) });
    const twice = aPlan([
      ...refunding.plan.slice(0, 2),
      aPlanStep('refund', { amount: result(0, '$.total') }, { effect: 'write' }),
    ]);
    await replayed(world, twice);
    expect(world.diary).toEqual(['get {"id":7}', 'refund {"amount":5}', 'refund {"amount":5}']);
  });

  it('calls nothing when a tool is missing or a parameter is wrong', async () => {
    const world = shop();
    delete world.behaviours['balance'];
    const missing = await replayed(world).catch(asRefusal);
    expect(missing).toMatchObject({ code: 'tool_missing', details: { missing: ['balance'] } });
    const unknown = await replayed(shop(), refunding, {}, { nobody: 1 }).catch(asRefusal);
    expect(unknown).toMatchObject({ code: 'invalid_input' });
    expect(world.diary).toEqual([]);
  });

  it('calls nothing when a tool changed what it takes', async () => {
    const world = shop();
    world.says['refund'] = {
      inputSchema: { type: 'object', properties: { amount: {}, why: {} }, required: ['amount', 'why'] },
    };
    expect(await replayed(world)).toMatchObject({
      status: 'diverged',
      toolCalls: [],
      divergence: {
        call: 2,
        tool: 'refund',
        reason: 'The tool "refund" now requires "why"; nothing was called',
        remaining: ['get', 'refund', 'balance'],
      },
    });
    expect(world.diary).toEqual([]);
  });

  it.each<[string, Behaviour, object]>([
    [
      'that is another',
      () => ({ total: 6 }),
      { reason: 'In the answer of "get", $.total is not what it was', expected: '5', found: '6' },
    ],
    [
      'of another shape',
      () => ({ total: '5' }),
      { reason: 'In the answer of "get", $.total is not what it was' },
    ],
    [
      'that says it failed',
      () => ({ error: 'no such order' }),
      { reason: 'The tool answered, and its answer says that it failed', found: '{"error":"no such order"}' },
    ],
    ['that is an error as text', () => 'Error: no order 7', { found: 'Error: no order 7' }],
  ])('stops at a result %s, before anything is changed', async (_, get, divergence) => {
    const world = shop({ get });
    expect(await replayed(world)).toMatchObject({
      status: 'diverged',
      toolCalls: [{ tool: 'get', matched: false }],
      divergence: { call: 1, ...divergence, remaining: ['refund', 'balance'] },
    });
    expect(world.diary).toHaveLength(1);
  });

  it('stops when what a person demands does not hold', async () => {
    const [get = aPlanStep('get'), ...rest] = refunding.plan;
    const holds = [{ path: '$.state', oneOf: ['pending'] }];
    const template = aPlan([{ ...get, observed: [], holds }, ...rest]);
    const world = shop({ get: () => ({ total: 5, state: 'cancelled' }) });
    expect(await replayed(world, template)).toMatchObject({
      status: 'diverged',
      divergence: {
        reason: 'In the answer, $.state is not what it was',
        expected: '"pending"',
        found: '"cancelled"',
      },
    });
    expect(world.diary).toHaveLength(1);
  });

  it('keeps what was done when a tool fails; a change that failed may have been made, and is not made again', async () => {
    const world = shop({
      refund: () => {
        throw new Error('The bank is closed');
      },
    });
    const report = await replayed(world);
    expect(report).toMatchObject({
      status: 'failed',
      divergence: {
        call: 2,
        uncertain: true,
        remaining: ['balance'],
      },
    });
    expect(report.divergence?.reason).toMatch(/it is not known whether .* The bank is closed/);
    expect(report.done.map(({ tool, uncertain }) => [tool, uncertain])).toEqual([
      ['get', undefined],
      ['refund', true],
    ]);
    expect(report.recorded.at(-1)).toMatchObject({ tool: 'refund', error: 'Error: The bank is closed' });
  });

  it('says when a check of the run stands before a call, which is then not made', async () => {
    const world = shop();
    const { run } = aRunHandle();
    const blocking = {
      ...run,
      call: (() => Promise.reject(new EngramError('blocked', 'Look at the cache first.'))) as typeof run.call,
    };
    expect(await replay(refunding, {}, world.tools, blocking, generous)).toMatchObject({
      status: 'failed',
      toolCalls: [],
      divergence: { call: 1, reason: 'Look at the cache first.', remaining: ['get', 'refund', 'balance'] },
    });
    expect(world.diary).toEqual([]);
  });

  it('refuses to send what is not an object', async () => {
    const world = shop();
    const template = aPlan([aPlanStep('get', {}, { arguments: constant('all') })]);
    expect(await replayed(world, template)).toMatchObject({ status: 'diverged', toolCalls: [] });
    expect(world.diary).toEqual([]);
  });
});

describe('TPL-6 a tool that does not answer as it should', () => {
  it('that hangs ends a replay when it only looks, and is still to be done', async () => {
    let heard = false;
    const get: Behaviour = (_, signal) => {
      signal?.addEventListener('abort', () => {
        heard = true;
      });
      return never();
    };
    const report = await replayed(shop({ get }), refunding, { timeoutMs: 20 });
    expect(report).toMatchObject({
      status: 'failed',
      divergence: { call: 1, reason: '"get" did not answer within 20 ms.' },
    });
    expect(report.divergence?.remaining).toEqual(['get', 'refund', 'balance']);
    expect(report.divergence).not.toHaveProperty('uncertain');
    expect(heard).toBe(true);
  });

  it.each<[string, Behaviour]>([
    ['hangs', never],
    ['loses the connection', () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))],
    [
      'loses it somewhere below',
      () =>
        Promise.reject(
          new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' }) }),
        ),
    ],
    [
      'says that it may have acted',
      () =>
        Promise.reject(new EngramError('timeout', 'The server ended.', { details: { mayHaveActed: true } })),
    ],
  ])(
    'that may change something and %s is not known to have done it, and never repeated',
    async (_, refund) => {
      const report = await replayed(shop({ refund }), refunding, { timeoutMs: 20 });
      expect(report).toMatchObject({
        status: 'failed',
        divergence: { call: 2, uncertain: true, remaining: ['balance'] },
      });
      expect(report.divergence?.reason).toContain(
        'it is not known whether it did its work before that; it is not called again',
      );
      expect(report.done.at(-1)).toMatchObject({ tool: 'refund', uncertain: true });
    },
  );

  it('that could not be reached at all has done nothing', async () => {
    const refund = () =>
      Promise.reject(new EngramError('timeout', 'Not connected.', { details: { mayHaveActed: false } }));
    const report = await replayed(shop({ refund }));
    expect(report.divergence).toMatchObject({ remaining: ['refund', 'balance'] });
    expect(report.divergence).not.toHaveProperty('uncertain');
  });

  it.each<[string, Behaviour]>([
    ['too much', () => 'x'.repeat(2_000_000)],
    ['too much in small pieces', () => Array.from({ length: 350_000 }, () => ({ a: 1 }))],
    ['what is nested without end', () => Array.from({ length: 300 }).reduce<Json>((inner) => [inner], null)],
    [
      'a circle',
      () => {
        const circle: Record<string, unknown> = {};
        circle['self'] = circle;
        return circle;
      },
    ],
    ['a number JSON does not know', () => ({ total: 5n })],
    [
      'more than the server was allowed to send',
      () => Promise.reject(new EngramError('too_large', 'Too much.')),
    ],
  ])(
    'that answers with %s ends the replay; a change that was made is not made again',
    async (_, behaviour) => {
      const looked = await replayed(shop({ get: behaviour }));
      expect(looked).toMatchObject({ status: 'failed', divergence: { call: 1 } });
      expect(looked.divergence?.remaining).toEqual(['get', 'refund', 'balance']);
      const changed = await replayed(shop({ refund: behaviour }));
      expect(changed).toMatchObject({ status: 'failed', divergence: { call: 2, remaining: ['balance'] } });
      expect(changed.divergence?.reason).toContain('The call was made, and is not made again');
      expect(changed.done.map(({ tool }) => tool)).toEqual(['get', 'refund']);
      expect(JSON.stringify(changed).length).toBeLessThan(5_000);
    },
  );

  it('that answers with nothing at all answers null, and with a date its text', async () => {
    const world = shop({ balance: () => undefined, refund: () => ({ at: new Date(0) }) });
    const report = await replayed(world);
    expect(report.toolCalls.map((call) => call.result)).toEqual([
      { total: 5 },
      { at: '1970-01-01T00:00:00.000Z' },
      null,
    ]);
  });

  it('that disappears midway is not called', async () => {
    const world = shop({
      get: () => {
        delete world.behaviours['refund'];
        return { total: 5 };
      },
    });
    expect(await replayed(world)).toMatchObject({
      status: 'failed',
      divergence: {
        call: 2,
        reason: 'The tool "refund" is not there any more',
        remaining: ['refund', 'balance'],
      },
    });
    expect(world.diary).toEqual(['get {"id":7}']);
  });
});

describe('TPL-6 a replay that is ended by its caller', () => {
  it('begins no other call', async () => {
    const caller = new AbortController();
    const world = shop({
      get: () => {
        caller.abort();
        return { total: 5 };
      },
    });
    const report = await replayed(world, refunding, { signal: caller.signal });
    expect(report).toMatchObject({ status: 'failed' });
    expect(world.diary).toEqual(['get {"id":7}']);
  });

  it('does not wait for a call that is going on, and says when it may have changed something', async () => {
    const caller = new AbortController();
    const refund: Behaviour = () => {
      setImmediate(() => caller.abort());
      return never();
    };
    const report = await replayed(shop({ refund }), refunding, { signal: caller.signal });
    expect(report).toMatchObject({ status: 'failed', divergence: { call: 2, uncertain: true } });
  });
});

describe('CAP-5 a secret that was given', () => {
  const login = aPlan(
    [
      aPlanStep('login', { password: { from: 'parameter', name: 'password' } }),
      aPlanStep('open', { door: result(0, '$.door') }, { effect: 'write' }),
    ],
    { parameters: [aSecret('password')] },
  );

  it.each<[string, Behaviour]>([
    ['answers with it', ({ password: given }) => ({ gate: given })],
    ['fails with it', ({ password: given }) => Promise.reject(new Error(`bad password ${String(given)}`))],
    ['says it in an error inside an answer', ({ password: given }) => ({ error: `bad ${String(given)}` })],
  ])('reaches the tool, and nothing else when the tool %s', async (_, behaviour) => {
    const world = aWorld({ login: behaviour, open: () => null });
    const { run, recorded } = aRunHandle();
    const report = await replay(login, { password: 'swordfish' }, world.tools, run, generous);
    expect(world.diary[0]).toContain('swordfish');
    expect(report.status).not.toBe('completed');
    expect(JSON.stringify([report, recorded])).not.toContain('swordfish');
  });
});
