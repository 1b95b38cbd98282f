import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engram, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

async function openNew(options: Parameters<typeof openForTest>[0] = {}) {
  const engram = await openForTest({ workflows: { pollMs: 10 }, ...options });
  onTestFinished(() => engram.close());
  return engram;
}

const getOrder = ({ id }: { id: number }) => ({ id, state: 'paid' });

/** A recorded run that looks an order up, and an approved template of it. */
async function savedLookUp(view: View): Promise<void> {
  const run = await view.startRun({ description: 'Look up order 42', inputs: { id: 42 } });
  await run.call('get_order', { id: 42 }, getOrder);
  await run.finish({ outcome: 'success' });
  await view.templates.save({ run: run.id, name: 'look-up' });
  await view.templates.approve({ id: 'look-up' });
}

/** All that is told of how agents do. */
async function told(engram: Engram, agent: string) {
  const [report, statistics, agents, failures, trends] = await Promise.all([
    engram.report(),
    engram.stats(),
    engram.agents.list(),
    engram.learning.failures(),
    engram.learning.trends(),
  ]);
  const own = report.agents.find((each) => each.agent === agent);
  return {
    report: [report.overall.runs, report.overall.successRate.value, report.overall.toolCalls],
    categories: report.categories.map(({ category, runs }) => [category, runs]),
    agent: [own?.runs, own?.topSuccesses.map(({ approach }) => approach), own?.areasToImprove],
    statistics: [statistics.finishedRuns, statistics.successRate],
    agents: agents
      .filter((each) => each.agent === agent)
      .map(({ runs, successes, finished }) => [runs, successes, finished]),
    failures: failures.map(({ slug, occurrences }) => [slug, occurrences]),
    trends: trends.map(({ category, executions }) => [category, executions]),
    decisions: report.quality.utilisation.n,
    recommendation: await engram.agent(agent).learning.recommend({ description: 'Look up order 7' }),
    similar: await engram.agent(agent).tasks.similar({ description: 'Look up order 7' }),
  };
}

describe('LRN-7, TPL-10, DUR-3: only runs that an agent did teach', () => {
  it('replays change nothing but what is told of their template and what it saved', async () => {
    const engram = await openNew();
    const ada = engram.agent('ada');
    await savedLookUp(ada);
    const before = await told(engram, 'ada');
    const tools = { get_order: getOrder };
    for (const id of [42, 43]) await ada.templates.run({ id: 'look-up', inputs: { id } }, tools);
    const gone = { get_order: () => Promise.reject(new Error('no such order')) };
    await ada.templates.run({ id: 'look-up', inputs: { id: 44 } }, gone);
    expect(await told(engram, 'ada')).toEqual(before);
    const { savings } = await engram.report();
    expect(savings.runs).toBe(3);
    expect(
      (await ada.templates.compare('look-up')).runs.filter(({ style }) => style === 'replay'),
    ).toHaveLength(3);
  });

  it('the log of a workflow or a plan says what it is, and counts for nobody: its sub-tasks are runs of their agents', async () => {
    const engram = await openNew();
    for (const agent of ['ada', 'bob']) await engram.agents.register({ name: agent, specialisations: [] });
    const { name } = await engram.plans.create({
      description: 'Ship the report',
      subTasks: [
        { id: 'write', text: 'Write the report' },
        { id: 'send', text: 'Send the report', needs: ['write'] },
      ],
    });
    let tries = 0;
    await engram.plans.run({ name, tries: 1 }, ({ subTask }) => {
      tries += 1;
      if (tries === 1) throw new Error('printer is out of paper');
      return subTask.id;
    });
    const { items } = await engram.runs.list({ limit: 10 });
    expect(items.map(({ mode, task }) => [mode.kind, task.category])).toContainEqual([
      'workflow',
      expect.anything(),
    ]);
    expect(items.filter(({ mode }) => mode.kind === 'normal')).toHaveLength(3);
    const { report, agents, failures, categories } = await told(engram, 'ada');
    expect(report.slice(0, 2)).toEqual([3, 2 / 3]);
    expect(agents.length).toBe(1);
    const counts = (await engram.agents.list()).map(({ runs, successes, finished }) => [
      runs,
      successes,
      finished,
    ]);
    expect(
      counts.reduce((sums, each) => sums.map((sum, place) => sum + (each[place] ?? 0)), [0, 0, 0]),
    ).toEqual([3, 2, 3]);
    expect(categories).toEqual([[null, 3]]);
    // Thrown by the work, it counts for the agent once, and not again for the step of the plan.
    expect(failures).toEqual([[expect.stringContaining('printer'), 1]]);
    const solutions = await engram.learning.solutions({ error: 'printer is out of paper' });
    expect(solutions.filter(({ source }) => source === 'inferred')).toEqual([]);
    expect((await engram.report()).coordination.plans).toBe(1);
  });

  it('how a run was made is no approach that an agent could be best at', async () => {
    const engram = await openNew();
    const ada = engram.agent('ada');
    const content = [
      { role: 'user', content: 'Fix the tests' },
      { role: 'assistant', content: 'Fixed.' },
    ];
    await ada.sessions.import({ format: 'openai', content, outcome: 'success' });
    const { items } = await engram.runs.list({ limit: 10 });
    expect(items.map(({ approach }) => approach)).toEqual([null]);
    const [figures] = (await engram.report()).agents;
    expect(figures?.topSuccesses.map(({ approach }) => approach)).toEqual([null]);
  });
});

