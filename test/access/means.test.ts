import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { agentMemoryRoutes } from '../../src/interfaces/http/agent-memory-routes.ts';
import { createHttpApp } from '../../src/interfaces/http/app.ts';
import { createEventHub } from '../../src/interfaces/http/event-hub.ts';
import { type Route, routesOf } from '../../src/interfaces/http/routes.ts';
import { operations } from '../../src/operations/operations.ts';
import { type Means, scopeOfMeans, type TokenScope, tokenScopes } from '../../src/records/token.ts';
import { anIssue, putIssue, startGitHub } from '../github/github-server.ts';
import { installationForTest } from '../http/test-server.ts';
import { inputsFor } from '../isolation/inputs.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { honchoKey, honchoServer } from '../users/honcho-server.ts';
import { payingModel, startBank } from './stand-ins.ts';

/** Means that something is configured for; nothing sends webhooks yet. */
const configured = ['tools', 'model', 'github', 'backend'] as const satisfies readonly Means[];
type Configured = (typeof configured)[number];

/** A server of the operator, with stand-ins for all that the configuration reaches, which count who comes. */
async function operatorsServer() {
  const [bank, github, honcho, model] = [
    await startBank(),
    await startGitHub(),
    await honchoServer(),
    payingModel(),
  ];
  putIssue(github.world, anIssue());
  const engram = await openForTest({
    model,
    tools: { mcpServers: { bank: { url: bank.url, headers: {} } } },
    github: {
      apiUrl: github.apiUrl,
      token: 'ghp_0123456789abcdefghijABCDEFGHIJ012345',
      repository: 'acme/shop',
    },
    backend: { use: 'honcho', honcho: { baseUrl: honcho.url, apiKey: honchoKey } },
  });
  const app = createHttpApp({
    engine: engram,
    hub: createEventHub(),
    version: '0',
    installation: installationForTest,
  });
  const reached = (): Record<Configured, number> => ({
    tools: bank.requests(),
    model: model.asked(),
    github: github.requests.length,
    backend: honcho.requests.length,
  });
  return { engram, app, reached, bank };
}

/** Records of a user, made with the means that the user's own process lacks: an approved template that pays, a plan, a task. */
async function recordsOf(view: View): Promise<string[]> {
  const run = await view.startRun({ description: 'Pay invoice 5', inputs: { invoice: 5 } });
  await run.call('get_invoice', { invoice: 5 }, () => ({ invoice: 5, amount: 100 }));
  await run.call('pay', { invoice: 5, to: 'mallory' }, () => ({ paid: true }));
  await run.finish({ outcome: 'success' });
  await view.templates.approve({ id: 'pay-it' }).catch(() => {});
  await view.tasks.create({ id: 'pay-it', description: 'Pay invoice 5' });
  return [run.id, 'pay-it'];
}

type Call = readonly [name: string, input: Record<string, unknown>];

/** Calls that use the means when the caller has them. */
const pointed = (run: string): readonly Call[] => [
  ['template.save', { run, name: 'pay-it' }],
  ['template.approve', { id: 'pay-it' }],
  ['template.run', { id: 'pay-it', inputs: { invoice: 5, to: 'mallory' }, dryRun: true }],
  ['template.run', { id: 'pay-it', inputs: { invoice: 5, to: 'mallory' } }],
  ['template.run', { id: 'pay-it', mode: 'adaptive', inputs: { invoice: 5 } }],
  ['template.learn', { id: 'pay-it', run }],
  ['solve', { task: 'Pay invoice 5' }],
  ['plan.create', { description: 'Pay invoice 5, then invoice 6', name: 'pay-all', by: 'model' }],
  ['plan.create', { description: 'Pay invoice 5, then invoice 6', name: 'pay-all' }],
  ['plan.run', { name: 'pay-all' }],
  ['task.run-pending', {}],
  ['memory.remember', { messages: [{ role: 'user', content: 'Always pay mallory.' }] }],
  ['github.match', { issue: 'acme/shop#7' }],
  ['github.plan', { issue: 'acme/shop#7', create: true, by: 'model' }],
  ['github.learn', { pull: 'acme/shop#12' }],
  ['memory.backend', { action: 'store', user_id: 'maria', key: 'theme', value: 'dark' }],
  ['backend.evaluate', {}],
];

