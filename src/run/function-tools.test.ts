import { describe, expect, it } from 'vitest';
import { functionTools } from './function-tools.ts';

describe('functions as tools (TPL-12)', () => {
  it('calls plain functions, about which nothing is known', async () => {
    const tools = functionTools({
      add: ({ a, b }: { a: number; b: number }) => a + b,
      nothing: () => undefined,
    });
    expect(await tools.call('add', { a: 1, b: 2 })).toBe(3);
    expect(await tools.call('nothing', {})).toBeNull();
    expect(tools.describe('add')).toEqual({
      name: 'add',
      description: '',
      inputSchema: null,
      annotations: {},
      declared: {},
    });
  });

  it('describes functions that come with a word about them', async () => {
    const inputSchema = { type: 'object', required: ['id'] };
    const tools = functionTools({
      getOrder: {
        execute: async ({ id }: { id: string }) => ({ id }),
        description: 'An order',
        inputSchema,
        readOnly: true,
        idempotent: true,
      },
    });
    expect(tools.describe('getOrder')).toEqual({
      name: 'getOrder',
      description: 'An order',
      inputSchema,
      annotations: { readOnly: true, idempotent: true },
      declared: { readOnly: true, idempotent: true },
    });
    expect(await tools.call('getOrder', { id: 'W1' })).toEqual({ id: 'W1' });
  });

  it('knows a function that was given under two names', () => {
    const refund = () => 'refunded';
    const tools = functionTools({ refund, giveBack: refund, other: () => 1 });
    expect(tools.describe('giveBack')).toMatchObject({ alias: 'refund' });
    expect(tools.describe('refund')).not.toHaveProperty('alias');
    expect(tools.describe('other')).not.toHaveProperty('alias');
  });

  it('hands on the key of a change', async () => {
    const tools = functionTools({
      pay: { execute: (_: object, { idempotencyKey }) => idempotencyKey ?? 'none' },
    });
    expect(await tools.call('pay', {}, { idempotencyKey: 'once' })).toBe('once');
    expect(await tools.call('pay', {})).toBe('none');
  });

  it('has only what it was given', async () => {
    const tools = functionTools({ add: () => 1 });
    expect(tools.has('toString')).toBe(false);
    expect(tools.describe('toString')).toBeUndefined();
    await expect(tools.call('toString', {})).rejects.toMatchObject({ code: 'tool_missing' });
    expect(() => functionTools({ add: 'no function' as never })).toThrow('The tool "add" must be a function');
  });

  it('stops waiting when the signal says so, and hands it on', async () => {
    const stop = new AbortController();
    let told: AbortSignal | undefined;
    const tools = functionTools({
      hang: {
        execute: (_given: never, { signal }) => {
          told = signal;
          return new Promise(() => {});
        },
      },
    });
    const hanging = tools.call('hang', {}, stop);
    stop.abort(new TypeError('enough'));
    await expect(hanging).rejects.toThrow('enough');
    expect(told?.aborted).toBe(true);
    await expect(tools.call('hang', {}, stop)).rejects.toThrow('enough');
  });

  it('rejects with what a function throws, untouched', async () => {
    const error = new TypeError('broken');
    const tools = functionTools({
      broken: () => {
        throw error;
      },
    });
    await expect(tools.call('broken', {})).rejects.toBe(error);
    await expect(tools.call('broken', {}, new AbortController())).rejects.toBe(error);
  });
});
