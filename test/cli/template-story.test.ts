import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/interfaces/cli/cli.ts';
import { ask, call, keepSilent, openChatServer, say } from '../providers/chat-server.ts';
import { createFakeTerminal } from './fake-terminal.ts';
import { refused } from './refused.ts';
import { type Identified, type World, worldForTest } from './world.ts';

const desk = join(import.meta.dirname, '../../examples/order-desk');

interface Ran {
  readonly status: string;
  readonly modelCalls: number;
  readonly toolCalls: ReadonlyArray<{ tool: string; arguments: object; result: unknown; matched: boolean }>;
  readonly divergence?: { readonly remaining: readonly string[] };
}

/** What the orders are about: the answers of two orders must be alike in words. */
const items = [
  { variant: 'lamp-white', quantity: 1, price: 39 },
  { variant: 'chair-grey', quantity: 1, price: 189 },
];

/** A run that cancels an order, recorded call by call as a program in any language would. */
async function recordCancelling(world: World, order: string): Promise<string> {
  const run = await world.json<Identified>(
    ...['run', 'start', '--description', `Cancel order ${order}, no longer needed`],
    ...['--input', `order=${order}`],
  );
  const step = (tool: string, given: object, result: object) =>
    world.json(
      ...['run', 'step', run.id, '--tool', tool, '--arguments', JSON.stringify(given)],
      ...['--result', JSON.stringify(result)],
    );
  await world.json('run', 'step', run.id, '--kind', 'model', '--model', 'large', '--input-tokens', '2000');
  const found = { id: order, customer: 'ada_7', status: 'pending', items, total: 228 };
  await step('get_order', { id: order }, found);
  const reason = 'no longer needed';
  await step('cancel_order', { id: order, reason }, { ...found, status: 'cancelled', reason });
  await world.json('run', 'finish', run.id, '--outcome', 'success');
  return run.id;
}

/** Tools in a module: a shop with one order, whose state is given. */
function moduleOf(world: World, status: string): string {
  return world.file(
    `${status}.mjs`,
    `const items = ${JSON.stringify(items)};
     const order = (id, status) => ({ id, customer: 'ada_7', status, items, total: 228 });
     export const tools = {
       get_order: { execute: ({ id }) => order(id, '${status}'), readOnly: true },
       cancel_order: ({ id, reason }) => ({ ...order(id, 'cancelled'), reason }),
     };`,
  );
}

/** A run that cancels an order without a look, with what a check captured before the call. */
async function recordChecked(world: World): Promise<string> {
  const { id } = await world.json<Identified>('run', 'start', '--description', 'Cancel order W1003');
  await world.json(
    ...['run', 'step', id, '--tool', 'cancel_order', '--arguments', '{"id":"W1003"}'],
    ...['--result', '{"ok":true}', '--captured', '{"heldBy":null}'],
  );
  await world.json('run', 'finish', id, '--outcome', 'success');
  return id;
}

describe('the check of a tool on the command line (TPL-12)', () => {
  it('is shown with the plan and in a dry run, and stops a replay with what to do next', async () => {
    const world = worldForTest();
    const run = await recordChecked(world);
    await world.json('template', 'save', '--run', run, '--name', 'cancel-order', '--approve');
    const must = 'must hold before: {"heldBy":null} (the check of the tool captured it before the call)';
    const { out: shown } = await world.run(['template', 'show', 'cancel-order'], { columns: 200 });
    expect(shown).toContain(must);
    const module = world.file(
      'held.mjs',
      `export const tools = {
         cancel_order: {
           execute: () => { throw new Error('must not be called'); },
           check: {
             capture: () => ({ heldBy: 'auditors' }),
             compare: (recorded, now) => recorded.heldBy === now.heldBy || \`the \${now.heldBy} hold it\`,
           },
         },
       };`,
    );
    const again = ['template', 'run', 'cancel-order', '--module', module, '--as-recorded'];
    const { out: planned } = await world.run([...again, '--dry-run'], { columns: 200 });
    expect(planned).toContain(must);
    const { out, err } = await world.run(again, { columns: 200 });
    expect(`${out}${err}`).toContain(
      'Diverged at call 1 (cancel_order): The check of "cancel_order" does not agree: the auditors hold it',
    );
    expect(`${out}${err}`).toContain('run it again with the same inputs: engram template run cancel-order');
  });
});

