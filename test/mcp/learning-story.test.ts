import type { Client, TextContent } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localCaller } from '../../src/interfaces/mcp/caller.ts';
import { connectDirectly, createPlace, type Place } from './connect.ts';
import { requestOf } from './request-of.ts';

let place: Place;
let client: Client;

const connectAs = (agent: string): Promise<Client> =>
  connectDirectly(localCaller(requestOf(place.engram, place.engram.agent(agent), place.surroundings)));

beforeEach(async () => {
  place = await createPlace();
  client = await connectAs('alice');
});
afterEach(async () => {
  await client.close();
  await place.close();
});

/** Calls a tool that is answered. */
async function call<Answer>(tool: string, input: object = {}, by = client): Promise<Answer> {
  const answer = await by.callTool({ name: `engram_${tool}`, arguments: { ...input } });
  expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true);
  return answer.structuredContent as Answer;
}

describe('the story of api-auth-timeout over MCP (API-4, LRN-1)', () => {
  it('recommends what worked, and nothing to another agent', async () => {
    const decide = (action: string, outcome: string) =>
      call('memory_record', { kind: 'decision', content: { context: 'api-auth-timeout', action, outcome } });
    await decide('increase-timeout', 'failure');
    for (let time = 0; time < 3; time += 1) await decide('retry-with-exponential-backoff', 'success');
    expect(await call('learning_suggest', { context: 'api-auth-timeout' })).toMatchObject({
      actions: [
        { action: 'retry-with-exponential-backoff', attempts: 3, successRate: 1 },
        { action: 'increase-timeout', attempts: 1, successRate: 0 },
      ],
      recommended: { action: 'retry-with-exponential-backoff' },
    });
    const bob = await connectAs('bob');
    expect(await call('learning_suggest', { context: 'api-auth-timeout' }, bob)).toMatchObject({
      actions: [],
      recommended: null,
    });
    await bob.close();
  });
});

describe('the story of npm-install-timeout over MCP (LRN-2, LRN-3, LRN-4)', () => {
  const failed = (seconds: number) => ({
    kind: 'failure',
    content: {
      errorSignature: `npm install timed out after ${seconds}s`,
      rootCause: 'A stale cache',
      solution: 'clear the npm cache',
      prevention: 'verify-npm-cache-status',
    },
  });
  const install = { tool: 'npm_install', arguments: { package: 'left-pad' } };

  /** From memories of a failure to a check against it. */
  async function prevent(): Promise<void> {
    for (const seconds of [120, 300]) await call('memory_record', failed(seconds));
    const { items } = await call<{ items: { slug: string }[] }>('learning_failures', { recurring: true });
    expect(items).toMatchObject([{ occurrences: 2 }]);
    await call('learning_rename', { id: items[0]?.slug, name: 'npm-install-timeout' });
    expect(await call('prevention_generate', { pattern: 'npm-install-timeout' })).toMatchObject({
      created: [{ slug: 'verify-npm-cache-status', content: { action: 'warn' } }],
    });
  }

  it('warns once in a run, and follows up that the failure happened anyway', async () => {
    await prevent();
    const run = await call<{ id: string }>('run_start', { description: 'npm install left-pad' });
    expect(await call('prevention_check', { ...install, run: run.id })).toMatchObject({
      verdict: 'warn',
      findings: [
        { check: { slug: 'verify-npm-cache-status' }, ask: expect.stringContaining('npm cache status') },
      ],
    });
    expect(await call('prevention_check', { ...install, run: run.id })).toMatchObject({ verdict: 'allow' });
    await call('run_step', { run: run.id, ...install, error: 'npm install timed out after 60s' });
    await call('run_finish', { id: run.id, outcome: 'failure' });
    expect(await call('prevention_show', { id: 'verify-npm-cache-status' })).toMatchObject({
      check: { content: { record: { fired: 1, happened: 1, prevented: 0 } } },
      trials: [{ content: { use: 'warned', runId: run.id, result: 'happened' } }],
    });
  });

  it('does not claim that a warning helped when nobody can see it', async () => {
    await prevent();
    const run = await call<{ id: string }>('run_start', { description: 'npm install left-pad' });
    await call('prevention_check', { ...install, run: run.id });
    await call('run_step', { run: run.id, tool: 'npm_cache_verify', arguments: {}, result: 'ok' });
    await call('run_step', { run: run.id, ...install, result: 'installed' });
    await call('run_finish', { id: run.id, outcome: 'success' });
    expect(await call('prevention_show', { id: 'verify-npm-cache-status' })).toMatchObject({
      check: { content: { record: { fired: 1, happened: 0, prevented: 0, unknown: 1 } } },
      trials: [{ content: { use: 'warned', result: 'unknown' } }],
    });
  });

  it('sees that a call was made as a check asked, and counts the failure as prevented', async () => {
    await call('prevention_create', {
      name: 'verify-the-cache',
      message: 'Verify the cache before you install.',
      when: { tool: 'npm_install' },
      verify: { kind: 'predicate', all: [{ of: 'recent', tool: 'npm_cache_verify' }] },
    });
    const run = await call<{ id: string }>('run_start', { description: 'npm install left-pad' });
    const check = () => call('prevention_check', { ...install, run: run.id });
    expect(await check()).toMatchObject({ verdict: 'warn', findings: [{ ask: null }] });
    await call('run_step', { run: run.id, tool: 'npm_cache_verify', arguments: {}, result: 'ok' });
    expect(await check()).toMatchObject({ verdict: 'allow' });
    await call('run_step', { run: run.id, ...install, result: 'installed' });
    await call('run_finish', { id: run.id, outcome: 'success' });
    expect(await call('prevention_show', { id: 'verify-the-cache' })).toMatchObject({
      check: { content: { record: { fired: 1, prevented: 1 } }, measured: { rate: 1 } },
    });
  });

  it('tells in the prompt after an error what helps, as data', async () => {
    await prevent();
    const { messages } = await client.getPrompt({
      name: 'after-an-error',
      arguments: { error: 'npm install timed out after 7s' },
    });
    const text = messages.map(({ content }) => (content as TextContent).text).join('');
    const [asked = '', known = ''] = text.split('## This failure');
    expect(asked).not.toContain('clear the npm cache');
    expect(known).toMatch(/<recorded-data-\w+>\n\n```text\n[^`]*clear the npm cache/);
  });
});
