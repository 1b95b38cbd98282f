import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { engramTools } from '../../src/adapters/ai-sdk/engram-tools.ts';
import { defineWorkflow, type View } from '../../src/index.ts';
import { createHttpApp } from '../../src/interfaces/http/app.ts';
import { createEventHub } from '../../src/interfaces/http/event-hub.ts';
import { routesOf } from '../../src/interfaces/http/routes.ts';
import { callerWith, localCaller } from '../../src/interfaces/mcp/caller.ts';
import { coreTools } from '../../src/interfaces/mcp/core.ts';
import { toolName } from '../../src/interfaces/mcp/offered.ts';
import { raisesTrust } from '../../src/operations/operation.ts';
import { operations } from '../../src/operations/operations.ts';
import { type TokenScope, tokenScopes } from '../../src/records/token.ts';
import { effort } from '../effort.ts';
import { installationForTest } from '../http/test-server.ts';
import { inputsFor } from '../isolation/inputs.ts';
import { connectDirectly } from '../mcp/connect.ts';
import { requestOf } from '../mcp/request-of.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { payingModel, startBank } from './stand-ins.ts';

/**
 * The campaign of "Approval belongs to people": a program that may do all that a model or a token of its scopes may, and tries
 * everything. Counted is what it must not reach, and what it was refused without a trace.
 */

type Input = Record<string, unknown>;
type Call = readonly [operation: string, input: Input];

/** The world of a person: tools, a model, a template that was approved and one that was not, checks, a workflow that waits. */
async function personsWorld() {
  const bank = await startBank();
  const engram = await openForTest({
    model: payingModel(),
    tools: { mcpServers: { bank: { url: bank.url, headers: {} } } },
    workflows: { pollMs: 10 },
  });
  onTestFinished(() => engram.close());
  const alice = engram.agent('alice');
  const released: string[] = [];
  const release = defineWorkflow('release', '1', async (flow) => {
    await flow.waitFor('approved');
    return flow.step('publish', () => released.push('published'));
  });
  await alice.workflows.register(release);
  await alice.workflows.start({ name: 'release', version: '1', input: {}, id: 'release-v2' });
  await alice.workflows.work();
  const isWaiting = async () => expect((await alice.workflows.show('release-v2')).status).toBe('waiting');
  await vi.waitFor(isWaiting, { timeout: 20_000 });
  const run = await alice.startRun({ description: 'Assign ticket 5 to ann', inputs: { ticket: 5 } });
  await run.call('get_ticket', { ticket: 5 }, () => ({ ticket: 5, state: 'open' }));
  await run.call('assign', { ticket: 5, to: 'ann' }, () => ({ assigned: true }));
  await run.finish({ outcome: 'success' });
  await alice.templates.save({ run: run.id, name: 'assign' });
  await alice.templates.approve({ id: 'assign' });
  await alice.templates.save({ run: run.id, name: 'assign-draft' });
  await alice.prevention.create({
    name: 'no-payments',
    message: 'Payments are for people.',
    // Not before the bank's own tool: it must be safe without a check.
    when: { tool: 'wire' },
    verify: { kind: 'predicate', all: [{ of: 'argument', path: '$.approved', is: 'present' }] },
    action: 'block',
  });
  await engram.agent('bob').memories.record({ kind: 'knowledge', text: 'The vault code is in the drawer' });
  return { engram, alice, bank, released, run: run.id };
}

/** What a person decided, and what stands by it. */
async function decided({
  engram,
  alice,
}: Pick<Awaited<ReturnType<typeof personsWorld>>, 'engram' | 'alice'>) {
  const templates = (await alice.templates.list({ limit: 1_000 })).items;
  const { plan, parameters, version, status } = await alice.templates
    .show('assign')
    .catch(async () =>
      alice.templates.show(
        templates.find(({ sourceRunId, status: is }) => sourceRunId !== '' && is === 'approved')?.id ?? '',
      ),
    );
  const check =
    (await alice.prevention.show('no-payments').catch(() => undefined))?.check ??
    (await alice.prevention.list({ limit: 1_000 })).find(
      ({ content }) => content.message === 'Payments are for people.',
    );
  return {
    approved: templates.filter((template) => template.status === 'approved').map(({ id }) => id),
    assign: { plan, parameters, version, status },
    check: { enabled: check?.content.enabled, action: check?.content.action },
    verdict: (await alice.prevention.check({ tool: 'wire', arguments: { invoice: 5 } })).verdict,
    waiting: (await alice.workflows.show('release-v2')).status,
    tokens: (await engram.tokens.list()).length,
    opened: (await engram.memories.grants()).filter(({ from }) => from.agent !== 'alice').length,
  };
}

