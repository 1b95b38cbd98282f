import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandRunner } from '../../src/coordinate/runners.ts';
import { type Engram, openEngram } from '../../src/index.ts';
import { planTree } from '../../src/interfaces/cli/present/plans.ts';
import { createPaint } from '../../src/interfaces/cli/terminal.ts';
import type { PlanRunner, SubTaskWork } from '../../src/interfaces/library/types.ts';

async function openNew(): Promise<Engram> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-plans-attacked-'));
  const engram = await openEngram({
    db: `file:${join(folder, 'memory.db')}`,
    workflows: { pollMs: 10 },
    surroundings: { environment: {}, folder, home: folder },
  });
  onTestFinished(() => engram.close());
  return engram;
}

/** Something to wait for. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

const secret = 'AKIAIOSFODNN7EXAMPLE';

describe('COO-4: an agent that runs a plan', () => {
  it('cannot work as another agent, and so read what that one remembers', async () => {
    const engram = await openNew();
    await engram
      .agent('bob')
      .memories.record({ kind: 'knowledge', text: 'The orders index is rebuilt at 4.' });
    const ada = engram.agent('ada');
    const subTasks = [{ text: 'Rebuild the orders index', agent: 'bob' }];
    await ada.plans.create({ name: 'spy', description: 'Rebuild', subTasks });
    const given: SubTaskWork[] = [];
    const runner: PlanRunner = (work) => void given.push(work);
    await expect(ada.plans.run({ name: 'spy' }, runner)).rejects.toMatchObject({ code: 'forbidden' });
    expect(given).toEqual([]);
    expect(await engram.plans.run({ name: 'spy' }, runner)).toMatchObject({ status: 'done' });
    expect(given).toMatchObject([{ agent: 'bob' }]);
  });

  it('cannot go on as another agent that the owner had given a sub-task to', async () => {
    const engram = await openNew();
    await engram.agents.register({ name: 'bob', specialisations: [] });
    const ada = engram.agent('ada');
    await ada.plans.create({ name: 'left', description: '- Rebuild the index\n- Count the orders' });
    const [begun, release] = [gate(), gate()];
    const paused = engram.plans.run({ name: 'left' }, async () => {
      begun.open();
      await release.opened;
    });
    await begun.opened;
    const { workflowId } = await engram.plans.show('left');
    await engram.workflows.pause(workflowId ?? '');
    release.open();
    expect(await paused).toMatchObject({ status: 'paused', done: 1 });
    const given: Array<string | null> = [];
    const runner: PlanRunner = ({ agent }) => void given.push(agent);
    const refused = await ada.plans.run({ name: 'left' }, runner);
    expect(refused).toMatchObject({ status: 'failed', done: 1 });
    expect(planTree(refused, createPaint(false), 200)).toContain('cannot work as another agent');
    expect(await ada.plans.run({ name: 'left' }, runner)).toMatchObject({ status: 'done', done: 2 });
    expect(given).toEqual(['ada']);
  });
});

describe('COO-3: names', () => {
  it('of sub-tasks may be those of the prototype of an object', async () => {
    const engram = await openNew();
    const ids = ['constructor', '__proto__', 'toString'];
    const subTasks = [
      ...ids.map((id) => ({ id, text: `Do ${id}` })),
      { id: 'last', text: 'End', needs: ids },
    ];
    await engram.plans.create({ name: 'odd', description: 'Odd names', subTasks });
    const results: string[] = [];
    const plan = await engram.plans.run({ name: 'odd' }, (work) => {
      if (work.subTask.id === 'last') results.push(...Object.keys(work.results));
      return `did ${work.subTask.id}`;
    });
    expect(plan).toMatchObject({ status: 'done', done: 4 });
    expect(plan.subTasks.map(({ result }) => result)).toEqual([...ids, 'last'].map((id) => `did ${id}`));
    expect(results.sort()).toEqual([...ids].sort());
  });

  it('of plans are made without the secrets of the task', async () => {
    const engram = await openNew();
    const { name } = await engram.plans.create({ description: `Rotate ${secret} now` });
    expect(name).not.toContain(secret.toLowerCase());
  });
});

describe('COO-4: a table of functions', () => {
  it('that cannot do the work is refused before anything begins', async () => {
    const engram = await openNew();
    const subTasks = [{ text: 'Build', agent: 'constructor' }];
    await engram.plans.create({ name: 'reserved', description: 'Build', subTasks });
    await engram.plans.create({ name: 'free', description: 'Build' });
    const run = (name: string, runners: object) => engram.plans.run({ name }, runners as { ada: PlanRunner });
    await expect(run('reserved', { ada: () => 1 })).rejects.toThrow('reserved for "constructor"');
    await expect(run('free', {})).rejects.toThrow('the table of functions is empty');
    await expect(run('free', { ada: 'build' })).rejects.toThrow('for the agent "ada" is no function');
    await expect(run('free', { '': () => 1 })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await engram.plans.show('free')).toMatchObject({ status: 'planned' });
  });
});

describe('COO-4: whatever an agent throws', () => {
  it.each([
    ['text that no database keeps', new Error('a\u0000b \ud800')],
    ['more text than a record holds', new Error('x'.repeat(3_000_000))],
  ])('%s fails its sub-task and not the plan', async (_, thrown) => {
    const engram = await openNew();
    await engram.agents.register({ name: 'ada', specialisations: [] });
    const subTasks = [
      { id: 'bad', text: 'Break' },
      { id: 'good', text: 'Build' },
    ];
    await engram.plans.create({ name: 'odd', description: 'Odd', subTasks });
    const plan = await engram.plans.run({ name: 'odd', tries: 1 }, ({ subTask }) => {
      if (subTask.id === 'bad') throw thrown;
      return 'built';
    });
    expect(plan.subTasks).toMatchObject([{ status: 'failed' }, { status: 'done', result: 'built' }]);
  });
});

describe('COO-4: many sub-tasks at the same time', () => {
  it('bring no warning', async () => {
    const engram = await openNew();
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const subTasks = Array.from({ length: 15 }, (_, index) => ({ text: `Part ${index}` }));
    await engram.plans.create({ name: 'wide', description: 'Wide', subTasks });
    const [all, begun] = [gate(), new Set<string>()];
    const plan = await engram.plans.run({ name: 'wide', perAgent: 15 }, async ({ subTask }) => {
      if (begun.add(subTask.id).size === 15) all.open();
      await all.opened;
    });
    expect(plan).toMatchObject({ status: 'done', done: 15 });
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });
});

describe('COO-4: a command line', () => {
  it('does a sub-task with more text than a variable of the environment can hold', async () => {
    const engram = await openNew();
    const description = 'word '.repeat(40_000);
    await engram.plans.create({ name: 'long', description });
    const plan = await engram.plans.run({ name: 'long', tries: 1 }, commandRunner('wc -w', tmpdir()));
    expect(plan).toMatchObject({ status: 'done', error: null });
    expect(plan.subTasks[0]?.result).toBeGreaterThan(40_000);
  });
});

describe('ADP-4: pending tasks', () => {
  it('of a plan that is cancelled are open again', async () => {
    const engram = await openNew();
    await engram.tasks.create({ id: 'migrate', description: 'Migrate the orders table' });
    const begun = gate();
    const stopped = engram.tasks.runPending({}, ({ signal }) => {
      begun.open();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await begun.opened;
    const [plan] = (await engram.plans.list()).items;
    await engram.workflows.cancel((await engram.plans.show(plan?.name ?? '')).workflowId ?? '');
    await stopped;
    const again = await engram.tasks.runPending({}, () => 'migrated');
    expect(again.plan).toMatchObject({ status: 'done', done: 1 });
    expect(await engram.tasks.show('migrate')).toMatchObject({ status: 'done' });
  });

  it('whose result held a secret stops after a crash, and the next run does that sub-task again', async () => {
    const engram = await openNew();
    await engram.plans.create({ name: 'keys', description: '1. Make a key\n2. Use it' });
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const did: string[] = [];
    let isBroken = true;
    const runner: PlanRunner = ({ subTask, results }) => {
      did.push(subTask.id);
      if (subTask.id === '1') return { key: secret };
      if (isBroken) throw new Error('no network');
      return { isWhole: JSON.stringify(results).includes(secret) };
    };
    expect(await engram.plans.run({ name: 'keys', tries: 1 }, { ada: runner })).toMatchObject({
      status: 'failed',
    });
    isBroken = false;
    const plan = await engram.plans.run({ name: 'keys', tries: 1 }, { ada: runner });
    expect(plan).toMatchObject({ status: 'done', subTasks: [{}, { result: { isWhole: true } }] });
    expect(did).toEqual(['1', '2', '1', '2']);
    expect(JSON.stringify(plan)).not.toContain(secret);
  });
});
