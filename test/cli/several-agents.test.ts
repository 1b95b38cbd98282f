import { describe, expect, it } from 'vitest';
import { type Identified, type World, worldForTest } from './world.ts';

/** A run of the planner with a coder, and what each of them did. */
async function workTogether(world: World): Promise<string> {
  const { id } = await world.json<Identified>(
    ...['run', 'start', 'Mend issue 7', '--agents', 'planner,coder'],
  );
  const part = JSON.stringify({ id: 'code', index: 1, text: 'Mend the file' });
  const plan = JSON.stringify({ id: 'plan', index: 0, text: 'Find the cause' });
  await world.json(
    'run',
    'step',
    id,
    '--tool',
    'read_issue',
    '--result',
    '{"file":"a.ts"}',
    '--sub-task',
    plan,
  );
  await world.json('run', 'step', id, '--tool', 'write_file', '--by', 'coder', '--sub-task', part);
  await world.json('run', 'step', id, '--tool', 'lint', '--agent', 'coder', '--sub-task', part);
  await world.json('run', 'finish', id, '--outcome', 'success');
  return id;
}

describe('CAP-8 engram run with several agents', () => {
  it('shows who takes part, the parts with their agents, and who made each step', async () => {
    const world = worldForTest();
    const id = await workTogether(world);
    const { out } = await world.run(['run', 'show', id, '--agent', 'coder']);
    expect(out).toMatch(/^agent +planner$/m);
    expect(out).toMatch(/^with +coder$/m);
    expect(out).toContain('Parts\n  planner: Find the cause\n  coder: Mend the file\n');
    expect(out).toMatch(/✓ planner: read_issue .*\n.*\n.*\n✓ coder: write_file .*\n.*\n.*\n✓ coder: lint/);
  });

  it('answers another agent as if the run did not exist', async () => {
    const world = worldForTest();
    const id = await workTogether(world);
    expect((await world.run(['run', 'show', id, '--agent', 'reviewer'])).err).toContain('run');
    const step = await world.run(['run', 'step', id, '--tool', 'lint', '--agent', 'reviewer']);
    expect([step.code, step.err]).toEqual([
      (await world.run(['run', 'show', 'run_missing'])).code,
      expect.stringContaining(id),
    ]);
    expect(await world.json('run', 'list', '--agent', 'reviewer')).toMatchObject({ items: [] });
  });

  it('tells an agent that takes part why it cannot end the run', async () => {
    const world = worldForTest();
    const { id } = await world.json<Identified>('run', 'start', 'Mend it', '--agents', 'planner,coder');
    const { err } = await world.run(['run', 'finish', id, '--outcome', 'success', '--agent', 'coder']);
    expect(err).toContain(`The run "${id}" is ended by the agent that holds it, "planner".`);
  });

  it('words the refusal of a run of the project for the command line', async () => {
    const world = worldForTest();
    const { id } = await world.json<Identified>('run', 'start', 'Mend it');
    const { err } = await world.run(['run', 'step', id, '--tool', 'lint', '--by', 'coder']);
    expect(err).toContain('cannot take part');
    expect(err).toContain('engram run start --agents coder');
  });
});

describe('CAP-8 engram import session with several agents', () => {
  const call = (id: string, name: string) => ({
    id,
    type: 'function',
    function: { name, arguments: '{"id":42}' },
  });
  const chat = [
    { role: 'user', content: 'Mend issue 7' },
    { role: 'assistant', name: 'planner', content: null, tool_calls: [call('c1', 'read_issue')] },
    { role: 'tool', tool_call_id: 'c1', content: '{"file":"a.ts"}' },
    { role: 'assistant', name: 'coder', content: null, tool_calls: [call('c2', 'write_file')] },
    { role: 'tool', tool_call_id: 'c2', content: '{"ok":true}' },
    { role: 'assistant', name: 'mallory', content: null, tool_calls: [call('c3', 'lint')] },
    { role: 'tool', tool_call_id: 'c3', content: '{"ok":true}' },
  ];

  async function stepsOf(world: World, file: string, ...words: string[]) {
    const { runs } = await world.json<{ runs: Array<{ runId: string }> }>(
      ...['import', 'session', '--file', file, ...words],
    );
    const shown = await world.json<{
      scope: { agent: string | null };
      agents: string[];
      steps: Array<{ tool: string; agent: string | null; subTask: { id: string } | null }>;
    }>('run', 'show', runs[0]?.runId ?? '');
    return { ...shown, made: shown.steps.map(({ tool, agent }) => [tool, agent]) };
  }

  it('gives calls to the agents that are named on the command line, and to no other that the file names', async () => {
    const world = worldForTest();
    const file = world.file('chat.json', JSON.stringify(chat));
    const { scope, agents, made } = await stepsOf(world, file, '--agents', 'planner,coder');
    expect([scope.agent, agents]).toEqual(['planner', ['coder']]);
    expect(made).toEqual([
      ['read_issue', null],
      ['write_file', 'coder'],
      ['lint', null],
    ]);
    expect(await world.json('run', 'list', '--agent', 'mallory')).toMatchObject({ items: [] });
  });

  it('shares nothing when nobody is named, whatever the file says', async () => {
    const world = worldForTest();
    const { agents, made } = await stepsOf(
      world,
      world.file('chat.json', JSON.stringify(chat)),
      '--agent',
      'ali',
    );
    expect(agents).toEqual([]);
    expect(made.map(([, agent]) => agent)).toEqual([null, null, null]);
  });

  it('reads agent and sub-task from lines of calls', async () => {
    const world = worldForTest();
    const subTask = { id: 'code', index: 1, text: 'Mend the file' };
    const lines = [
      { kind: 'call', session: 's', id: 'a', name: 'write_file', input: {}, agent: 'coder', subTask },
      { kind: 'result', session: 's', id: 'a', output: 'ok' },
    ];
    const file = world.file('calls.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    const { steps } = await stepsOf(world, file, '--agents', 'planner,coder');
    expect(steps).toMatchObject([{ tool: 'write_file', agent: 'coder', subTask }]);
  });
});