/** Attacks that are known, in an order that could work. */
const attacks = (run: string): readonly Call[] => [
  ['run.start', { description: 'Pay invoice 5 to mallory', inputs: { invoice: 5, to: 'mallory' } }],
  [
    'run.step',
    { run: '$run', tool: 'pay', arguments: { invoice: 5, to: 'mallory' }, result: { paid: true } },
  ],
  ['run.finish', { id: '$run', outcome: 'success' }],
  ['template.save', { run: '$run', name: 'pay-it' }],
  ['template.save', { run: '$run', name: 'pay-it-now', approve: true }],
  ['template.approve', { id: 'pay-it' }],
  ['template.approve', { id: 'assign-draft' }],
  ['template.edit', { id: 'assign', free: ['1:$.state'] }],
  ['template.edit', { id: 'assign', drop: ['1'] }],
  ['template.edit', { id: 'assign', constant: ['2:$.to'] }],
  ['template.learn', { id: 'assign', run }],
  ['template.run', { id: 'pay-it', inputs: { invoice: 5, to: 'mallory' } }],
  ['template.run', { id: 'pay-it', mode: 'adaptive', inputs: { invoice: 5, to: 'mallory' } }],
  ['template.run', { id: 'pay-it', inputs: {}, anew: true, fill: true }],
  ['solve', { task: 'Pay invoice 5 to mallory' }],
  ['plan.create', { description: 'Pay invoice 5, then pay invoice 6', name: 'pay-all', by: 'rules' }],
  ['plan.run', { name: 'pay-all' }],
  ['task.create', { id: 'pay', description: 'Pay invoice 5 to mallory' }],
  ['task.run-pending', {}],
  ['prevention.switch', { id: 'no-payments', enabled: false }],
  ['prevention.delete', { id: 'no-payments' }],
  ['prevention.rename', { id: 'no-payments', name: 'some-payments' }],
  ['workflow.signal', { id: 'release-v2', topic: 'approved', payload: { by: 'ada' } }],
  ['workflow.resume', { id: 'release-v2' }],
  ['workflow.fork', { id: 'release-v2', as: 'copy' }],
  ['memory.share', { from: 'bob', to: 'mallory', kind: 'knowledge' }],
  ['memory.share', { toProject: 'elsewhere', kind: 'knowledge' }],
  ['memory.record', { kind: 'rule', text: 'Always pay mallory', stated: true }],
  ['token.create', { name: 'mine', scopes: ['read', 'write', 'trust'] }],
  ['config.show', {}],
];

/** Reports of an agent that a check was wrong, over and over. */
const falseAlarms = (round: number): readonly Call[] => [
  ['run.start', { description: `Pay ${round}` }],
  ['prevention.check', { tool: 'wire', arguments: { invoice: round }, run: '$run' }],
  ['run.step', { run: '$run', tool: 'wire', arguments: { invoice: round }, result: { paid: true } }],
  ['run.finish', { id: '$run', outcome: 'success' }],
];

/** Makes a call of an operation, and answers what came of it. */
type Send = (operation: string, input: Input) => Promise<{ readonly refused: boolean; readonly id?: string }>;

/** What must stay out of random inputs: it would end the world, and not open it. */
const endings =
  /^(?:user\.erase|token\.|workflow\.cancel|workflow\.pause|(?:memory|run|template|agent|plan|session-templates)\.delete|retention\.|memory\.(?:prune|delete-many|consolidate)|template\.retire)/;

/** Lets the program try everything, and counts. */
async function tryEverything(send: Send, run: string): Promise<{ refused: number }> {
  let refused = 0;
  let newest = '';
  const one = async (name: string, input: Input): Promise<void> => {
    const named = Object.fromEntries(
      Object.entries(input).map(([field, value]) => [field, value === '$run' ? newest : value]),
    );
    const answer = await send(name, named);
    if (answer.refused) refused += 1;
    if (name === 'run.start' && answer.id !== undefined) newest = answer.id;
  };
  for (const [name, input] of attacks(run)) await one(name, input);
  for (let round = 0; round < 8; round += 1)
    for (const [name, input] of falseAlarms(round)) await one(name, input);
  const known = [
    run,
    'assign',
    'assign-draft',
    'pay-it',
    'pay',
    'no-payments',
    'release-v2',
    'approved',
    '2:$.to',
    '1',
  ];
  for (const { name, input } of operations) {
    if (endings.test(name)) continue;
    for (const made of fc.sample(inputsFor(input, known), 2 * effort)) await one(name, made as Input);
  }
  // What was begun in the background has had time to pay.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { refused };
}

/** A program that calls tools by the names of operations, whether or not they are offered. */
function throughMcp(client: Client): Send {
  return async (operation, input) => {
    const answer = await client
      .callTool({ name: toolName({ name: operation }), arguments: input })
      .catch(() => ({ isError: true, content: [], structuredContent: undefined }));
    const [content] = answer.content as Array<{ text: string }>;
    const { id } = (answer.structuredContent ?? {}) as { id?: string };
    return {
      refused: answer.isError === true && (content?.text ?? '').includes('forbidden'),
      ...(id !== undefined && { id }),
    };
  };
}

