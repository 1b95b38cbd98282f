import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createHttpApp } from '../../src/interfaces/http/app.ts';
import { createEventHub } from '../../src/interfaces/http/event-hub.ts';
import { type Route, routesOf } from '../../src/interfaces/http/routes.ts';
import type { Json } from '../../src/json/json.ts';
import { defineOperation } from '../../src/operations/operation.ts';
import { operations } from '../../src/operations/operations.ts';
import { requestFor } from '../../src/operations/request-context.ts';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import { tokenScopes } from '../../src/records/token.ts';
import { knowledgeDocument } from '../../src/share/knowledge/document.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { installationForTest } from './test-server.ts';

const routes = routesOf(operations);

describe('the place of an operation', () => {
  it('is different for every operation', () => {
    const places = routes.map(({ method, path }) => `${method} ${path}`);
    expect(places).toEqual([...new Set(places)]);
  });

  it('follows from its name when none was chosen, so that a new operation works at once', () => {
    const added = defineOperation({
      name: 'memory.dream',
      summary: 'Dream',
      effect: 'read',
      input: z.object({}),
      output: z.object({}),
      run: async () => ({}),
    });
    expect(added).toMatchObject({ cli: { examples: [] }, mcp: 'Dream' });
    expect(routesOf([added])).toMatchObject([{ method: 'POST', path: '/api/operations/memory.dream' }]);
  });

  it.each(routes.map((route) => [route.operation.name, route] as const))(
    '%s has fields in its path that it takes, and an example that it accepts',
    (_name, { operation, pathFields, example }) => {
      expect(pathFields.filter((field) => !(field in operation.input.shape))).toEqual([]);
      if (example !== undefined) expect(operation.input.safeParse(example).error).toBeUndefined();
    },
  );
});

/** A file of knowledge with nothing in it. */
const knowledge = knowledgeDocument({ user: 'ada', project: 'shop', agent: 'bob' }, { tags: [] }, [], 5);

const templateFile = {
  name: 'read-twice',
  task_type: 'file',
  examples: [
    { tool_name: 'read_file', arguments: { path: 'b' }, result: 'text', success: true, turn_number: 1 },
  ],
  description: '',
  created_at: '2026-01-31T00:00:00.000Z',
  usage_count: 0,
  source_session_id: 'chat-9',
  tags: [],
};

type Call = readonly [name: string, input: Record<string, unknown>];

/** Work that is saved, run again and changed, and sessions that are begun with what worked. */
const templateStory: readonly Call[] = [
  ['template.save', { run: 'run_000001', name: 'look-up' }],
  ['template.show', { id: 'look-up' }],
  ['template.list', { status: 'draft' }],
  ['template.run', { id: 'look-up', inputs: { id: 43 }, dryRun: true }],
  ['template.approve', { id: 'look-up', reason: 'Read and tried' }],
  ['template.run', { id: 'look-up', inputs: { id: 43 } }],
  ['template.run', { id: 'look-up', mode: 'adaptive', task: 'Look order 44 up', system: 'You help.' }],
  ['template.learn', { id: 'look-up', run: 'run_000003' }],
  ['template.edit', { id: 'look-up', name: 'look-an-order-up', reexecuteModel: 'small' }],
  ['template.compare', { id: 'look-an-order-up' }],
  ['template.versions', { id: 'look-an-order-up' }],
  ['template.diff', { id: 'look-an-order-up', to: 1 }],
  [
    'template.remember',
    { template: 'look-an-order-up', agent: 'bob', memory: { tips: ['Ask once'] }, increment: true },
  ],
  ['template.memory', { template: 'look-an-order-up', agent: 'bob' }],
  [
    'template.add-examples',
    { template: 'of-somebody', examples: [{ tool: 'look', arguments: { a: 1 }, result: null, at: 5 }] },
  ],
  ['template.examples', { template: 'of-somebody', limit: 3 }],
  ['template.retire', { id: 'look-an-order-up' }],
  ['template.delete', { id: 'look-an-order-up' }],
  ['solve', { task: 'Look order 45 up', inputs: { id: 45 } }],
  ['session.append', { session: 'chat-2', role: 'user', content: 'What does it say?' }],
  [
    'session.append',
    {
      session: 'chat-2',
      role: 'assistant',
      toolCalls: [{ id: 'c1', name: 'read_file', arguments: { path: 'a' } }],
    },
  ],
  ['session.append', { session: 'chat-2', role: 'tool', content: 'It says yes.', toolCallId: 'c1' }],
  ['session-templates.create', { session: 'chat-2', name: 'read-first', tags: ['files'], maxExamples: 3 }],
  ['session-templates.list', { type: 'file', tags: ['files'], limit: 5 }],
  ['session-templates.show', { name: 'read-first' }],
  ['session-templates.best', { type: 'file', tags: ['files'] }],
  [
    'session-templates.inject',
    { name: 'read-first', messages: [{ role: 'user', content: 'Hello' }], session: 'chat 1/ü' },
  ],
  ['session-templates.export', { name: 'read-first' }],
  ['session-templates.import', { templates: [templateFile], dryRun: true }],
  ['session-templates.stats', {}],
  ['session-templates.experiment', { name: 'read-first', cold: ['chat-2'], seeded: ['chat 1/ü'] }],
  ['session-templates.experiments', { name: 'read-first', limit: 5 }],
  ['session-templates.show-experiment', { id: 'read-first-experiment' }],
  ['session-templates.delete', { name: 'read-first' }],
];

