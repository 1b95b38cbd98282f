import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, call as callOf, openChatServer, say } from '../providers/chat-server.ts';
import { refused } from './refused.ts';
import { createWalk } from './walk.ts';
import { createWorld, type Identified, type Listed, type World } from './world.ts';

let world: World;
let environment: Record<string, string> = {};
let tools: string;
const { call, look } = createWalk(
  () => world,
  () => environment,
);

beforeAll(() => {
  world = createWorld();
  tools = world.file(
    'tools.mjs',
    `export const tools = {
      get_order: { execute: ({ id }) => ({ id, total: id * 10 }), readOnly: true, description: 'An order' },
      refund: ({ id, amount }) => ({ id, refunded: amount }),
    };`,
  );
});
afterAll(() => world.close());

/** A run of alice that refunds an order. */
async function refund(id: number): Promise<string> {
  const words = ['--agent', 'alice'];
  const run = await world.json<Identified>(
    ...['run', 'start', '--description', `Refund order ${id}`, '--input', `id=${id}`, ...words],
  );
  const step = (...more: string[]) => world.json('run', 'step', run.id, ...words, ...more);
  await step('--kind', 'model', '--model', 'small', '--input-tokens', '900', '--output-tokens', '40');
  await step('--tool', 'refund', '--error', 'connect ETIMEDOUT 10.0.0.7:443', '--error-type', 'ETIMEDOUT');
  const order = { id, total: id * 10 };
  await step('--tool', 'get_order', '--arguments', `{"id":${id}}`, '--result', JSON.stringify(order));
  const paid = [`{"id":${id},"amount":${id * 10}}`, `{"id":${id},"refunded":${id * 10}}`] as const;
  await step('--tool', 'refund', '--arguments', paid[0], '--result', paid[1]);
  await world.json('run', 'finish', run.id, '--outcome', 'success', ...words);
  return run.id;
}

