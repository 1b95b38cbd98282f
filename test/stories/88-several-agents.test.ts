import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engram, RunHandle, Template } from '../../src/index.ts';
import { scriptedModel } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';

const workforce = ['planner', 'coder', 'reviewer'];

const tools = {
  read_issue: ({ issue }: { issue: number }) => ({ issue, title: 'Totals are wrong', file: 'src/total.ts' }),
  read_file: ({ path }: { path: string }) => ({ path, text: 'return net;' }),
  write_file: ({ path }: { path: string }) => ({ path, written: true }),
  run_tests: ({ path }: { path: string }) => ({ path, passed: 12 }),
  get_review: ({ path }: { path: string }) => ({ path, verdict: 'approved' }),
};

/** The planner reads the issue, the coder mends a file, the reviewer tests it and says what it thinks. */
async function mendTotals(run: RunHandle): Promise<void> {
  const plan = run.subTask({ id: 'plan', index: 0, text: 'Find the cause' });
  const code = run.subTask({ id: 'code', index: 1, text: 'Mend the file', agent: 'coder' });
  const test = run.subTask({ id: 'test', index: 2, text: 'Test the change', agent: 'reviewer' });
  const review = run.subTask({ id: 'review', index: 3, text: 'Review the change', agent: 'reviewer' });
  const { file } = await plan.tools(tools).read_issue({ issue: 7 });
  await code.tools(tools).read_file({ path: file });
  await code.tools(tools).write_file({ path: file });
  await test.tools(tools).run_tests({ path: file });
  await review.tools(tools).get_review({ path: file });
  await run.as('reviewer').note('Looks right.');
  await run.finish({ outcome: 'success' });
}