/** What is asked, in order. Every operation of the table is in it. */
const story: readonly Call[] = [
  [
    'task.create',
    { id: 'auth-123', description: 'Fix the login timeout', dependencies: ['auth-1'], effort: 2.5 },
  ],
  ['task.update', { id: 'auth-123', status: 'done', category: null }],
  ['task.show', { id: 'auth-123' }],
  ['task.list', { status: 'done', limit: 5 }],
  ['run.start', { description: 'Look order 42 up', inputs: { id: 42 } }],
  [
    'run.step',
    { run: 'run_000001', tool: 'get_order', arguments: { id: 42 }, result: { id: 42, total: 420 } },
  ],
  ['run.finish', { id: 'run_000001', outcome: 'success', successFactors: ['looked first'] }],
  ['run.show', { id: 'run_000001' }],
  ['run.list', { outcome: 'success' }],
  ['task.similar', { description: 'Look an order up', category: 'shop', effort: 1 }],
  ['task.similar', { task: 'auth-123' }],
  ['session.append', { session: 'chat 1/ü', role: 'user', content: 'Where is my order?' }],
  ['session.show', { id: 'chat 1/ü' }],
  ['session.list', {}],
  ['import.session', { content: [{ role: 'user', content: 'Hello' }], format: 'openai', name: 'chat-7' }],
  [
    'memory.record',
    { kind: 'knowledge', text: 'The staging API needs a VPN', tags: ['api'], confidence: 0.9 },
  ],
  [
    'memory.record',
    { kind: 'decision', content: { context: 'timeout', action: 'retry', outcome: 'success' } },
  ],
  [
    'memory.import',
    { items: [{ kind: 'knowledge', text: 'Imported', externalId: 'wiki-1' }, { kind: 'nothing' }] },
  ],
  ['memory.remember', { messages: [{ role: 'user', content: 'I live in Bern.' }], session: 'chat-3' }],
  ['memory.get', { id: 'mem_000001' }],
  ['memory.list', { kind: 'knowledge', tag: 'api', limit: 1 }],
  ['memory.search', { query: 'staging VPN', limit: 3 }],
  ['memory.retrieve', { context: 'staging API' }],
  ['memory.search', { query: 'The staging API needs a VPN', strict: true, run: 'run_000001' }],
  [
    'memory.context',
    { query: 'staging API', tokens: 300, limit: 2, minRelevance: 0.5, preferSuccessful: false },
  ],
  ['memory.feedback', { id: 'mem_000001', outcome: 'success' }],
  ['memory.why', { id: 'mem_000001' }],
  ['memory.history', { id: 'mem_000001' }],
  ['knowledge.export', { domain: 'api' }],
  ['knowledge.import', { document: knowledge, onConflict: 'both', dryRun: false }],
  ['knowledge.merge', { fromAgent: 'bob', domain: 'api', dryRun: true }],
  ['memory.consolidate', { dryRun: true }],
  ['memory.prune', {}],
  ['memory.delete', { id: 'mem_000001' }],
  ['learning.suggest', { context: 'timeout' }],
  ['learning.suggest', { task: 'auth-123', explore: true }],
  ['learning.recognise', { error: 'connect ETIMEDOUT 10.0.0.7:443' }],
  [
    'learning.learn',
    {
      error: 'npm install timed out after 120s',
      tool: 'npm_install',
      category: 'build',
      rootCause: 'The cache is stale',
      solution: 'clear the npm cache',
      steps: ['npm cache clean'],
      prevention: ['verify npm cache status'],
      name: 'npm-install-timeout',
    },
  ],
  ['learning.solved', { id: 'les_000003', outcome: 'success', run: 'run_000001' }],
  ['learning.solutions', { error: 'npm install timed out after 60s', category: 'build', limit: 2 }],
  ['learning.failures', { recent: '7d', recurring: false, limit: 5 }],
  ['learning.patterns', { type: 'failure', recurring: true, limit: 5 }],
  ['memory.patterns', { successRate: '>80%' }],
  ['learning.show', { id: 'npm-install-timeout' }],
  ['learning.rename', { id: 'npm-install-timeout', name: 'npm-zeitüberschreitung' }],
  ['learning.apply-pattern', { pattern: 'npm-zeitüberschreitung', task: 'auth-123' }],
  ['learning.recommend', { description: 'Look an order up', category: 'shop', effort: 1 }],
  ['learning.recommend', { task: 'auth-123' }],
  ['learning.predict', { description: 'Look an order up', approach: 'look first' }],
  ['learning.trends', { category: 'shop' }],
  ['learning.signatures', { messages: ['order 42 is locked', 'order 77 is locked', ''] }],
  ['prevention.generate', { pattern: 'npm-zeitüberschreitung', stage: 'release', action: 'block' }],
  [
    'prevention.create',
    {
      name: 'only-small-orders',
      message: 'Orders above 100 are for people.',
      when: { tool: 'get_*', conditions: [{ of: 'argument', path: '$.id', is: 'present' }] },
      verify: { kind: 'predicate', all: [{ of: 'argument', path: '$.id', is: 'at-most', value: 100 }] },
    },
  ],
  ['run.start', { description: 'Look order 420 up', stage: 'development' }],
  ['prevention.check', { tool: 'get_order', arguments: { id: 420 }, run: 'run_000002' }],
  ['prevention.check', { tool: 'get_order', arguments: { id: 42 }, stage: 'development', category: 'shop' }],
  [
    'run.step',
    { run: 'run_000002', tool: 'get_order', arguments: { id: 420 }, error: 'order 420 is locked' },
  ],
  ['run.finish', { id: 'run_000002', outcome: 'failure' }],
  ['prevention.list', { stage: 'development', limit: 5 }],
  ['prevention.show', { id: 'only-small-orders' }],
  ['prevention.switch', { id: 'only-small-orders', enabled: false }],
  ['prevention.rename', { id: 'only-small-orders', name: 'small-orders' }],
  ['prevention.delete', { id: 'small-orders' }],
  ...templateStory,
  ['learning.stats', {}],
  ['report', { days: 30 }],
  ['agent.list', {}],
  ['token.create', { name: 'ci', scopes: ['read'] }],
  ['token.list', {}],
  ['token.revoke', { id: 'tok_000002' }],
  ['stats', {}],
  ['job.list', {}],
  ['job.run', {}],
  ['config.show', {}],
  ['doctor', {}],
];