describe('a walk through templates (TPL-1…12, --json everywhere)', () => {
  it('saves a run, shows it, and lists it', async () => {
    const saved = await call<Identified & { templateId: string }>(
      ...(['template.save', '--run', await refund(4200), '--name', 'refund-order'] as const),
    );
    expect(saved.templateId).toBe(saved.id);
    expect(await call('template.show', 'refund-order')).toMatchObject({
      parameters: [{ name: 'id', example: 4200, source: 'input' }],
      plan: [{ tool: 'get_order' }, { tool: 'refund' }],
    });
    expect(await call('template.list')).toMatchObject({ items: [{ slug: 'refund-order' }] });
    expect(await look('template.list')).toMatch(/^NAME +STATUS +AGENT +CALLS +AGE +TASK\n/);
  });

  it('tells where each value comes from, what must hold, and what to do next', async () => {
    const shown = await look('template.show', 'refund-order');
    expect(shown).toMatch(/^id +4200 +yes +an input of the first run$/m);
    expect(shown).toMatch(/^ {2}1\. get_order reads · reported\n {5}id ← parameter id$/m);
    expect(shown).toMatch(/^ {2}2\. refund writes · reported\n.*\n {5}amount ← \$\.total of call 1$/m);
    expect(shown).toContain('Left out\n  refund (failed)\n');
    expect(shown).toContain('engram template approve refund-order\n');
  });

  it('shows what it would do, is approved, and does it without a model', async () => {
    const again = ['refund-order', '--module', tools, '--input', 'id=4300'];
    expect(await call('template.run', ...again, '--dry-run')).toMatchObject({ status: 'planned' });
    const planned = await look('template.run', ...again, '--dry-run');
    expect(planned).toContain('nothing was called');
    expect(planned).toContain('     = {"id":4300,"amount":"from call 1: total"}\n');
    expect(planned).toMatch(/^1 thing stands in the way of tpl_.*\n {2}• .*needs approval/m);
    expect(await call('template.approve', 'refund-order', '--yes')).toMatchObject({ status: 'approved' });
    expect(await look('template.approve', 'refund-order', '--yes', '--reason', 'seen')).toMatch(
      /^Approved refund-ord/,
    );
    expect(await look('template.run', ...again, '--dry-run')).toContain('Nothing stands in the way.\n');
    expect(await call('template.run', ...again)).toMatchObject({
      status: 'completed',
      modelCalls: 0,
      toolCalls: [{ tool: 'get_order' }, { tool: 'refund', arguments: { id: 4300, amount: 43000 } }],
    });
    expect(await look('template.run', ...again)).toContain(
      'Completed as recorded: 0 model calls, 2 tool calls',
    );
    const told = ['refund-order', '--module', tools, '--task', 'Refund order 4400'];
    expect(await call('template.run', ...told)).toMatchObject({
      toolCalls: [{}, { arguments: { id: 4400 } }],
    });
  });

  it('compares the first run with those after it, in figures and a chart (TPL-10)', async () => {
    expect(await call('template.compare', 'refund-order')).toMatchObject({
      first: { modelCalls: 1 },
      replay: { runs: 3, modelCalls: 0 },
      ratios: { replay: { modelCalls: 0 }, adaptive: null },
    });
    const compared = await look('template.compare', 'refund-order');
    expect(compared).toMatch(/^MEAN OF A RUN +FIRST +ADAPTIVE +REPLAY$/m);
    expect(compared).toMatch(/^model calls +1 +– +0 +0%$/m);
    expect(compared).toMatch(/^ {2}first {4}✓ █{40} 1\n(?: {2}replay {3}✓ 0\n){3}$/m);
  });

  it('learns from another run, is edited, and tells its versions apart (TPL-11)', async () => {
    expect(await look('template.diff', 'refund-order')).toContain('has only version 1');
    const parameters = '[{"name":"id","source":"input","example":4200,"required":true}]';
    expect(await call('template.edit', 'refund-order', '--parameters', parameters)).toMatchObject({
      version: 2,
      status: 'draft',
    });
    expect(await look('template.show', 'refund-order')).toMatch(/^plan +edited by hand/m);
    const learning = ['template', 'learn', 'refund-order', '--run', await refund(4500)];
    expect((await refused(world, 4, learning)).message).toContain('--discard-edits');
    expect(await call('template.learn', ...learning.slice(2), '--discard-edits')).toMatchObject({
      version: 3,
    });
    const model = async (name: string) =>
      (
        await call<{ reexecuteModel: unknown }>(
          ...(['template.edit', 'refund-order', '--reexecute-model', name] as const),
        )
      ).reexecuteModel;
    expect([await model('small'), await model('')]).toEqual(['small', null]);
    expect((await world.run(['template', 'edit', '--help'])).out).toMatch(
      /^ +--reexecute-model TEXT .*\("" for null\)$/m,
    );
    expect(await look('template.edit', 'refund-order', '--name', 'refund')).toMatch(
      /^refund is at version 3/,
    );
    expect(await look('template.learn', 'refund', '--run', await refund(4600))).toContain('template diff');
    const { items } = await call<Listed<{ version: number }>>('template.versions', 'refund');
    expect(items.map(({ version }) => version).slice(-3)).toEqual([3, 2, 1]);
    expect(await look('template.versions', 'refund')).toMatch(/^VERSION +STATUS +CALLS +PARAMETERS +CHANGED/);
    expect(await call('template.diff', 'refund', '--from', '1', '--to', '2')).toMatchObject({
      changes: [{ at: 'parameters.id' }],
    });
    expect(await look('template.diff', 'refund', '--from', '1', '--to', '2')).toMatch(
      /^refund.* from version 1 to 2: \d changes?\n[\s\S]*^parameters\.id\n {2}- .*\n {2}\+ .*"required":true/m,
    );
  });

  it('keeps what agents know about it, and examples (TPL-2)', async () => {
    const knows = '{"pitfalls":["A shipped order cannot be refunded"]}';
    expect(await call('template.remember', 'refund', '--of-agent', 'bob', '--memory', knows)).toMatchObject({
      content: { agent: 'bob', pitfalls: ['A shipped order cannot be refunded'] },
    });
    expect(await look('template.remember', 'refund', '--of-agent', 'bob', '--memory', knows)).toContain(
      'Pitfalls\n  • A shipped order cannot be refunded\n',
    );
    expect(await call('template.memory', 'refund', '--of-agent', 'alice')).toMatchObject({ items: [{}] });
    expect(await look('template.memory', 'refund', '--of-agent', 'alice')).toMatch(
      /^agent +alice\nconfidence/,
    );
    const example = '[{"tool":"get_order","arguments":{"id":7},"result":{"status":"open"}}]';
    expect(await call('template.add-examples', 'refund', '--examples', example)).toEqual({ count: 1 });
    const another = example.replace('7', '8');
    expect(await look('template.add-examples', 'refund', '--examples', another)).toBe('Kept 1 example\n');
    expect(await look('template.add-examples', 'refund', '--examples', another)).toContain('known already');
    expect(await call('template.examples', 'refund', '--limit', '1')).toMatchObject({
      items: [{ tool: 'get_order', arguments: { id: expect.any(Number) } }],
    });
    expect(await look('template.examples', 'refund')).toContain('get_order {"id":7}');
  });

  it('does a task by a model, and again with what was learned (TPL-5, TPL-12)', async () => {
    const service = await openChatServer(
      ask(callOf('a', 'get_order', { id: 7 })),
      say('Order 7 costs 70.'),
      say('It costs 70.'),
      say('It costs 70.'),
      say('It costs 70.'),
    );
    environment = {
      ENGRAM_MODEL_PROVIDER: 'openai',
      ENGRAM_MODEL_URL: service.url,
      ENGRAM_MODEL_NAME: 'small',
    };
    const solved = await call<{ runId: string }>('solve', 'What is order 7?', '--module', tools);
    expect(solved).toMatchObject({
      status: 'completed',
      text: 'Order 7 costs 70.',
      modelCalls: 2,
      toolCalls: [{ tool: 'get_order', arguments: { id: 7 }, result: { id: 7, total: 70 } }],
    });
    expect(await look('solve', 'What is it?', '--module', tools)).toMatch(
      /^ {2}It costs 70\.\nDone\n1 model call, 0 tool calls, .*\n.*engram template save --run run_/,
    );
    expect(
      await look('template.run', 'refund', '--mode', 'adaptive', '--module', tools, '--as-recorded'),
    ).toContain('  It costs 70.\nCompleted: 1 model call');
    environment = {};
  });

  it('is retired, and deleted', async () => {
    expect(await call('template.retire', 'refund', '--reason', 'another API')).toMatchObject({
      status: 'retired',
      statusReason: 'another API',
    });
    expect(await look('template.retire', 'refund')).toMatch(/^Retired refund; it is not run any more\n/);
    await call('template.delete', 'refund');
    expect(await call('template.list')).toMatchObject({ items: [] });
  });
});

