import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offeredOperations, toolName } from '../../src/interfaces/mcp/offered.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { memoryKinds } from '../../src/records/memory-kinds.ts';
import { memoryExamples } from '../cli/memory-examples.ts';
import { leftToCi, whyLeftToCi } from '../left-to-ci.ts';
import {
  buildStdioProgram,
  createPlace,
  type Generation,
  type HttpServer,
  type Place,
  type StdioProgram,
  startHttp,
} from './connect.ts';
import { requestOf } from './request-of.ts';

type Input = Record<string, unknown>;
interface Identified {
  readonly id: string;
}

type Way = readonly ['stdio' | 'streamable HTTP', Generation];

/** All the ways in which a client and the server can talk: two of them in which each half occurs once, and the others. */
const ways: readonly Way[] = [
  ['stdio', '2025'],
  ['streamable HTTP', '2026'],
];
const otherWays: readonly Way[] = [
  ['stdio', '2026'],
  ['streamable HTTP', '2025'],
];

for (const [way, generation] of leftToCi ? otherWays : []) {
  it(`a walk through all tools over ${way} with a client of ${generation} (API-3)`, (context) =>
    context.skip(whyLeftToCi));
}

function operationOf(name: string): Operation {
  const operation = offeredOperations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  return operation;
}

/** Times of access are written after a recall has answered, so two looks at one memory may differ in them. */
function withoutAccess(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member) =>
    name === 'accessCount' || name === 'lastAccessedAt' ? undefined : member,
  );
}

let program: StdioProgram;
beforeAll(async () => {
  program = await buildStdioProgram();
});
afterAll(() => program.remove());