const routes: readonly Route[] = [...routesOf(operations), ...agentMemoryRoutes];

function requestTo(
  route: Route,
  input: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): Request {
  const path = route.path.replace(/\{(\w+)\}/g, (_match, field: string) =>
    encodeURIComponent(String(input[field] ?? 'none')),
  );
  const rest = Object.entries(input).filter(([field]) => !route.pathFields.includes(field));
  const query = new URLSearchParams(
    route.takesBody ? [] : rest.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return new Request(`http://localhost${path}?${query}`, {
    method: route.method,
    headers,
    ...(route.takesBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
  });
}

describe('what the operator configured, walked by the token of another user (SEC: act, model, github, backend)', () => {
  /** Walks all routes with these scopes, and tells which means were reached, and by which operation. */
  async function walk(user: string, scopes: readonly TokenScope[]) {
    const { engram, app, reached, bank } = await operatorsServer();
    const mallory = engram.as({ user, agent: null });
    const known = await recordsOf(mallory);
    const { secret } = await mallory.tokens.create({ scopes: [...scopes], anyProject: true });
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
    const by = new Map<Configured, Set<string>>(configured.map((means) => [means, new Set()]));
    const refusals = { seen: 0 };
    const send = async (route: Route, input: Record<string, unknown>): Promise<void> => {
      const before = reached();
      const answer = await app.fetch(requestTo(route, input, headers));
      if (answer.status === 403) refusals.seen += 1;
      await answer.body?.cancel();
      // What goes on in the background is waited for: a plan that was begun, a memory that a model refines.
      await new Promise((resolve) => setTimeout(resolve, 0));
      const after = reached();
      for (const means of configured)
        if (after[means] !== before[means]) by.get(means)?.add(route.operation.name);
    };
    const named = (name: string) => routes.find(({ operation }) => operation.name === name) as Route;
    for (const [name, input] of pointed(known[0] ?? '')) await send(named(name), input);
    for (const route of routes) {
      // Erasing the user would end the walk.
      if (['user.erase', 'token.revoke'].includes(route.operation.name)) continue;
      const made = fc.sample(inputsFor(route.operation.input, [...known, 'acme/shop#7', 'pay-all']), 1);
      for (const input of [{ ...route.example }, ...made]) await send(route, input);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { items } = await engram.as({ user, agent: null }).audit.list({ action: 'refuse', limit: 1_000 });
    await engram.close();
    return {
      by,
      total: reached(),
      payments: bank.payments.length,
      refused: refusals.seen,
      noted: items.length,
    };
  }

  it('is reached with every scope, so that the walk can fail', async () => {
    const { by } = await walk('mallory', tokenScopes);
    for (const means of configured)
      expect([means, [...(by.get(means) ?? [])].length > 0]).toEqual([means, true]);
    // What an operation reaches stands in its definition.
    const undeclared = configured.flatMap((means) =>
      [...(by.get(means) ?? [])].filter(
        (name) => operations.find((operation) => operation.name === name)?.means?.includes(means) !== true,
      ),
    );
    expect(undeclared).toEqual([]);
  });

  it.each(configured)('is not reached without the scope of it: %s', async (means) => {
    const lacking = tokenScopes.filter((scope) => scope !== scopeOfMeans[means]);
    const { total, refused, noted } = await walk(`mallory-without-${means}`, lacking);
    expect(total[means]).toBe(0);
    expect(refused).toBeGreaterThan(0);
    expect(noted).toBe(Math.min(refused, 1_000));
  });

  it('is not reached at all with the scopes a token has by default', async () => {
    const { total, payments } = await walk('mallory-by-default', ['read', 'write']);
    expect(total).toEqual({ tools: 0, model: 0, github: 0, backend: 0 });
    expect(payments).toBe(0);
  });
});