describe('the story of a template on the command line (TPL-1, 6, 10, 11)', () => {
  it('is saved, approved, replayed, stopped by a changed world, compared, and deleted', async () => {
    const world = worldForTest();
    const run = await recordCancelling(world, 'W1003');
    const saved = await world.json<{ templateId: string }>(
      ...['template', 'save', '--run', run, '--name', 'cancel-order'],
    );
    expect(saved).toMatchObject({ templateId: expect.stringMatching(/^tpl_/), status: 'draft' });
    const again = ['template', 'run', 'cancel-order', '--module', moduleOf(world, 'pending')];

    const forgotten = await refused(world, 2, again);
    expect(forgotten.message).toBe(
      'The template does not run without these: --input order=… --input reason=…',
    );
    const draft = await refused(world, 6, [...again, '--as-recorded']);
    expect(draft.message).toContain('engram template approve cancel-order');
    await world.json('template', 'approve', 'cancel-order', '--yes');

    const replayed = await world.json<Ran>(...again, '--input', 'order=W1001', '--as-recorded=reason');
    expect(replayed).toMatchObject({ status: 'completed', modelCalls: 0 });
    expect(replayed.toolCalls.map(({ tool, arguments: given, matched }) => [tool, given, matched])).toEqual([
      ['get_order', { id: 'W1001' }, true],
      ['cancel_order', { id: 'W1001', reason: 'no longer needed' }, true],
    ]);

    const watched = await world.run([...again, '--input', 'order=W1002', '--as-recorded=reason'], {
      showsProgress: true,
    });
    expect(watched.err).toMatch(/^1\/2 get_order ok [\d.]+ ?m?s\n2\/2 cancel_order ok [\d.]+ ?m?s\n$/);

    const delivered = moduleOf(world, 'delivered');
    const changed = ['template', 'run', saved.templateId, '--module', delivered, '--as-recorded'];
    const stopped = await world.run([...changed, '--json']);
    expect(stopped).toMatchObject({ code: 6, err: '' });
    expect(JSON.parse(stopped.out)).toMatchObject({
      status: 'diverged',
      modelCalls: 0,
      toolCalls: [{ tool: 'get_order', matched: false }],
      divergence: { call: 1, tool: 'get_order', remaining: ['cancel_order'] },
    });
    const told = await world.run(changed);
    expect(told.code).toBe(6);
    expect(told.out).toMatch(
      /^Diverged at call 1 \(get_order\): .*\nexpected +"pending"\nfound +"delivered"\ncalled +get_order \(differs\)\nnot done +cancel_order\n/m,
    );
    expect(told.out).toMatch(/^What happened: +engram run show run_/m);

    expect(await world.json('template', 'compare', 'cancel-order')).toMatchObject({
      first: { modelCalls: 1, inputTokens: 2_000 },
      replay: { runs: 2, successes: 2, modelCalls: 0 },
    });
    await world.json('template', 'edit', 'cancel-order', '--reexecute-model', 'small');
    await world.json('template', 'learn', 'cancel-order', '--run', await recordCancelling(world, 'W1001'));
    expect(await world.json('template', 'diff', 'cancel-order')).toMatchObject({ slug: 'cancel-order' });
    expect(await world.json('template', 'delete', 'cancel-order')).toEqual({ deleted: saved.templateId });
    await refused(world, 3, ['template', 'show', 'cancel-order']);
  });

  it('keeps what is given a text until the template says what kind it is', async () => {
    const world = worldForTest();
    await world.json(
      ...[
        'template',
        'save',
        '--run',
        await recordCancelling(world, 'W1003'),
        '--name',
        'cancel',
        '--approve',
      ],
    );
    const again = ['template', 'run', 'cancel', '--module', moduleOf(world, 'pending')];
    for (const order of ['1001', '007', 'null', '{"a":1}']) {
      expect(
        await world.json<Ran>(...again, '--input', `order=${order}`, '--as-recorded=reason'),
      ).toMatchObject({
        toolCalls: [{ arguments: { id: order } }, {}],
      });
    }
  });
});

