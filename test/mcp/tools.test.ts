import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, TextContent } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerWith, localCaller } from '../../src/interfaces/mcp/caller.ts';
import { offeredOperations, toolName } from '../../src/interfaces/mcp/offered.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { operations } from '../../src/operations/operations.ts';
import type { RequestContext } from '../../src/operations/request-context.ts';
import { tokenScopes } from '../../src/records/token.ts';
import { connectDirectly, createPlace, type Place } from './connect.ts';
import { requestOf } from './request-of.ts';

let place: Place;
let request: RequestContext;
let client: Client;

beforeAll(async () => {
  place = await createPlace();
  request = requestOf(place.engram, place.engram.agent('alice'), place.surroundings);
  client = await connectDirectly(localCaller(request));
});
afterAll(async () => {
  await client.close();
  await place.close();
});

interface Refusal {
  readonly error: { code: string; message: string; details: Record<string, unknown> };
}

const textIn = (content: unknown): string => (content as TextContent[]).map(({ text }) => text).join('');

/** What a refused call answers. */
async function refusal(name: string, input: Record<string, unknown>): Promise<Refusal['error']> {
  const answer = await client.callTool({ name, arguments: input });
  expect(answer.isError).toBe(true);
  expect(answer.structuredContent).toBeUndefined();
  return (JSON.parse(textIn(answer.content)) as Refusal).error;
}

describe('the tools an agent is offered (API-3)', () => {
  it('are the operations, each with the prefix engram_, and no tokens: their secrets are not for conversations', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('engram_memory_record');
    expect(tools.map(({ name }) => name)).toEqual(
      operations
        // What "memory_backend" does has no tools of its own; erasing a user, legal holds and what raises trust are for people.
        .filter(
          ({ name, trust }) =>
            trust !== true &&
            !/^(?:token|backend|user)\.|^audit\.(?:verify|export)$|^retention\.(?:hold|release)$/.test(name),
        )
        .map(toolName),
    );
    for (const { name } of tools) expect(name).toMatch(/^engram_[a-z_]{1,50}$/);
  });

  it.each(offeredOperations.map((operation) => [operation.name, operation] as const))(
    '%s is described for an agent: what, when, and an example that its input accepts',
    (_name, operation: Operation) => {
      const description = operation.mcp ?? '';
      expect(description, 'say it in the definition, as "mcp"').not.toBe(operation.summary);
      const [, example = ''] = /\nExample: (\{.*\})$/.exec(description) ?? [];
      expect(operation.input.safeParse(JSON.parse(example)).error).toBeUndefined();
    },
  );

  it('say before they are called whether they change, delete or reach beyond Engram', async () => {
    const { tools } = await client.listTools();
    const annotations = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
    expect(annotations['engram_memory_search']).toEqual({
      title: 'Search memories, messages and runs by meaning and words',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(annotations['engram_memory_record']).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
    expect(annotations['engram_memory_delete']).toMatchObject({
      destructiveHint: true,
      idempotentHint: true,
    });
    expect(annotations['engram_memory_prune']).toMatchObject({ destructiveHint: true });
    expect(annotations['engram_memory_consolidate']).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
    expect(annotations['engram_prevention_check']).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    });
    expect(annotations['engram_report']).toMatchObject({ readOnlyHint: true });
    for (const tool of ['engram_template_run', 'engram_solve']) {
      expect(annotations[tool]).toMatchObject({ destructiveHint: true, openWorldHint: true });
    }
    expect(annotations['engram_template_delete']).toMatchObject({ destructiveHint: true });
  });

  it('have an input schema with every field described, and an output schema that is an object', async () => {
    const { tools } = await client.listTools();
    for (const tool of tools) {
      const fields = Object.values(tool.inputSchema.properties ?? {}) as { description?: string }[];
      expect(fields.every(({ description }) => description !== undefined && description !== '')).toBe(true);
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
    }
  });

  it('take up little of a context: the schemas of answers stay outlines', async () => {
    const { tools } = await client.listTools();
    for (const { outputSchema } of tools) expect(JSON.stringify(outputSchema).length).toBeLessThan(6_000);
  });

  it('stand all in docs/mcp.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8');
    const missing = offeredOperations.map(toolName).filter((name) => !page.includes(`| \`${name}\``));
    expect(missing).toEqual([]);
  });

  it('say which fields each kind of memory has', () => {
    const [record] = offeredOperations;
    expect(record?.mcp).toContain('failure {errorSignature, rootCause, solution, prevention}');
  });
});

describe('what a tool answers', () => {
  it('is the answer of the library, and in the text the same without what is null', async () => {
    const input = { kind: 'decision', content: { context: 'c', action: 'a', outcome: 'success' } } as const;
    const answer = await client.callTool({ name: 'engram_memory_record', arguments: input });
    const memory = answer.structuredContent as { id: string };
    expect(memory).toEqual(await place.engram.agent('alice').memories.get(memory.id));
    const text = JSON.parse(textIn(answer.content)) as Record<string, unknown>;
    expect(text).toMatchObject({ id: memory.id, ...input, tags: [] });
    for (const left of ['schemaVersion', 'successRate', 'provenance', 'revision']) {
      expect(text).not.toHaveProperty(left);
    }
  });

  it('keeps every null of what callers recorded themselves, in the text too', async () => {
    const { id } = await place.engram.agent('alice').runs.start({ description: 'Look' });
    const step = { run: id, tool: 'look', arguments: { at: null }, result: { found: null, list: [] } };
    const answer = await client.callTool({ name: 'engram_run_step', arguments: step });
    expect(JSON.parse(textIn(answer.content))).toMatchObject({
      arguments: { at: null },
      result: { found: null, list: [] },
    });
  });

  it('says that a list is empty', async () => {
    const answer = await client.callTool({ name: 'engram_session_list', arguments: {} });
    expect(textIn(answer.content)).toBe('{"items":[]}');
  });
});