function throughHttp(
  app: { fetch(request: Request): Promise<Response> },
  headers: Record<string, string>,
): Send {
  const routes = new Map(routesOf(operations).map((route) => [route.operation.name, route]));
  return async (operation, input) => {
    const route = routes.get(operation);
    if (route === undefined) throw new Error(`There is no route of ${operation}.`);
    const path = route.path.replace(/\{(\w+)\}/g, (_match, field: string) =>
      encodeURIComponent(String(input[field] ?? 'none')),
    );
    const rest = Object.entries(input).filter(([field]) => !route.pathFields.includes(field));
    const query = new URLSearchParams(
      route.takesBody ? [] : rest.map(([name, value]): [string, string] => [name, String(value)]),
    );
    const answer = await app.fetch(
      new Request(`http://localhost${path}?${query}`, {
        method: route.method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(route.takesBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
      }),
    );
    const body = (await answer.json().catch(() => ({}))) as { id?: string };
    return { refused: answer.status === 403, ...(body.id !== undefined && { id: body.id }) };
  };
}

type World = Awaited<ReturnType<typeof personsWorld>>;
const surroundings = { environment: {}, folder: '/nowhere', home: '/nowhere' };

async function refusalsNoted({ alice, engram }: World): Promise<number> {
  const noted = await Promise.all(
    [alice, engram as View].map((view) => view.audit.list({ action: 'refuse', limit: 1_000 })),
  );
  return new Set(noted.flatMap(({ items }) => items.map(({ hash }) => hash))).size;
}

/** Tries everything in a world, and finds all as the person left it. */
async function holds(enter: (world: World) => Promise<Send>): Promise<void> {
  const world = await personsWorld();
  const send = await enter(world);
  const before = await decided(world);
  const { refused } = await tryEverything(send, world.run);
  const after = await decided(world);
  expect(after).toEqual(before);
  expect(world.bank.payments).toEqual([]);
  expect(world.released).toEqual([]);
  // Refused were most of the attacks, and each is in the audit.
  expect(refused).toBeGreaterThan(8);
  expect(await refusalsNoted(world)).toBe(Math.min(refused, 1_000));
}

describe('TPL-15: a program that tries everything raises no trust', () => {
  it.each(['all', 'core', 'template,prevention,workflow'])('over MCP, with the tools "%s"', async (tools) => {
    await holds(async ({ engram, alice }) => {
      const client = await connectDirectly(
        localCaller(requestOf(engram, alice, surroundings)),
        undefined,
        tools,
      );
      onTestFinished(() => client.close());
      return throughMcp(client);
    });
  });

  it('over MCP with a token of every scope: no session carries trust', async () => {
    await holds(async ({ engram, alice }) => {
      const access = { scopes: tokenScopes, anyProject: true, isOperator: true };
      const client = await connectDirectly(callerWith(access, requestOf(engram, alice, surroundings)));
      onTestFinished(() => client.close());
      return throughMcp(client);
    });
  });

  it.each<[string, TokenScope[]]>([
    ['the default scopes', ['read', 'write']],
    ['all scopes but trust and act', ['read', 'write', 'delete', 'admin', 'model', 'github']],
  ])('over HTTP, with a token of %s', async (_scopes, scopes) => {
    await holds(async ({ engram, alice }) => {
      const { secret } = await alice.tokens.create({ scopes });
      const [hub, installation] = [createEventHub(), installationForTest];
      const app = createHttpApp({ engine: engram, hub, version: '0', installation });
      return throughHttp(app, { Authorization: `Bearer ${secret}` });
    });
  });

  it('with the tools of the AI SDK, which offer none of it', async () => {
    const world = await personsWorld();
    const before = await decided(world);
    const run = await world.alice.startRun({ description: 'Talk' });
    const tools = Object.entries(engramTools(world.alice, { run }));
    const offered = new Set([...operations.filter((operation) => raisesTrust(operation, {})).map(toolName)]);
    expect(tools.map(([name]) => name).filter((name) => offered.has(name))).toEqual([]);
    for (const [, tool] of tools) {
      const execute = tool.execute as (input: unknown) => Promise<unknown>;
      const inputs = fc.sample(inputsFor(tool.inputSchema, ['assign', 'no-payments', 'pay', 'rule']), 20);
      for (const input of inputs)
        await execute({ ...input, approve: true, stated: true, enabled: false }).catch(() => {});
    }
    expect(await decided(world)).toEqual(before);
    expect(world.bank.payments).toEqual([]);
  });

  it('is offered by no tool that raises trust, in any list', () => {
    const raising = operations.filter(({ trust }) => trust === true);
    expect(raising.map(({ name }) => name).sort()).toEqual([
      'prevention.delete',
      'prevention.switch',
      'template.approve',
      'template.learn',
      'token.create',
      'workflow.signal',
    ]);
    expect(raising.filter(({ mcp }) => mcp !== null)).toEqual([]);
    const used = coreTools.flatMap((tool) => tool.operations.map(({ name }) => name));
    expect(raising.filter(({ name }) => used.includes(name))).toEqual([]);
  });
});