describe('engram template run --tools mcp.json (TPL-12)', () => {
  /** The order desk of the examples, with a world of its own. */
  async function openDesk() {
    const world = worldForTest();
    const orders = join(world.folder, 'orders.json');
    copyFileSync(join(desk, 'orders.json'), orders);
    await world.json(
      ...[
        'template',
        'save',
        '--run',
        await recordCancelling(world, 'W1003'),
        '--name',
        'cancel',
        '--approve',
      ],
    );
    const run = (...words: string[]) =>
      world.run(['template', 'run', 'cancel', '--tools', join(desk, 'mcp.json'), '--as-recorded', ...words], {
        environment: { ORDER_DESK_FILE: orders },
      });
    const statusOf = (id: string): string =>
      JSON.parse(readFileSync(orders, 'utf8')).orders.find((order: Identified) => order.id === id).status;
    return { world, run, statusOf, orders };
  }

  it('cancels an order at a real server without a model, and does not do it twice', async () => {
    const { run, statusOf } = await openDesk();
    const first = await run('--json', '--task', 'Cancel order W1001, no longer needed');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(first.out)).toMatchObject({ status: 'completed', modelCalls: 0 });
    expect(statusOf('W1001')).toBe('cancelled');
    const second = await run('--input', 'order=W1001');
    expect(second.code).toBe(6);
    expect(second.out).toMatch(/^found +"cancelled"$/m);
    expect(second.out).toMatch(/^not done +cancel_order$/m);
  });

  it('shows with --dry-run what would be called, and changes nothing', async () => {
    const { run, orders } = await openDesk();
    const before = readFileSync(orders, 'utf8');
    expect((await run('--dry-run')).out).toContain('Nothing stands in the way.');
    expect(readFileSync(orders, 'utf8')).toBe(before);
  });

  it('takes the server of the file as a whole, when the configuration has one of that name', async () => {
    const { run, world, statusOf } = await openDesk();
    const configured = { command: 'node', args: ['old.mjs'], env: { NODE_OPTIONS: '--no-such-option' } };
    world.trusted(
      'engram.config.json',
      JSON.stringify({ tools: { mcpServers: { 'order-desk': configured } } }),
    );
    expect(await run('--input', 'order=W1001')).toMatchObject({ code: 0 });
    expect(statusOf('W1001')).toBe('cancelled');
  });

  it('asks the servers what their tools are when a run is saved, and saves it without them, too', async () => {
    const { world, orders } = await openDesk();
    const run = await recordCancelling(world, 'W1003');
    const save = (name: string, tools: string) =>
      world.run(['template', 'save', '--run', run, '--name', name, '--tools', tools], {
        environment: { ORDER_DESK_FILE: orders },
      });
    expect(await save('asked', join(desk, 'mcp.json'))).toMatchObject({ code: 0 });
    expect(await world.json('template', 'show', 'asked')).toMatchObject({
      plan: [{ effectFrom: 'declared' }, { effectFrom: 'declared' }],
    });
    world.file('gone.json', '{"mcpServers":{"desk":{"command":"node","args":["gone.mjs"]}}}');
    const { code, out } = await save('unasked', 'gone.json');
    expect(code).toBe(0);
    expect(out).toMatch(/^Saved template unasked[\s\S]*^! The tool servers could not be asked/m);
  });

  it('takes functions of a module besides', async () => {
    const { run, world } = await openDesk();
    const module = world.file('more.mjs', 'export const unrelated = () => 1;');
    expect(await run('--module', module, '--input', 'order=W1001')).toMatchObject({ code: 0 });
  });

  it('names the file and the field that is wrong', async () => {
    const { world } = await openDesk();
    writeFileSync(join(world.folder, 'mcp.json'), '{"mcpServers":{"desk":{"cmd":"node"}}}');
    const words = ['template', 'run', 'cancel', '--as-recorded', '--tools'];
    expect((await refused(world, 2, [...words, 'mcp.json'])).message).toContain('"mcpServers.desk"');
    expect((await refused(world, 2, [...words, 'none.json'])).message).toContain('there is no such file');
  });
});