describe('what a tool refuses', () => {
  it('names every wrong field, as the other doors do', async () => {
    expect(await refusal('engram_memory_record', { kind: 'opinion' })).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('"kind" must be one of: decision, '),
      details: { fields: ['kind'] },
    });
    expect(await refusal('engram_memory_get', { id: 'mem_1', colour: 'red' })).toMatchObject({
      code: 'invalid_input',
      message: 'memory.get does not have "colour". It takes: id.',
      details: { fields: ['colour'] },
    });
    expect((await refusal('engram_run_finish', {})).message).toContain('"id" is required');
  });

  it('answers what is not there, or not to be seen, alike', async () => {
    const bobs = await place.engram.agent('bob').memories.record({ kind: 'knowledge', text: 'of bob' });
    const absent = await refusal('engram_memory_get', { id: 'mem_none' });
    const hidden = await refusal('engram_memory_get', { id: bobs.id });
    expect(absent.code).toBe('not_found');
    expect(hidden.message).toBe(absent.message.replace('mem_none', bobs.id));
  });

  it('runs no template without its tools, and says which are missing', async () => {
    const alice = place.engram.agent('alice');
    const run = await alice.startRun({ description: 'Ping', inputs: { host: 'a' } });
    await run.call('ping', { host: 'a' }, () => 'pong');
    await run.finish({ outcome: 'success' });
    await alice.templates.save({ run: run.id, name: 'ping', approve: true });
    const refused = await refusal('engram_template_run', { id: 'ping', inputs: { host: 'a' } });
    expect(refused).toMatchObject({ code: 'tool_missing', message: expect.stringContaining('ping') });
  });

  it('TPL-6: takes recorded values for no model: that is not offered, refused, and named in no refusal', async () => {
    const alice = place.engram.agent('alice');
    const run = await alice.startRun({ description: 'Pay', inputs: { id: 'I-1001', hold: 0 } });
    await run.call('pay', { id: 'I-1001' }, () => 'ok');
    await run.finish({ outcome: 'success' });
    await alice.templates.save({ run: run.id, name: 'pay', approve: true });
    const refused = await refusal('engram_template_run', { id: 'pay', inputs: { id: 'I-1002' } });
    expect(refused).toMatchObject({ code: 'invalid_input', details: { missing: ['hold'] } });
    const asked = await refusal('engram_template_run', { id: 'pay', asRecorded: true });
    expect(asked.message).toMatch(
      /^template\.run does not have "asRecorded"\. It takes: id, mode, inputs, task/,
    );
    const words = JSON.stringify([refused, asked.message.replace('"asRecorded"', '')]);
    expect(words).not.toMatch(/asRecorded|as-recorded/);
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools)).not.toMatch(/asRecorded|as-recorded/);
  });

  it('keeps to itself what went wrong inside, and tells the listener', async () => {
    const heard: Error[] = [];
    const broken = { ...request, open: () => Promise.reject(new Error('password is hunter2')) };
    const other = await connectDirectly(localCaller(broken), (error) => heard.push(error));
    const answer = await other.callTool({ name: 'engram_stats', arguments: {} });
    expect(JSON.parse(textIn(answer.content))).toMatchObject({ error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(heard.map(({ message }) => message).join()).toContain('hunter2');
    await other.close();
  });

  it('uses an error of the protocol only for what is wrong with the protocol', async () => {
    await expect(client.callTool({ name: 'engram_fly', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });
});

describe('what a token allows', () => {
  async function toolsWith(...scopes: (typeof tokenScopes)[number][]): Promise<string[]> {
    const access = {
      tokenId: 'tok_1',
      owner: place.engram.viewer,
      anyProject: false,
      scopes,
      isOperator: true,
      expiresAt: null,
    };
    const other = await connectDirectly(callerWith(access, request));
    const { tools } = await other.listTools();
    await other.close();
    return tools.map(({ name }) => name);
  }

  it('decides which tools there are', async () => {
    const reading = await toolsWith('read');
    expect(reading).toContain('engram_memory_search');
    expect(reading).not.toContain('engram_memory_record');
    expect(reading).not.toContain('engram_doctor');
    expect(await toolsWith('read', 'write')).toContain('engram_memory_record');
    expect(await toolsWith('read', 'write')).not.toContain('engram_memory_delete');
    expect(await toolsWith('read', 'admin')).toContain('engram_doctor');
    expect(await toolsWith(...tokenScopes)).toEqual(offeredOperations.map(toolName));
  });

  it('decides which resources and prompts there are', async () => {
    const access = {
      tokenId: 'tok_1',
      owner: place.engram.viewer,
      anyProject: false,
      scopes: ['write'] as const,
      isOperator: true,
      expiresAt: null,
    };
    const other = await connectDirectly(callerWith(access, request));
    expect((await other.listResources()).resources).toEqual([]);
    expect((await other.listResourceTemplates()).resourceTemplates).toEqual([]);
    expect((await other.listPrompts()).prompts).toEqual([]);
    await expect(other.readResource({ uri: 'engram://report' })).rejects.toMatchObject({ code: -32602 });
    await other.close();
  });
});
