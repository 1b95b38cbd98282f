import { describe, expect, it } from 'vitest';
import {
  harmOf,
  recurrencesOf,
  simulate,
  successOf,
  weeklySuccess,
  weeksToRecover,
} from '../../bench/simulation.ts';
import { type Done, readRemedy, withEngram } from '../../bench/simulation-agents.ts';
import { drawWeeks } from '../../bench/simulation-chart.ts';
import { plantWrongLessons, wrongChecks } from '../../bench/simulation-lessons.ts';
import { makeWorld, toolsFor } from '../../bench/simulation-world.ts';
import type { View } from '../../src/index.ts';

const small = { seeds: 1, weeks: 3, agents: 1, tasksADay: 4, plantedInWeek: 1 };

/** Each world is played once. */
const worlds = new Map<number, ReturnType<typeof simulate>>();
function worldOf(seed: number): ReturnType<typeof simulate> {
  const world = worlds.get(seed) ?? simulate(seed, small);
  worlds.set(seed, world);
  return world;
}

/** What is comparable about a course of tasks. */
const told = (done: readonly Done[]) =>
  done.map(({ success, approach, failed, needless }) => [success, approach, [...failed], needless]);

describe('the simulation, which is an illustration', () => {
  it('is the same for the same seed', async () => {
    const [one, other] = [await worldOf(3), await simulate(3, small)];
    for (const arm of ['without', 'with', 'misled'] as const) {
      expect(one[arm]).toHaveLength(60);
      expect(told(one[arm])).toEqual(told(other[arm]));
    }
  });

  it('gives every arm the same tasks, luck and faults', async () => {
    const { without, with: helped } = await worldOf(3);
    expect(helped.map(({ task }) => task)).toEqual(without.map(({ task }) => task));
  });

  it('shows agents that do better with Engram, and meet fewer failures again', async () => {
    const worlds = await Promise.all([2, 3].map(worldOf));
    const [without, helped] = [worlds.flatMap((one) => one.without), worlds.flatMap((one) => one.with)];
    expect(successOf(helped)).toBeGreaterThan(successOf(without));
    const { after, otherwise } = recurrencesOf(helped, without, () => true);
    expect(otherwise).toBeGreaterThan(10);
    expect(after).toBeLessThan(otherwise / 2);
  });

  it('shows that a wrong check which cannot be heeded switches itself off', async () => {
    const world = makeWorld(2, { weeks: 4, agents: 1, tasksADay: 6 });
    const on: boolean[] = [];
    const watch = async (day: number, view: View): Promise<void> => {
      if (day === 0) await plantWrongLessons(world, view);
      on.push((await view.prevention.show(wrongChecks.impossible)).check.content.enabled);
    };
    await withEngram(world, { heeding: 0.9, curiosity: 0.1, onDay: watch });
    expect([on[0], on.at(-1)]).toEqual([true, false]);
  });

  it('shows that false decisions are slowly outweighed by what happens', async () => {
    const world = makeWorld(2, { weeks: 6, agents: 1, tasksADay: 6 });
    const taken: number[] = [];
    const plant = async (day: number, view: View): Promise<void> => {
      if (day === 0) await plantWrongLessons(world, view);
    };
    for (const { task, approach } of await withEngram(world, { heeding: 0, curiosity: 0.2, onDay: plant })) {
      taken.push(task.category.rates[approach] === Math.min(...task.category.rates) ? 1 : 0);
    }
    const shareOfWorst = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
    expect(shareOfWorst(taken.slice(0, 60))).toBeGreaterThan(0.5);
    expect(shareOfWorst(taken.slice(-60))).toBeLessThan(shareOfWorst(taken.slice(0, 60)) - 0.15);
  });
});

describe('the figures of the simulation', () => {
  const [task] = makeWorld(1, { weeks: 1, agents: 1, tasksADay: 1 }).tasks;
  if (task === undefined) throw new TypeError('A world has tasks.');
  const worst = task.category.rates.indexOf(Math.min(...task.category.rates));
  const best = task.category.rates.indexOf(Math.max(...task.category.rates));
  const done: Done = {
    task,
    success: true,
    approach: best,
    advised: true,
    failed: new Set(),
    guarded: new Set(),
    needless: 0,
    ranOut: false,
  };

  it('count a task as made worse only where Engram had a part in it', () => {
    const failed = { ...done, success: false };
    expect(harmOf([{ ...failed, approach: worst }], [done])).toBe(1);
    expect(harmOf([{ ...failed, approach: worst, advised: false }], [done])).toBe(0);
    expect(harmOf([{ ...failed, approach: best }], [done])).toBe(0);
    expect(harmOf([{ ...failed, ranOut: true, needless: 1 }], [done])).toBe(1);
    expect(harmOf([{ ...failed, approach: worst }], [{ ...done, success: false }])).toBe(0);
  });

  it('count a failure again only where a check stands before the tool', () => {
    const again = { ...done, failed: new Set(['deploy']), guarded: new Set(['deploy', 'migrate']) };
    const otherwise = { ...done, failed: new Set(['deploy', 'migrate', 'render']) };
    expect(recurrencesOf([again], [otherwise], () => true)).toEqual({ after: 1, otherwise: 2 });
  });

  it('say after how many weeks those who were misled are back, and that they never are', () => {
    const honest = [0.5, 0.6, 0.7, 0.7];
    expect(weeksToRecover(honest, [0.5, 0.4, 0.68, 0.7], 1)).toBe(1);
    expect(weeksToRecover(honest, [0.5, 0.6, 0.7, 0.7], 1)).toBe(0);
    expect(weeksToRecover(honest, [0.5, 0.4, 0.68, 0.5], 1)).toBeNull();
    expect(weeklySuccess([done, { ...done, success: false }], 1)).toEqual([0.5]);
  });

  it('read what solutions and checks say in words', () => {
    expect(readRemedy('call backup, then migrate again')).toEqual([{ kind: 'first', tool: 'backup' }]);
    expect(readRemedy('call api_call with delay 2')).toEqual([{ kind: 'argument', name: 'delay', value: 2 }]);
    expect(readRemedy('call fetch_page again')).toEqual([{ kind: 'retry' }]);
    expect(readRemedy('think about it')).toEqual([]);
  });

  it('come from tools that fail until the right thing was done', () => {
    const faulty = toolsFor({ ...task, faulty: new Set(['migrate', 'api_call']) });
    expect(() => faulty.use('migrate', {})).toThrow(/^Migration \d+ refused/);
    faulty.use('backup', {});
    expect(faulty.use('migrate', {})).toBe('done');
    expect(() => faulty.use('api_call', { delay: 0 })).toThrow('429');
    expect(faulty.use('api_call', { delay: 3 })).toBe('done');
  });

  it('are drawn with their label', () => {
    const chart = drawWeeks('Tasks', 'illustration: made up', [{ name: 'with', weeks: [0.2, 0.8] }]);
    expect(chart).toContain('illustration: made up');
    expect(chart).toContain('prefers-color-scheme: dark');
    expect(chart).toContain('M0.0 176.0L420.0 44.0');
  });
});
