import { describe, expect, it } from 'vitest';
import type { Settings } from '../../config/settings.ts';
import { fixedClock } from '../../testing/index.ts';
import { createResultCache } from './cache.ts';
import { replay } from './replay.ts';
import { aPlan, aPlanStep, aRunHandle, aWorld, generous } from './world.fixture.ts';

const settings: Settings['templates']['cache'] = { enabled: true, ttlSeconds: 60, entries: 3, megabytes: 1 };

function aCache(overrides: Partial<typeof settings> = {}) {
  const time = fixedClock();
  const cache = createResultCache({ ...settings, ...overrides }, time);
  return { time, cache, kept: cache.within('ada') };
}

describe('TPL-7 results that are kept', () => {
  it('are found by tool and arguments, whatever order these were written in', () => {
    const { cache, kept } = aCache();
    kept.keep('get', { a: 1, b: 2 }, { found: true }, kept.changes());
    expect(kept.find('get', { b: 2, a: 1 })).toEqual({ found: true });
    expect(kept.find('get', { a: 1 })).toBeUndefined();
    expect(kept.find('list', { a: 1, b: 2 })).toBeUndefined();
    expect(cache.statistics()).toMatchObject({ hits: 1, misses: 2, hitRate: 1 / 3, entries: 1 });
    expect(aCache().cache.statistics()).toEqual({ hits: 0, misses: 0, hitRate: null, entries: 0, bytes: 0 });
  });

  it('are seen by nobody else', () => {
    const { cache, kept } = aCache();
    kept.keep('get', {}, 'of ada', kept.changes());
    expect(cache.within('bob').find('get', {})).toBeUndefined();
    cache.within('bob').empty();
    expect(cache.within('ada').find('get', {})).toBe('of ada');
  });

  it('are copies: whoever changes one changes it for nobody', () => {
    const { kept } = aCache();
    const result = { list: [1] };
    kept.keep('get', {}, result, kept.changes());
    result.list.push(2);
    (kept.find('get', {}) as typeof result).list.push(3);
    expect(kept.find('get', {})).toEqual({ list: [1] });
  });

  it('are gone after their time', () => {
    const { time, cache, kept } = aCache();
    kept.keep('get', {}, 1, kept.changes());
    time.advance(59_999);
    expect(kept.find('get', {})).toBe(1);
    time.advance(1);
    expect(kept.find('get', {})).toBeUndefined();
    expect(cache.statistics()).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('make room for others: those that were not used for the longest time go first', () => {
    const { cache, kept } = aCache();
    for (const id of [1, 2, 3]) kept.keep('get', { id }, id, kept.changes());
    kept.find('get', { id: 1 });
    kept.keep('get', { id: 4 }, 4, kept.changes());
    expect([1, 2, 3, 4].map((id) => kept.find('get', { id }))).toEqual([1, undefined, 3, 4]);
    expect(cache.statistics().entries).toBe(3);
  });

  it('take no more than so many bytes, and one that takes more is not kept', () => {
    const { cache, kept } = aCache();
    const text = 'x'.repeat(600_000);
    kept.keep('get', { id: 1 }, text, kept.changes());
    kept.keep('get', { id: 2 }, text, kept.changes());
    expect(cache.statistics()).toMatchObject({ entries: 1 });
    expect(cache.statistics().bytes).toBeLessThan(1_000_000);
    kept.keep('get', { id: 3 }, text + text, kept.changes());
    expect(kept.find('get', { id: 3 })).toBeUndefined();
    expect(kept.find('get', { id: 2 })).toBe(text);
  });

  it('count no more after a change, also when they were asked for before it', () => {
    const { cache, kept } = aCache();
    kept.keep('get', { id: 1 }, 1, kept.changes());
    const before = kept.changes();
    kept.empty();
    kept.keep('get', { id: 2 }, 2, before);
    expect(cache.statistics()).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('are none when the cache is switched off', () => {
    const { kept } = aCache({ enabled: false });
    kept.keep('get', {}, 1, kept.changes());
    expect(kept.find('get', {})).toBeUndefined();
  });
});

describe('TPL-7 a replay with kept results', () => {
  const looking = aPlan([aPlanStep('get', { id: { from: 'constant', value: 7 } })]);
  const changing = aPlan([...looking.plan, aPlanStep('put', {}, { effect: 'write' })]);
  const world = () => {
    const tools = aWorld({ get: () => ({ total: 5 }), put: () => null });
    tools.says['get'] = { annotations: { readOnly: true, idempotent: true } };
    tools.says['put'] = { annotations: { readOnly: false, idempotent: true } };
    return tools;
  };
  const run = (
    template: typeof looking,
    { tools }: ReturnType<typeof world>,
    kept: ReturnType<typeof aCache>['kept'],
  ) => replay(template, {}, tools, aRunHandle().run, { ...generous, cache: kept });

  it('asks a tool once that says it may be, and says that the second result was kept', async () => {
    const shop = world();
    const { kept } = aCache();
    expect((await run(looking, shop, kept)).toolCalls[0]).not.toHaveProperty('cached');
    expect(await run(looking, shop, kept)).toMatchObject({
      status: 'completed',
      toolCalls: [{ result: { total: 5 }, matched: true, cached: true }],
    });
    expect(shop.diary).toHaveLength(1);
  });

  it('asks every time a tool that does not say so', async () => {
    const shop = world();
    shop.says['get'] = { annotations: { readOnly: true } };
    const { kept } = aCache();
    await run(looking, shop, kept);
    await run(looking, shop, kept);
    expect(shop.diary).toHaveLength(2);
  });

  it('looks anew before every change, never keeps a change, and forgets what it kept after it', async () => {
    const shop = world();
    const { kept } = aCache();
    await run(looking, shop, kept);
    await run(changing, shop, kept);
    await run(changing, shop, kept);
    await run(looking, shop, kept);
    expect(shop.diary.map((line) => line.slice(0, 3))).toEqual(['get', 'get', 'put', 'get', 'put', 'get']);
  });

  it('forgets also when the change failed', async () => {
    const shop = world();
    const { kept } = aCache();
    await run(looking, shop, kept);
    shop.behaviours['put'] = () => Promise.reject(new Error('broken'));
    await run(aPlan([aPlanStep('put', {}, { effect: 'write' })]), shop, kept);
    await run(looking, shop, kept);
    expect(shop.diary).toHaveLength(3);
  });

  it('checks a kept result like any other', async () => {
    const shop = world();
    const { kept } = aCache();
    await run(looking, shop, kept);
    const strict = aPlan([
      { ...(looking.plan[0] ?? aPlanStep('get')), holds: [{ path: '$.total', oneOf: [6] }] },
    ]);
    expect(await run(strict, shop, kept)).toMatchObject({ status: 'diverged' });
    expect(shop.diary).toHaveLength(1);
  });
});