describe('CAP-8 a workforce of three agents does one task', () => {
  let engram: Engram;
  let runId: string;

  beforeEach(async () => {
    engram = await openForTest();
    const run = await engram.startRun({
      description: 'Mend issue 7',
      inputs: { issue: 7 },
      agents: workforce,
    });
    runId = run.id;
    await mendTotals(run);
  });

  it('is one run, held by the first of them, whose steps name the agent and the part', async () => {
    const { scope, agents, steps } = await engram.runs.show(runId);
    expect([scope.agent, agents]).toEqual(['planner', ['coder', 'reviewer']]);
    expect(
      steps.map((step) => [step.agent, step.subTask?.id, step.kind === 'tool' ? step.tool : 'note']),
    ).toEqual([
      [null, 'plan', 'read_issue'],
      ['coder', 'code', 'read_file'],
      ['coder', 'code', 'write_file'],
      ['reviewer', 'test', 'run_tests'],
      ['reviewer', 'review', 'get_review'],
      ['reviewer', undefined, 'note'],
    ]);
  });

  it('is seen by each of them and the owner, and by no other agent', async () => {
    const seen = await engram.runs.show(runId);
    for (const agent of workforce) expect(await engram.agent(agent).runs.show(runId)).toEqual(seen);
    const stranger = engram.agent('cod');
    await expect(stranger.runs.show(runId)).rejects.toMatchObject({ code: 'not_found' });
    expect((await stranger.runs.list()).items).toEqual([]);
    expect(await stranger.agents.list()).toEqual([]);
  });

  it('counts for each of them', async () => {
    expect(await engram.agents.list()).toMatchObject(
      workforce.toSorted().map((agent) => ({ agent, runs: 1, successes: 1 })),
    );
  });

  it('lets an agent record what it did itself, and neither end the run nor speak for another', async () => {
    const open = await engram.agent('planner').runs.start({ description: 'Mend issue 8', agents: ['coder'] });
    const { runs } = engram.agent('coder');
    const step = await runs.step({ run: open.id, tool: 'read_file', result: { text: '' } });
    expect([step.agent, step.scope.agent]).toEqual(['coder', 'planner']);
    await expect(runs.step({ run: open.id, tool: 'review', agent: 'planner' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(runs.finish({ id: open.id, outcome: 'success' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(engram.agent('reviewer').runs.step({ run: open.id, tool: 'review' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('takes in an agent whom the holder names in a step', async () => {
    const { runs } = engram.agent('planner');
    const open = await runs.start({ description: 'Mend issue 9' });
    await runs.step({ run: open.id, tool: 'review', result: {}, agent: 'reviewer' });
    expect(await engram.agent('reviewer').runs.show(open.id)).toMatchObject({ agents: ['reviewer'] });
  });

  it('is not begun by naming agents in a run of the project, which all of them read', async () => {
    const run = await engram.startRun({ description: 'Mend issue 10' });
    expect(() => run.as('coder')).toThrow(
      'The agent "coder" cannot take part: the run belongs to the project, which all its agents read.',
    );
    await expect(engram.runs.step({ run: run.id, tool: 'review', agent: 'coder' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('CAP-8 a template of a workforce', () => {
  let engram: Engram;
  let template: Template;

  beforeEach(async () => {
    engram = await openForTest({ templates: { synthesis: { by: 'rules' } } });
    const run = await engram.startRun({
      description: 'Mend issue 7',
      inputs: { issue: 7 },
      agents: workforce,
    });
    await mendTotals(run);
    template = await engram.templates.save({ run: run.id, name: 'mend' });
  });

  it('has its parts, its calls and its examples by agent and part', async () => {
    expect(template.agents).toEqual(workforce);
    expect(template.subTasks.map(({ id, agent }) => [id, agent])).toEqual([
      ['plan', 'planner'],
      ['code', 'coder'],
      ['test', 'reviewer'],
      ['review', 'reviewer'],
    ]);
    const made = ({
      tool,
      agent,
      subTask,
    }: {
      tool: string;
      agent?: string | null | undefined;
      subTask: string | null;
    }) => [tool, agent, subTask];
    const calls = [
      ['read_issue', 'planner', 'plan'],
      ['read_file', 'coder', 'code'],
      ['write_file', 'coder', 'code'],
      ['run_tests', 'reviewer', 'test'],
      ['get_review', 'reviewer', 'review'],
    ];
    expect(template.plan.map(made)).toEqual(calls);
    expect(template.examples.map(made)).toEqual(calls);
  });

  it('has the memory of each agent, and of each part for one that did several', async () => {
    const memories = await engram.templates.memory.list({ template: 'mend' });
    const toolsOf = memories.map(({ content }) => [
      content.agent,
      content.subTask,
      content.toolSequence.map(({ tool }) => tool).join(' '),
    ]);
    expect(toolsOf.toSorted()).toEqual([
      ['coder', null, 'read_file write_file'],
      ['planner', null, 'read_issue'],
      ['reviewer', null, 'run_tests get_review'],
      ['reviewer', 'review', 'get_review'],
      ['reviewer', 'test', 'run_tests'],
    ]);
  });

  it.each([
    ['coder', ['read_file', 'write_file']],
    ['reviewer', ['run_tests', 'get_review']],
    ['planner', ['read_issue']],
  ])('hands %s its own memory and examples only', async (agent, own) => {
    const begun = await engram.templates.begin({ id: 'mend', inputs: { issue: 8 }, agent });
    for (const tool of Object.keys(tools)) {
      const isCall = begun.system.includes(`**${tool}`) || begun.system.includes(`**Call:** ${tool}`);
      expect([tool, isCall]).toEqual([tool, own.includes(tool)]);
    }
  });

  it('hands an agent what it knows about its part, when the part is named', async () => {
    const { system } = await engram.templates.begin({
      id: 'mend',
      inputs: { issue: 8 },
      agent: 'reviewer',
      subTask: 'test',
    });
    expect(system).toContain('1. **run_tests');
    expect(system).not.toContain('. **get_review');
  });

  it('is saved by an agent that took part as its own, and by no other agent', async () => {
    const { sourceRunId } = template;
    const own = await engram.agent('coder').templates.save({ run: sourceRunId, name: 'mine' });
    expect(own.scope.agent).toBe('coder');
    await expect(engram.agent('cod').templates.save({ run: sourceRunId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('names the agent of each recorded call in a replay, which belongs to whoever replays it', async () => {
    await engram.templates.approve({ id: 'mend' });
    const report = await engram.templates.run({ id: 'mend', inputs: { issue: 7 } }, tools);
    expect(report.toolCalls.map(({ tool, agent }) => [tool, agent])).toEqual([
      ['read_issue', 'planner'],
      ['read_file', 'coder'],
      ['write_file', 'coder'],
      ['run_tests', 'reviewer'],
      ['get_review', 'reviewer'],
    ]);
    const { steps, agents } = await engram.runs.show(report.runId);
    expect(agents).toEqual([]);
    expect(steps.map(({ agent }) => agent)).toEqual(steps.map(() => null));
  });
});

describe('CAP-8 a workforce does its task again, with a model', () => {
  it('records each part as the work of its agent, and improves the memory of each', async () => {
    const call = (tool: string) => ({
      requests: [
        { id: tool, tool, arguments: tool === 'read_issue' ? { issue: 8 } : { path: 'src/total.ts' } },
      ],
    });
    const model = scriptedModel([
      ...['read_issue', 'read_file', 'run_tests', 'get_review'].flatMap((tool) => [
        call(tool),
        { text: 'Done.' },
      ]),
    ]);
    const engram = await openForTest({ model, templates: { synthesis: { by: 'rules' } } });
    const run = await engram.startRun({
      description: 'Mend issue 7',
      inputs: { issue: 7 },
      agents: workforce,
    });
    await mendTotals(run);
    await engram.templates.save({ run: run.id, name: 'mend', approve: true });
    const report = await engram.templates.run({ id: 'mend', mode: 'adaptive', inputs: { issue: 8 } }, tools);
    const again = await engram.agent('reviewer').runs.show(report.runId);
    expect([again.scope.agent, again.agents]).toEqual(['planner', ['coder', 'reviewer']]);
    const made = again.steps.flatMap((step) =>
      step.kind === 'tool' ? [[step.subTask?.id, step.agent]] : [],
    );
    expect(new Set(made.map(String))).toEqual(
      new Set(['plan,', 'code,coder', 'test,reviewer', 'review,reviewer']),
    );
    await vi.waitFor(async () => {
      const memories = await engram.templates.memory.list({ template: 'mend', agent: 'coder' });
      expect(memories.map(({ content }) => content.executions)).toEqual([2]);
    });
  });
});