describe('REC-4: a prompt is told memories before runs, and nothing of replays', () => {
  it('a policy comes first, then one run of each template, however often it was replayed', async () => {
    const engram = await openNew();
    const ada = engram.agent('ada');
    await savedLookUp(ada);
    for (let id = 100; id < 130; id += 1)
      await ada.templates.run({ id: 'look-up', inputs: { id } }, { get_order: getOrder });
    await ada.memories.record({
      kind: 'knowledge',
      text: 'To look up an order, ask for its number and its postcode.',
    });
    for (const short of [true, false]) {
      const { text, memories, recorded } = await ada.memories.context({ query: 'Look up order 42', short });
      expect(memories).toHaveLength(1);
      expect(recorded).toHaveLength(1);
      expect(text.indexOf('postcode')).toBeLessThan(text.indexOf('Look up order 42'));
      expect(text).not.toContain('replay');
    }
    const found = await ada.memories.search({ query: 'Look up order 129', kind: 'run' });
    expect(found.length).toBeGreaterThan(1);
  });
});

describe('LRN-2, ADP-2: errors that the work throws become failure patterns, each counted once', () => {
  const counted = async (view: View) =>
    (await view.learning.failures()).map(({ template, occurrences }) => [template, occurrences]);

  it('those that end a run, thrown or told', async () => {
    const ada = (await openNew()).agent('ada');
    const work = () => Promise.reject(new TypeError('rows is undefined'));
    for (let round = 0; round < 2; round += 1) await ada.run({ description: 'Count' }, work).catch(() => {});
    const run = await ada.startRun({ description: 'Count again' });
    const end = await run.finish({ outcome: 'failure', error: new TypeError('rows is undefined') });
    expect(end.summary).toBe('rows is undefined');
    expect(await counted(ada)).toEqual([['rows is undefined', 3]]);
    expect((await ada.learning.recognise({ error: 'TypeError: rows is undefined' })).occurrences).toBe(3);
  });

  it('not a second time when a failed step has the same error, bare or within another', async () => {
    const ada = (await openNew()).agent('ada');
    const quota = () => Promise.reject(new Error('quota exceeded'));
    await ada.run({ description: 'Upload' }, (run) => run.call('upload', {}, quota)).catch(() => {});
    const wrapped = async (error: unknown) =>
      Promise.reject(new Error(`Upload failed: ${(error as Error).message}`));
    await ada
      .run({ description: 'Upload' }, (run) => run.call('upload', {}, quota).catch(wrapped))
      .catch(() => {});
    expect(await counted(ada)).toEqual([['quota exceeded', 2]]);
  });

  it('those of parts and strategies of execute, recovered from or not', async () => {
    const ada = (await openNew()).agent('ada');
    const locked = () => Promise.reject(new Error('file is locked'));
    await ada.execute({ description: 'Save' }, locked).catch(() => {});
    let tries = 0;
    const late = () => (++tries < 2 ? locked() : 'saved');
    await ada.execute({ description: 'Save' }, late, { retries: 1 });
    expect(await counted(ada)).toEqual([['file is locked', 2]]);
    const strategy = { description: 'Mine', execute: () => Promise.reject(new RangeError('no such plan')) };
    const options = { strategy: 'mine', strategies: { mine: strategy } };
    await ada.execute({ description: 'Plan' }, () => 'done', options).catch(() => {});
    expect(await counted(ada)).toContainEqual(['no such plan', 1]);
  });

  it('those that an agent outside reports at the end of its run', async () => {
    const ada = (await openNew()).agent('ada');
    const { id } = await ada.runs.start({ description: 'Deploy' });
    await ada.runs.step({ run: id, kind: 'tool', tool: 'deploy', error: 'region is full' });
    await ada.runs.finish({ id, outcome: 'failure', error: 'Deploying failed: region is full' });
    const other = await ada.runs.start({ description: 'Deploy' });
    const end = await ada.runs.finish({
      id: other.id,
      outcome: 'failure',
      error: 'out of memory',
      errorType: 'RangeError',
    });
    expect(end.summary).toBe('out of memory');
    expect(await counted(ada)).toEqual(
      expect.arrayContaining([
        ['region is full', 1],
        ['out of memory', 1],
      ]),
    );
    expect((await ada.learning.failures()).length).toBe(2);
    expect((await ada.learning.failures({ recent: '1d' })).map(({ occurrences }) => occurrences)).toEqual([
      1, 1,
    ]);
  });

  it('not what ended a run that was cancelled', async () => {
    const ada = (await openNew()).agent('ada');
    const controller = new AbortController();
    const work = () => {
      controller.abort(new Error('enough'));
      return new Promise(() => {});
    };
    await ada.execute({ description: 'Wait' }, work, { signal: controller.signal }).catch(() => {});
    expect(await counted(ada)).toEqual([]);
  });
});

describe('LRN-6: a solution inferred from runs counts for the type of the error that it was found for', () => {
  it('scores 1.0 on type and 0.5 on the message for the same error, and 0.5 for one of another type', async () => {
    const ada = (await openNew()).agent('ada');
    const run = await ada.startRun({ description: 'Install' });
    await run.call('install', {}, () => Promise.reject(new RangeError('cache is stale'))).catch(() => {});
    await run.call('clean', {}, () => 'ok');
    await run.call('install', {}, () => 'ok');
    await run.finish({ outcome: 'success' });
    const scores = async (errorType: string) =>
      (await ada.learning.solutions({ error: 'cache is stale', errorType })).map(({ source, score }) => [
        source,
        score,
      ]);
    expect(await scores('RangeError')).toEqual([['inferred', 1.5]]);
    expect(await scores('TypeError')).toEqual([['inferred', 0.5]]);
  });
});