describe.each(leftToCi ? ways : [...ways, ...otherWays])(
  'a walk through all tools over %s with a client of %s (API-3)',
  (way, generation) => {
    let place: Place;
    let server: HttpServer | undefined;
    let client: Client;

    beforeAll(async () => {
      place = await createPlace({ agent: 'alice' });
      if (way === 'stdio') {
        client = await program.connect(place, 'alice', generation);
        return;
      }
      const { secret } = await place.engram.tokens.create({ scopes: ['read', 'write', 'delete', 'admin'] });
      server = await startHttp(place);
      client = await server.connect(secret, generation);
    });
    afterAll(async () => {
      await client.close();
      await server?.close();
      await place.close();
    });

    /** Calls a tool. Its structured answer has the form that the table promises; the client checks its schema itself. */
    async function call<Output = unknown>(name: string, input: Input = {}): Promise<Output> {
      const operation = operationOf(name);
      const answer = await client.callTool({ name: toolName(operation), arguments: input });
      expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true);
      expect(operation.output.safeParse(answer.structuredContent).error, name).toBeUndefined();
      return answer.structuredContent as Output;
    }

    /** Calls a tool that reads, and finds exactly what the library answers on the same database. */
    async function read<Output = unknown>(name: string, input: Input = {}): Promise<Output> {
      const output = await call<Output>(name, input);
      const request = requestOf(place.engram, place.engram, place.surroundings);
      const expected = await operationOf(name).run(request, input as never);
      expect(withoutAccess(output)).toEqual(withoutAccess(expected));
      return output;
    }

    /** Calls a tool that refuses, and finds why. */
    async function refused(name: string, input: Input, code: string): Promise<void> {
      const answer = await client.callTool({ name: toolName(operationOf(name)), arguments: input });
      expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(code) }] });
    }

    it('finds a tool for every operation that is offered', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(offeredOperations.map(toolName));
      expect(client.getInstructions()).toContain('engram_memory_retrieve');
    });

    it('keeps tasks', async () => {
      await call('task.create', { id: 'auth-123', description: 'Fix the login timeout', category: 'auth' });
      await call('task.update', { id: 'auth-123', status: 'done' });
      expect(await read('task.show', { id: 'auth-123' })).toMatchObject({ status: 'done' });
      expect(await read('task.list', { status: 'done' })).toMatchObject({ items: [{ id: 'auth-123' }] });
    });

    it('records a run step by step and saves it as a template (TPL-1)', async () => {
      const { id } = await call<Identified>('run.start', {
        description: 'Refund order 4200',
        inputs: { id: 4200 },
      });
      const step = (input: Input) => call<Identified>('run.step', { run: id, ...input });
      await step({ tool: 'refund', error: 'connect ETIMEDOUT 10.0.0.7:443', errorType: 'ETIMEDOUT' });
      await step({ tool: 'get_order', arguments: { id: 4200 }, result: { id: 4200, total: 42_000 } });
      await step({ tool: 'refund', arguments: { id: 4200, amount: 42_000 }, result: { refunded: 42_000 } });
      await call('run.finish', { id, outcome: 'success', summary: 'Refunded' });
      expect(await read('run.show', { id })).toMatchObject({ totals: { toolCalls: 3, failedSteps: 1 } });
      expect(await read('run.list', { outcome: 'success' })).toMatchObject({ items: [{ id }] });

      const saved = await call<Input>('template.save', { run: id, name: 'refund-order' });
      expect(saved['templateId']).toBe(saved['id']);
      expect(await read('template.show', { id: 'refund-order' })).toMatchObject({ plan: [{}, {}] });
      expect(await read('template.list')).toMatchObject({ items: [{ slug: 'refund-order' }] });
      const planned = { id: 'refund-order', inputs: { id: 4300 }, dryRun: true };
      expect(await read('template.run', planned)).toMatchObject({
        status: 'planned',
        calls: [{ tool: 'get_order' }, { tool: 'refund' }],
      });
    });

    it('judges, corrects and forgets templates, and knows what they taught (TPL-2, TPL-10, TPL-11)', async () => {
      const id = 'refund-order';
      // It may change something, so that a person has to look first; then its tools are missing here.
      await refused('template.run', { id, inputs: { id: 4300 } }, 'not_replayable');
      const person = place.engram.agent('alice');
      await person.templates.approve({ id, reason: 'Read' });
      await refused('template.run', { id, inputs: { id: 4300 } }, 'tool_missing');
      await refused('template.run', { id, mode: 'adaptive', inputs: { id: 4300 } }, 'unsupported');
      await refused('solve', { task: 'Refund order 4300' }, 'unsupported');

      const again = await call<Identified>('run.start', {
        description: 'Refund order 4500',
        inputs: { id: 4500 },
      });
      const step = (input: Input) => call<Identified>('run.step', { run: again.id, ...input });
      await step({ tool: 'get_order', arguments: { id: 4500 }, result: { id: 4500, total: 99 } });
      await step({ tool: 'refund', arguments: { id: 4500, amount: 99 }, result: { refunded: 99 } });
      await call('run.finish', { id: again.id, outcome: 'success' });
      await person.templates.learn({ id, run: again.id });
      await call('template.edit', { id, reexecuteModel: 'small' });
      expect(await read('template.show', { id })).toMatchObject({ reexecuteModel: 'small' });
      expect(await read('template.compare', { id })).toMatchObject({ first: { runs: 1 } });
      expect(await read('template.versions', { id })).toHaveProperty('items');
      expect(await read('template.diff', { id })).toHaveProperty('changes');

      const memory = { pitfalls: ['Locked orders cannot be refunded'] };
      await call('template.remember', { template: id, agent: 'carol', memory, increment: true });
      expect(await read('template.memory', { template: id, agent: 'carol' })).toMatchObject({
        items: [{ content: { ...memory, executions: 1, successes: 1 } }],
      });
      const examples = [{ tool: 'get_order', arguments: { id: 1 }, result: { id: 1 } }];
      expect(await call('template.add-examples', { template: 'elsewhere', examples })).toEqual({ count: 1 });
      expect(await read('template.examples', { template: 'elsewhere' })).toMatchObject({
        items: [{ tool: 'get_order' }],
      });

      await call('template.save', { run: again.id, name: 'refund-again' });
      await call('template.retire', { id: 'refund-again', reason: 'There is one already' });
      await call('template.delete', { id: 'refund-again' });
    });

    it('begins sessions with what worked in another (SES-3 … SES-5)', async () => {
      const say = (input: Input) => call('session.append', { session: 'chat-2', ...input });
      await say({ role: 'user', content: 'What does it say?' });
      await say({
        role: 'assistant',
        toolCalls: [{ id: 'c1', name: 'read_file', arguments: { path: 'a' } }],
      });
      await say({ role: 'tool', toolCallId: 'c1', content: 'It says yes.' });
      const name = 'read-first';
      await call('session-templates.create', { session: 'chat-2', name, tags: ['files'] });
      expect(await read('session-templates.list', { tags: ['files'] })).toMatchObject({ items: [{ name }] });
      expect(await read('session-templates.show', { name })).toMatchObject({ template: { type: 'file' } });
      expect(await read('session-templates.best', { type: 'file' })).toMatchObject({ template: { name } });
      const messages = [{ role: 'user', content: 'Read it.' }];
      expect(await call('session-templates.inject', { name, messages, session: 'chat-3' })).toMatchObject({
        injected: 1,
      });
      const templates = await read('session-templates.export', { name });
      expect(await call('session-templates.import', { templates })).toMatchObject({
        templates: [{ name, status: 'unchanged' }],
      });
      expect(await read('session-templates.stats')).toMatchObject({ total: 1, total_usage: 1 });
      await call('session.append', { session: 'chat-3', role: 'user', content: 'Read it.' });
      const compared = { name, cold: ['chat-2'], seeded: ['chat-3'] };
      const { id } = await call<Identified>('session-templates.experiment', compared);
      expect(await read('session-templates.experiments', { name })).toMatchObject({ items: [{ id }] });
      expect(await read('session-templates.show-experiment', { id })).toMatchObject({ kind: 'experiment' });
      await call('session-templates.delete', { name });
    });

    it('keeps sessions', async () => {
      await call('session.append', { session: 'chat-1', role: 'user', content: 'Where is my order?' });
      const toolCalls = [{ id: 'c1', name: 'get_order', arguments: { id: 7 } }];
      await call('session.append', { session: 'chat-1', role: 'assistant', toolCalls });
      expect(await read('session.show', { id: 'chat-1' })).toMatchObject({ messages: [{}, { toolCalls }] });
      expect(await read('session.list')).toMatchObject({ items: [{ id: 'chat-1', messages: 2 }, {}, {}] });
    });

    it.each(memoryKinds)('records a memory of kind %s with all its fields (MEM-1)', async (kind) => {
      const { content } = memoryExamples[kind];
      const { id } = await call<Identified>('memory.record', { kind, content });
      expect(await read('memory.get', { id })).toMatchObject({ kind, content });
      expect(await read('memory.list', { kind })).toMatchObject({ items: [{ id }] });
    });

    it('keeps what is worth keeping of a conversation (MEM-1)', async () => {
      const messages = [
        { role: 'assistant', content: 'Shall I run npm test?' },
        { role: 'user', content: 'No, use pnpm instead of npm.' },
      ];
      const kept = [{ why: 'correction', kind: 'knowledge', position: 1 }];
      expect(await read('memory.remember', { messages, dryRun: true })).toMatchObject({ kept });
      expect(await call('memory.remember', { messages })).toMatchObject({ kept });
      expect(await call('memory.remember', { messages })).toMatchObject({ kept: [] });
    });

    it('finds, imports and deletes memories (MEM-7)', async () => {
      const items = [{ kind: 'knowledge', text: 'The staging API needs a VPN', externalId: 'wiki-7' }];
      expect(await call('memory.import', { items })).toMatchObject({ imported: 1, already: 0 });
      expect(await call('memory.import', { items })).toMatchObject({ imported: 0, already: 1 });
      const found = async () =>
        (await call<{ items: { memory: Identified }[] }>('memory.search', { query: 'staging VPN' })).items;
      const [first] = await found();
      const id = first?.memory.id ?? '';
      expect(await call('memory.retrieve', { context: 'staging API', limit: 1 })).toMatchObject({
        items: [{ memory: { id } }],
      });
      const document = await call('knowledge.export', { kind: 'knowledge' });
      expect(document).toMatchObject({
        format: 'engram-knowledge',
        memories: expect.arrayContaining([expect.objectContaining({ id })]),
      });
      expect(await call('knowledge.import', { document })).toMatchObject({ added: 0, replaced: 0 });
      expect(await call('knowledge.merge', { fromAgent: 'bob' })).toMatchObject({ added: 0 });
      expect(await call('memory.delete', { id })).toEqual({ deleted: id });
      expect((await found()).map(({ memory }) => memory.id)).not.toContain(id);
    });

    it('writes context for a prompt, takes feedback and explains a memory (REC-4, MEM-4)', async () => {
      const run = await call<Identified>('run.start', { description: 'Retry a login' });
      const context = await call<{ text: string; memories: string[] }>('memory.context', {
        query: 'api-auth-timeout',
        tokens: 300,
        run: run.id,
      });
      expect(context.text).toContain('- **Done:** retry');
      await call('run.finish', { id: run.id, outcome: 'success' });
      await call('job.run');
      const id = context.memories[0] ?? '';
      expect(await call('memory.feedback', { id, outcome: 'partial' })).toMatchObject({
        id,
        standing: 'active',
      });
      expect(await read('memory.history', { id })).toMatchObject({
        items: [{ what: 'recorded' }, { what: 'used', runId: run.id, outcome: 'success' }, {}, {}],
      });
      const why = await call('memory.why', { id });
      expect(why).toMatchObject({ uses: [{ runId: run.id, outcome: 'success', settled: true }] });
    });

    it('forgets what has expired and puts memories in order (MEM-3, MEM-5)', async () => {
      const { id } = await call<Identified>('memory.record', { kind: 'rule', text: 'Old', expiresAt: 1_000 });
      expect(await read('memory.prune', { dryRun: true })).toMatchObject({ pruned: 1, ids: [id] });
      expect(await call('memory.prune')).toMatchObject({ pruned: 1, ids: [id] });
      expect(await read('memory.consolidate', { dryRun: true })).toMatchObject({ merged: [] });
    });

    it('finds work of the past that is like a task (REC-6)', async () => {
      const task = { description: 'Fix the login timeout', category: 'auth', type: 'bug' };
      const { id } = await call<Identified>('run.start', task);
      await call('run.finish', { id, outcome: 'success' });
      const best = async (asked: Input) => (await read<{ items: object[] }>('task.similar', asked)).items[0];
      expect(await best({ task: 'auth-123' })).toMatchObject({ run: { id } });
      expect(await best(task)).toMatchObject({ run: { id }, parts: { category: 1, type: 1 } });
    });

    it('learns, counts and examines itself', async () => {
      expect(await read('learning.suggest', { context: 'api-auth-timeout' })).toMatchObject({
        recommended: { action: 'retry' },
      });
      expect(await read('learning.recognise', { error: 'connect ETIMEDOUT 10.1.2.3:8443' })).toMatchObject({
        occurrences: 1,
        tools: ['refund'],
      });
      expect(await read('agent.list')).toMatchObject({ items: [{ agent: 'alice' }] });
      expect(await call('stats')).toMatchObject({ tasks: 1, templates: 1, sessions: 3, backend: 'sqlite' });
      const content = [{ role: 'user', content: 'Refund order 42' }];
      expect(await call('import.session', { content })).toMatchObject({
        runs: [{ messages: 1 }],
        skipped: [],
      });
      expect(await call('job.list')).toHaveProperty('items');
      expect(await call('job.run')).toHaveProperty('items');
      expect(await call('config.show')).toHaveProperty('settings');
      expect(await call('doctor')).toMatchObject({ healthy: true });
    });

    it('learns from failures, and warns of them (LRN-2 … LRN-6)', async () => {
      const { solution, checks } = await call<{ solution: Identified; checks: Identified[] }>(
        'learning.learn',
        {
          error: 'npm install timed out after 120s',
          name: 'npm-install-timeout',
          tool: 'npm_install',
          solution: 'clear the npm cache',
          prevention: ['verify npm cache status'],
        },
      );
      expect(checks).toMatchObject([{ slug: 'verify-npm-cache-status' }]);
      await call('learning.solved', { id: solution.id, outcome: 'success' });
      expect(await read('learning.solutions', { error: 'npm install timed out after 60s' })).toMatchObject({
        items: [{ id: solution.id, successRate: 1 }],
      });
      expect(await read('learning.failures', { recent: '7d' })).toMatchObject({ items: [{}, {}] });
      expect(await read('learning.patterns', { type: 'failure' })).toMatchObject({ items: [{}, {}, {}] });
      expect(await read('memory.patterns', { type: 'decision' })).toMatchObject({
        items: [{ slug: 'api-auth-timeout' }],
      });
      await call('learning.rename', { id: 'npm-install-timeout', name: 'npm-timeout' });
      expect(await read('learning.show', { id: 'npm-timeout' })).toMatchObject({
        pattern: { checks: ['verify-npm-cache-status'] },
      });
      expect(
        await call('learning.apply-pattern', { pattern: 'npm-timeout', task: 'auth-123' }),
      ).toMatchObject({
        guidance: { steps: ['clear the npm cache'], checks: ['verify-npm-cache-status'] },
      });
      expect(
        await read('learning.signatures', { messages: ['order 42 is locked', 'order 77 is locked'] }),
      ).toMatchObject({ items: [{ line: 1 }, { line: 2 }] });

      const release = { pattern: 'npm-timeout', stage: 'release', name: 'look-at-the-cache' };
      expect(await call('prevention.generate', release)).toMatchObject({ created: [{}] });
      await call('prevention.create', {
        name: 'small-orders',
        message: 'Orders above 100 are for people.',
        when: { tool: 'refund', stage: 'testing' },
        verify: { kind: 'predicate', all: [{ of: 'argument', path: '$.id', is: 'at-most', value: 100 }] },
        action: 'block',
      });
      const refund = (id: number) => ({ tool: 'refund', arguments: { id }, stage: 'testing' });
      expect(await read('prevention.check', refund(420))).toMatchObject({
        verdict: 'block',
        findings: [{ check: { slug: 'small-orders' }, ask: null }],
      });
      expect(await read('prevention.check', refund(42))).toEqual({ verdict: 'allow', findings: [] });
      expect(await read('prevention.list', { stage: 'release' })).toMatchObject({ items: [{}] });
      expect(await read('prevention.show', { id: 'small-orders' })).toMatchObject({ trials: [] });
      const person = place.engram.agent('alice');
      await person.prevention.switch({ id: 'small-orders', enabled: false });
      expect(await read('prevention.check', refund(420))).toMatchObject({ verdict: 'allow' });
      expect(await call('prevention.rename', { id: 'small-orders', name: 'few-orders' })).toEqual({
        renamed: 'small-orders',
        name: 'few-orders',
      });
      await person.prevention.delete('few-orders');
    });

    it('advises from runs, and says whether it helps (LRN-8 … LRN-11)', async () => {
      const task = { description: 'Fix the login timeout', category: 'auth', type: 'bug' };
      expect(await read('learning.recommend', task)).toMatchObject({ matches: 1 });
      expect(await read('learning.recommend', { description: 'Paint', category: 'art' })).toMatchObject({
        sentence: 'No similar patterns.',
      });
      expect(await call('learning.predict', { ...task, approach: 'retry' })).toHaveProperty('probability');
      expect(await read('learning.trends', { category: 'auth' })).toMatchObject({
        items: [{ direction: 'insufficient_data' }],
      });
      expect(await read('learning.stats')).toMatchObject({ agent: 'alice', solutions: 1, checks: 2 });
      expect(await call('report', { days: 7 })).toMatchObject({ agent: 'alice', overall: { failed: 0 } });
    });
  },
);
