import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Engram, type EngramOptions, openEngram } from '../../src/index.ts';
import type { PlanRunner, SubTaskWork } from '../../src/interfaces/library/types.ts';

async function openNew(options: EngramOptions = {}): Promise<Engram> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-plans-'));
  const engram = await openEngram({
    db: `file:${join(folder, 'memory.db')}`,
    workflows: { pollMs: 10 },
    surroundings: { environment: {}, folder, home: folder },
    ...options,
  });
  onTestFinished(() => engram.close());
  return engram;
}

async function withAgents(engram: Engram): Promise<void> {
  await engram.agents.register({ name: 'ada', specialisations: ['backend', 'database'] });
  await engram.agents.register({ name: 'bob', specialisations: ['frontend'] });
  await engram.agents.register({ name: 'carol', specialisations: ['testing'] });
}

async function record(engram: Engram, agent: string, description: string, outcome: 'success' | 'failure') {
  const run = await engram.agent(agent).startRun({ description });
  await run.finish({ outcome });
}

describe('COO-2: the agent for a task', () => {
  it('is the one whose specialisation fits, while nothing else is known', async () => {
    const engram = await openNew();
    await withAgents(engram);
    const match = await engram.agents.match({
      description: 'Add an index to the orders table',
      category: 'database',
    });
    expect(match).toMatchObject({
      agent: 'ada',
      ranking: [{ agent: 'ada', fittingSpecialisation: 'database' }, {}, {}],
    });
    expect((await engram.agents.match({ description: 'The checkout tests fail' })).agent).toBe('carol');
  });

  it('is the one that did similar tasks well, among agents that are alike', async () => {
    const engram = await openNew();
    for (const name of ['ada', 'bob']) await engram.agents.register({ name, specialisations: [] });
    for (let round = 0; round < 4; round += 1) {
      await record(engram, 'ada', `Refund order ${round}`, 'success');
      await record(engram, 'bob', `Refund order ${round}`, 'failure');
      await record(engram, 'ada', `Translate the handbook, part ${round}`, 'failure');
      await record(engram, 'bob', `Translate the handbook, part ${round}`, 'success');
    }
    expect((await engram.agents.match({ description: 'Refund order 42' })).agent).toBe('ada');
    expect((await engram.agents.match({ description: 'Translate the handbook, part 9' })).agent).toBe('bob');
  });

  it('comes with what it remembers about such work, which only the owner sees of another', async () => {
    const engram = await openNew();
    await withAgents(engram);
    await engram.agent('ada').memories.record({
      kind: 'knowledge',
      text: 'Indexes on the orders table need a maintenance window.',
    });
    const asked = { description: 'Add an index to the orders table', category: 'database' };
    expect((await engram.agents.match(asked)).context).toContain('maintenance window');
    expect((await engram.agent('bob').agents.match(asked)).context).toBe('');
    expect((await engram.agents.match({ ...asked, tokens: 0 })).context).toBe('');
  });

  it('is chosen among those that are named, and an unknown one is refused', async () => {
    const engram = await openNew();
    await withAgents(engram);
    const asked = { description: 'Add an index', category: 'database' };
    expect((await engram.agents.match({ ...asked, agents: ['bob', 'carol'] })).ranking).toHaveLength(2);
    await expect(engram.agents.match({ ...asked, agents: ['eve'] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is nobody where there is no agent', async () => {
    const engram = await openNew();
    expect(await engram.agents.match({ description: 'Anything' })).toMatchObject({
      agent: null,
      ranking: [],
    });
  });
});

const task = `Ship the new checkout:
1. [backend] Design the API
2. [backend] Build the API
3. [frontend] Build the page (after 1)
4. [testing] Test both (after 2, 3)`;

describe('COO-3: a plan', () => {
  it('names sub-tasks, what each needs, and what can be done at the same time', async () => {
    const engram = await openNew();
    const plan = await engram.plans.create({ description: task, name: 'checkout' });
    expect(plan).toMatchObject({
      ...{ name: 'checkout', status: 'planned', complexity: 'moderate', madeBy: 'rules' },
      groups: [['1'], ['2', '3'], ['4']],
    });
    expect(plan.mermaid).toContain('t3 --> t4');
    expect(await engram.plans.list()).toMatchObject({ items: [{ name: 'checkout', subTasks: 4, done: 0 }] });
  });

  it('is made by the model when one is configured, and by rules when its answer cannot be used', async () => {
    const answers = [
      'I would start by…',
      '{"subTasks":[{"id":"a","text":"One","needs":["b"]},{"id":"b","text":"Two","needs":["a"]}]}',
    ];
    const good =
      '```json\n{"subTasks":[{"id":1,"text":"Design","category":"backend"},{"id":2,"text":"Build","needs":[1]}]}\n```';
    let next: string[] = [good];
    const model = {
      id: 'scripted',
      generate: async () => ({
        text: next.shift() ?? '',
        requests: [],
        inputTokens: 1,
        outputTokens: 1,
        cut: false,
      }),
    };
    const engram = await openNew({ model });
    expect(await engram.plans.create({ description: task, name: 'by-model' })).toMatchObject({
      madeBy: 'model',
      groups: [['1'], ['2']],
      note: null,
    });
    next = [...answers];
    const fallen = await engram.plans.create({ description: task, name: 'by-rules' });
    expect(fallen).toMatchObject({ madeBy: 'rules', groups: [['1'], ['2', '3'], ['4']] });
    expect(fallen.note).toContain('a → b → a');
    next = [...answers];
    await expect(engram.plans.create({ description: task, by: 'model' })).rejects.toThrow('a → b → a');
  });

  it('is named after the first line of its task, also when that is an item of a list', async () => {
    const engram = await openNew();
    const names: string[] = [];
    for (const description of ['1. Build the API\n2. Test it', '- Build the API\n- Test it', 'Ship it: now'])
      names.push((await engram.plans.create({ description })).name);
    expect(names).toEqual(['build-the-api', 'build-the-api-2', 'ship-it']);
  });

  it('with a cycle is refused, and the cycle is named', async () => {
    const engram = await openNew();
    const subTasks = [
      { id: 'a', text: 'One', needs: ['b'] },
      { id: 'b', text: 'Two', needs: ['a'] },
    ];
    await expect(engram.plans.create({ description: 'x', subTasks })).rejects.toThrow('a → b → a');
    expect((await engram.plans.list()).items).toEqual([]);
  });
});

describe('COO-4: a plan that is run', () => {
  it('gives each sub-task to its agent, and hands results on to those that need them', async () => {
    const engram = await openNew();
    await withAgents(engram);
    await engram.plans.create({ description: task, name: 'checkout' });
    const seen: Record<string, SubTaskWork['results']> = {};
    const plan = await engram.plans.run({ name: 'checkout' }, ({ subTask, agent, results }) => {
      seen[subTask.id] = results;
      return `${subTask.id} by ${agent}`;
    });
    expect(plan).toMatchObject({ status: 'done', done: 4 });
    expect(plan.subTasks.map(({ assigned, result }) => [assigned, result])).toEqual([
      ['ada', '1 by ada'],
      ['ada', '2 by ada'],
      ['bob', '3 by bob'],
      ['carol', '4 by carol'],
    ]);
    expect(seen['4']).toEqual({ 2: '2 by ada', 3: '3 by bob' });
    const { items } = await engram.agent('carol').runs.list({});
    expect(items.filter(({ scope }) => scope.agent === 'carol')).toMatchObject([
      { outcome: 'success', task: { description: 'Test both', category: 'testing' } },
    ]);
  });

  it('tries a sub-task again, then gives it to the next-best agent, and remembers that', async () => {
    const engram = await openNew();
    await withAgents(engram);
    await engram.plans.create({ description: task, name: 'checkout' });
    const attempts: string[] = [];
    const plan = await engram.plans.run({ name: 'checkout', tries: 2 }, ({ subTask, agent }) => {
      attempts.push(`${subTask.id} ${agent}`);
      if (subTask.id === '4' && agent === 'carol') throw new Error('no browser here');
      return null;
    });
    expect(plan.status).toBe('done');
    expect(attempts.filter((each) => each === '4 carol')).toHaveLength(2);
    const test = plan.subTasks[3];
    expect(test?.tried).toMatchObject([
      { agent: 'carol', success: false, tries: 2, error: 'no browser here' },
      { success: true, tries: 1 },
    ]);
    expect(test?.assigned).not.toBe('carol');
    const { items } = await engram.memories.list({ kind: 'collaboration' });
    expect(items).toMatchObject([
      { content: { interaction: 'plan', outcome: 'success', lessons: ['carol failed: no browser here'] } },
    ]);
  });

  it('skips what needs a sub-task that nobody can do, does everything else, and can be run again', async () => {
    const engram = await openNew();
    await withAgents(engram);
    await engram.plans.create({ description: task, name: 'checkout' });
    let isBroken = true;
    const did: string[] = [];
    const runner: PlanRunner = ({ subTask }) => {
      if (subTask.id === '2' && isBroken) throw new Error('no database');
      did.push(subTask.id);
      return subTask.id;
    };
    const failed = await engram.plans.run({ name: 'checkout', tries: 1 }, runner);
    expect(failed).toMatchObject({ status: 'failed', done: 2, failed: 1 });
    expect(failed.subTasks.map(({ status }) => status)).toEqual(['done', 'failed', 'done', 'skipped']);
    expect(failed.error).toContain('"2" (no database)');
    isBroken = false;
    expect(await engram.plans.run({ name: 'checkout', tries: 1 }, runner)).toMatchObject({
      status: 'done',
      done: 4,
    });
    expect(did.sort()).toEqual(['1', '2', '3', '4']);
  });

  it('keeps a sub-task that is reserved for an agent with that agent', async () => {
    const engram = await openNew();
    await withAgents(engram);
    await engram.plans.create({
      name: 'reserved',
      description: 'Two things',
      subTasks: [{ text: 'Anything', agent: 'bob' }, { text: 'Anything else' }],
    });
    const runners = { ada: () => null, bob: () => Promise.reject(new Error('busy')) };
    const plan = await engram.plans.run({ name: 'reserved', tries: 1 }, runners);
    expect(plan.subTasks[0]?.tried.map(({ agent }) => agent)).toEqual(['bob']);
    await expect(engram.plans.run({ name: 'reserved' }, { ada: () => null })).rejects.toThrow(
      'reserved for "bob"',
    );
  });

  it('lets an agent do one thing at a time, unless more is allowed', async () => {
    const engram = await openNew();
    const going = { now: 0, most: 0 };
    const runner: PlanRunner = async () => {
      going.now += 1;
      going.most = Math.max(going.most, going.now);
      await new Promise((resume) => setTimeout(resume, 20));
      going.now -= 1;
    };
    const description = '- one\n- two\n- three';
    await engram.plans.create({ description, name: 'one-by-one' });
    await engram.plans.run({ name: 'one-by-one' }, { ada: runner });
    expect(going.most).toBe(1);
    await engram.plans.create({ description, name: 'at-once' });
    await engram.plans.run({ name: 'at-once', perAgent: 3 }, { ada: runner });
    expect(going.most).toBe(3);
  });

  it('gives up a try that takes too long, and tells the runner', async () => {
    const engram = await openNew();
    await engram.plans.create({ description: 'Wait for ever', name: 'slow' });
    let heard = false;
    const plan = await engram.plans.run(
      { name: 'slow', tries: 1, timeoutMs: 30 },
      {
        ada: ({ signal }) =>
          new Promise<void>(() => {
            signal.addEventListener('abort', () => {
              heard = true;
            });
          }),
      },
    );
    expect(plan).toMatchObject({ status: 'failed' });
    expect(plan.subTasks[0]?.tried[0]?.error).toContain('took longer than 30 ms');
    expect(heard).toBe(true);
  });

  it('is done by the configured model when no function is given, which is told results and memories', async () => {
    const asked: string[] = [];
    const model = {
      id: 'scripted',
      generate: async ({ messages }: { messages: ReadonlyArray<{ role: string; text?: string }> }) => {
        asked.push(messages.map(({ text }) => text).join('\n'));
        const text = asked.length === 2 ? '' : `answer ${asked.length}`;
        return { text, requests: [], inputTokens: 1, outputTokens: 1, cut: false };
      },
    };
    const engram = await openNew({ model });
    await engram.memories.record({ kind: 'knowledge', text: 'The release notes live in the docs folder.' });
    const subTasks = [{ text: 'Find the changes' }, { text: 'Write the release notes', needs: ['1'] }];
    await engram.plans.create({ name: 'notes', description: 'Release', subTasks });
    const plan = await engram.plans.run({ name: 'notes', tries: 1 });
    expect(plan.subTasks[0]).toMatchObject({ status: 'done', result: 'answer 1' });
    expect(asked[1]).toContain('Do this part of a larger task:\n\nWrite the release notes');
    expect(asked[1]).toContain('"1": "answer 1"');
    expect(asked[1]).toContain('docs folder');
  });

  it('is done by the agent itself when an agent runs it, and nobody else sees it', async () => {
    const engram = await openNew();
    await withAgents(engram);
    const bob = engram.agent('bob');
    await bob.plans.create({ description: '- one\n- two', name: 'mine' });
    const plan = await bob.plans.run({ name: 'mine' }, ({ agent }) => agent);
    expect(plan.subTasks.map(({ result }) => result)).toEqual(['bob', 'bob']);
    await expect(engram.agent('ada').plans.show('mine')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('ADP-4: all open tasks', () => {
  it('are done in the order of their dependencies, with recall before and a decision after, and keep their status', async () => {
    const engram = await openNew();
    await withAgents(engram);
    await engram.memories.record({
      kind: 'knowledge',
      text: 'The orders table migration takes ten minutes.',
    });
    await engram.tasks.create({ id: 'deploy', description: 'Deploy the service', dependencies: ['migrate'] });
    await engram.tasks.create({
      id: 'migrate',
      description: 'Migrate the orders table',
      category: 'database',
    });
    await engram.tasks.create({ id: 'blocked', description: 'Announce it', dependencies: ['gone'] });
    await engram.tasks.create({ id: 'after-blocked', description: 'Celebrate', dependencies: ['blocked'] });
    const did: string[] = [];
    let told = '';
    const { plan, blocked } = await engram.tasks.runPending({}, ({ subTask, memory }) => {
      did.push(subTask.id);
      if (subTask.id === 'migrate') told = memory;
      return 'ok';
    });
    expect(plan).toMatchObject({ status: 'done', madeBy: 'tasks', done: 2 });
    expect(did).toEqual(['migrate', 'deploy']);
    expect(told).toContain('ten minutes');
    expect(blocked).toEqual([
      { id: 'blocked', why: 'It depends on "gone", which is not known.' },
      { id: 'after-blocked', why: 'It depends on "blocked", which has to wait.' },
    ]);
    const statuses = await Promise.all(['migrate', 'deploy', 'blocked'].map((id) => engram.tasks.show(id)));
    expect(statuses.map(({ status }) => status)).toEqual(['done', 'done', 'open']);
    const decisions = await engram.memories.list({ kind: 'decision' });
    expect(decisions.items.map(({ content }) => content)).toContainEqual(
      expect.objectContaining({
        context: 'Migrate the orders table',
        action: 'Give it to ada',
        outcome: 'success',
      }),
    );
    expect(await engram.tasks.runPending({}, () => 'again')).toMatchObject({ plan: null });
  });

  it('that fail are marked as failed, and a cycle is named', async () => {
    const engram = await openNew();
    await engram.tasks.create({ id: 'a', description: 'One' });
    const { plan } = await engram.tasks.runPending({ tries: 1 }, () => Promise.reject(new Error('no')));
    expect(plan).toMatchObject({ status: 'failed' });
    expect((await engram.tasks.show('a')).status).toBe('failed');
    await engram.tasks.create({ id: 'b', description: 'Two', dependencies: ['c'] });
    await engram.tasks.create({ id: 'c', description: 'Three', dependencies: ['b'] });
    await expect(engram.tasks.runPending({}, () => null)).rejects.toThrow(/b → c → b|c → b → c/);
  });
});