describe('a walk through session templates (SES-1…6)', () => {
  async function chat(session: string, failing: boolean): Promise<void> {
    const append = (...words: string[]) => world.json('session', 'append', '--session', session, ...words);
    await append('--role', 'user', '--content', 'The tests are red');
    await append(
      '--role',
      'assistant',
      '--tool-calls',
      '[{"id":"c1","name":"execute_code","arguments":{"code":"1+1"}}]',
    );
    const answer = failing ? 'Error: no such module' : '2';
    await append(
      '--role',
      'tool',
      '--tool-call-id',
      'c1',
      '--tool-name',
      'execute_code',
      '--content',
      answer,
    );
  }

  it('makes one of a session, finds it, and puts it into a chat', async () => {
    expect(await look('session-templates.list')).toContain('engram session-templates create');
    expect(await look('session-templates.best')).toContain('engram session-templates create');
    await chat('chat-1', false);
    await chat('chat-2', true);
    const words = ['chat-1', '--name', 'fix-tests', '--tags', 'tests,python', '--max-examples', '5'];
    const typed = [...words, '--type', 'research', '--description', 'red tests'];
    expect(await call('session-templates.create', ...typed)).toMatchObject({
      template: { name: 'fix-tests', type: 'research', examples: 1 },
    });
    expect(await call('session-templates.create', ...words, '--type', 'code')).toMatchObject({
      template: { type: 'code', version: 1 },
    });
    expect(await look('session-templates.create', ...words)).toMatch(
      /^Kept fix-tests, version 1: 1 example\n/,
    );
    expect(await call('session-templates.list', '--type', 'code', '--tags', 'python')).toMatchObject({
      items: [{ name: 'fix-tests' }],
    });
    expect(await look('session-templates.list')).toMatch(
      /^NAME +TYPE +AGENT +EXAMPLES +USED +WORKED +TAGS\n/,
    );
    expect(await call('session-templates.best', '--tags', 'tests')).toMatchObject({
      template: { name: 'fix-tests' },
    });
    expect(await look('session-templates.best')).toMatch(/^Use fix-tests \(the least used/);
    const messages = ['--messages', '[{"role":"user","content":"The tests are red"}]'];
    expect(await call('session-templates.inject', 'fix-tests', ...messages)).toMatchObject({ injected: 1 });
    expect(await look('session-templates.inject', 'fix-tests', ...messages, '--session', 'chat-2')).toMatch(
      /^Put 1 example of fix-tests, version 1, into the chat:\n {2}system .*\n {2}assistant .*\n {2}tool .*\n {2}user {6}The tests are red\n/,
    );
    expect(await call('session-templates.show', 'fix-tests')).toMatchObject({ template: { usage: 2 } });
    expect(await look('session-templates.show', 'fix-tests')).toMatch(/^used +2 times/m);
    const file = `${world.folder}/fix-tests.json`;
    expect(await look('session-templates.export', 'fix-tests', '--file', file)).toBe(
      `Wrote the session template fix-tests to ${file}\n`,
    );
    expect(await call('session-templates.export', 'fix-tests')).toMatchObject({
      name: 'fix-tests',
      usage_count: 2,
    });
    expect(await look('session-templates.import', '--file', file)).toBe(
      'Unchanged fix-tests, version 1: 1 example\n',
    );
    expect(await call('session-templates.import', '--file', file, '--dry-run')).toMatchObject({
      dryRun: true,
    });
    expect(await call('session-templates.stats')).toMatchObject({ total: 1, by_type: { code: 1 } });
    expect(await look('session-templates.stats')).toMatch(
      /^templates +1\n {2}code +1\n[\s\S]*^examples +1$/m,
    );
  });

  it('compares sessions with and without it, and says how sure that is (SES-5)', async () => {
    expect(await look('session-templates.experiments')).toContain('engram session-templates experiment NAME');
    const groups = ['--cold', 'chat-2', '--seeded', 'chat-1'];
    const { slug } = await call<{ slug: string }>('session-templates.experiment', 'fix-tests', ...groups);
    const told = await look('session-templates.experiment', 'fix-tests', ...groups);
    expect(told).toMatch(/^FIGURE +COLD +SEEDED +P +IN WORDS\n/m);
    expect(told).toMatch(/^errors in all +1 +0 +– +too few sessions to tell$/m);
    expect(told).toMatch(/^Too few to tell: 1 cold and 1 seeded sessions\./m);
    expect(await call('session-templates.experiments', '--name', 'fix-tests')).toMatchObject({
      items: [{}, { slug }],
    });
    expect(await look('session-templates.experiments')).toMatch(/^EXPERIMENT +TEMPLATE +COLD +SEEDED +AGE/);
    expect(await call('session-templates.show-experiment', slug)).toMatchObject({ slug });
    expect(await look('session-templates.show-experiment', slug)).toMatch(
      /^cold +1 +1 of 1 +1 +never .* chat-2$/m,
    );
    await call('session-templates.delete', 'fix-tests');
    expect(await look('session-templates.stats')).toContain('No session templates yet');
  });
});
