import { describe, expect, it } from 'vitest';
import { asRefusal } from '../testing/refusal.ts';
import { inTime } from './in-time.ts';

const hanging = () => new Promise<never>(() => {});

describe('waiting no longer than allowed', () => {
  it('answers with what was waited for, and throws what it threw', async () => {
    expect(await inTime('It', () => 7, { timeoutMs: 1_000 })).toBe(7);
    expect(await inTime('It', async () => 7, { timeoutMs: 1_000 })).toBe(7);
    const fail = (): never => {
      throw new TypeError('no');
    };
    await expect(inTime('It', fail, { timeoutMs: 1_000 })).rejects.toThrow(TypeError);
  });

  it('gives up after the time, and tells whoever listens', async () => {
    let heard: unknown;
    const listening = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        heard = signal.reason;
      });
      return hanging();
    };
    const error = await inTime('The look', listening, { timeoutMs: 5 }).catch(asRefusal);
    expect(error).toMatchObject({ code: 'timeout', message: 'The look took longer than 5 ms.' });
    expect(asRefusal(heard)).toMatchObject({ code: 'timeout' });
  });

  it('gives up when it is told to, also before it begins', async () => {
    const stop = new AbortController();
    const waiting = inTime('It', hanging, { timeoutMs: 10_000, signal: stop.signal });
    stop.abort();
    expect(await waiting.catch(asRefusal)).toMatchObject({ code: 'timeout' });
    let isBegun = false;
    const begin = () => {
      isBegun = true;
    };
    await expect(inTime('It', begin, { timeoutMs: 10_000, signal: stop.signal })).rejects.toThrow();
    expect(isBegun).toBe(false);
  });
});