/** A model that looks an order up as soon as it has tools, and then says so. */
const lookingUp: LanguageModel = {
  id: 'looking-up',
  async generate({ messages, tools = [] }) {
    const looks = tools.length > 0 && messages.at(-1)?.role !== 'tool';
    const requests = looks ? [{ id: 'call_1', tool: 'get_order', arguments: { id: 44 } }] : [];
    return { text: looks ? '' : 'Done.', requests, inputTokens: 10, outputTokens: 5, cut: false };
  },
};

/** The request that stands for an operation and its input. */
function requestTo(route: Route, input: Record<string, unknown>, authorization: string): Request {
  const path = route.path.replace(/\{(\w+)\}/g, (_match, field: string) =>
    encodeURIComponent(String(input[field])),
  );
  const rest = Object.entries(input).filter(([field]) => !route.pathFields.includes(field));
  const query = new URLSearchParams(
    route.takesBody ? [] : rest.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return new Request(`http://localhost${path}?${query}`, {
    method: route.method,
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(route.takesBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
  });
}

describe('every operation over HTTP answers what the library answers (API-2)', () => {
  /** Two engines that live through the same story: one by its functions, one by requests. */
  const answers: Array<{ name: string; library: Json; http: Json; status: number }> = [];

  beforeAll(async () => {
    const [library, behind] = [
      await openForTest({ model: lookingUp }),
      await openForTest({ model: lookingUp }),
    ];
    await library.tokens.create({ scopes: [...tokenScopes] });
    const { secret } = await behind.tokens.create({ scopes: [...tokenScopes] });
    const app = createHttpApp({
      engine: behind,
      hub: createEventHub(),
      version: '0',
      installation: installationForTest,
    });
    const request = requestFor(library, installationForTest, {
      context: library.contextFor(),
      administers: true,
      door: 'scope',
    });
    for (const [name, input] of story) {
      const route = routes.find(({ operation }) => operation.name === name);
      if (route === undefined) throw new Error(`There is no operation ${name}.`);
      const output = await route.operation.run(request, input as never);
      const answer = await app.fetch(requestTo(route, input, `Bearer ${secret}`));
      answers.push({
        name,
        library: JSON.parse(JSON.stringify(output)) as Json,
        http: (await answer.json()) as Json,
        status: answer.status,
      });
    }
    await Promise.all([library.close(), behind.close()]);
  });

  it.each(story.map(([name], place) => [name, place] as const))('%s', (name, place) => {
    const { library, http, status } = answers[place] ?? {};
    // Secrets are random; everything else is the same.
    const hidden = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'secret' ? 'hidden' : inner)));
    expect(hidden(http)).toEqual(hidden(library));
    expect(status).toBe(routes.find(({ operation }) => operation.name === name)?.status ?? 200);
  });
});