describe('engram run "task" (TPL-12)', () => {
  const environmentFor = (url: string) => ({
    ENGRAM_MODEL_PROVIDER: 'openai',
    ENGRAM_MODEL_URL: url,
    ENGRAM_MODEL_NAME: 'small',
  });

  it('does the task with the model, tells how it goes on, and records it', async () => {
    const world = worldForTest();
    const module = moduleOf(world, 'pending');
    const service = await openChatServer(
      ask(call('a', 'get_order', { id: 'W1001' })),
      ask(call('b', 'cancel_order', { id: 'W1001' })),
      say('Order W1001 is cancelled.'),
    );
    const { code, out, err } = await world.run(['run', '--module', module, 'Cancel order W1001'], {
      environment: environmentFor(service.url),
      showsProgress: true,
    });
    expect(code).toBe(0);
    expect(err).toMatch(
      /^model call 1: thinking …\n {2}get_order ok [^\n]+\nmodel call 2: thinking …\n {2}cancel_order ok /,
    );
    const [, runId = ''] = /engram template save --run (run_\w+)/.exec(out) ?? [];
    expect(out).toContain('  Order W1001 is cancelled.\nDone\n');
    expect(await world.json('run', 'show', runId)).toMatchObject({
      outcome: 'success',
      totals: { modelCalls: 3, toolCalls: 2 },
    });
    await world.json('template', 'save', '--run', runId, '--name', 'cancel');
  });

  it('is ended by Ctrl+C, and still tells what was done', async () => {
    const world = worldForTest();
    const module = moduleOf(world, 'pending');
    const service = await openChatServer(ask(call('a', 'get_order', { id: 'W1001' })), keepSilent);
    const terminal = createFakeTerminal({
      folder: world.folder,
      home: world.home,
      environment: { ENGRAM_DB: `file:${world.databasePath}`, ...environmentFor(service.url) },
      stop: service.received(2),
    });
    expect(await runCli(['run', 'Cancel order W1001', '--module', module], terminal, '0.0.0')).toBe(6);
    expect(terminal.written().out).toMatch(/^✓ get_order \{"id":"W1001"\}\n[\s\S]*^Failed: /m);
    expect(await world.json('run', 'list')).toMatchObject({ items: [{ outcome: 'failure' }] });
  });

  it('takes a mistyped verb for one, and asks for quotes around a task', async () => {
    const world = worldForTest();
    const messageOf = async (...words: string[]) => (await refused(world, 2, words)).message;
    expect(await messageOf('run', 'strat')).toBe(
      'Unknown command "run strat". Did you mean "engram run start"?',
    );
    expect(await messageOf('run', 'Refund', 'order', '42')).toContain('engram run "Refund order 42"');
    expect(await messageOf('run', 'refund')).toContain('engram run "refund …"');
    expect(await messageOf('run', '--agent', 'alice', 'list')).toContain('engram run list …');
    expect(await messageOf('run', '--agent', 'alice')).toContain('TASK must be given');
    const { message } = await refused(world, 7, ['run', 'Refund order 42']);
    expect(message).toContain('none is configured');
  });

  it('explains itself together with the commands of the group', async () => {
    const { out } = await worldForTest().run(['run', '--help']);
    expect(out).toContain('Usage\n  engram run TASK [FLAGS]\n');
    expect(out).toContain('Usage\n  engram run COMMAND [FLAGS]\n');
    expect(out).toMatch(/^ {2}run start +Start recording a run$/m);
    expect((await worldForTest().run(['run'])).out).toBe(out);
  });
});

describe('secrets of MCP servers in the settings', () => {
  it('are not shown, whatever the name of the server', async () => {
    const world = worldForTest();
    world.trusted(
      'engram.config.json',
      JSON.stringify({
        tools: {
          mcpServers: {
            'desk.v2': { command: 'node', env: { DESK_TOKEN: 'Zx9-secret' } },
            web: { url: 'https://desk.example/mcp', headers: { Authorization: 'Zx9-secret' } },
          },
        },
      }),
    );
    const { out } = await world.run(['config', 'show', '--json']);
    expect(out).not.toContain('Zx9-secret');
    const shown = new Map(
      (JSON.parse(out).settings as Array<{ name: string; value: unknown }>).map(({ name, value }) => [
        name,
        value,
      ]),
    );
    expect(shown.get('tools.mcpServers.desk.v2.command')).toBe('node');
    expect(shown.get('tools.mcpServers.desk.v2.env.DESK_TOKEN')).toBe('…');
    expect(shown.get('tools.mcpServers.web.headers.Authorization')).toBe('…');
  });
});
