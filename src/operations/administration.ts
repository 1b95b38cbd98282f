import * as z from 'zod';
import * as system from '../interfaces/cli/present/system.ts';
import { byId, createTokenInput } from '../records/inputs.ts';
import { lazySchema } from '../records/lazy-schema.ts';
import type { Diagnosis } from './diagnose.ts';
import { defineOperation, type Operation } from './operation.ts';
import * as outputs from './outputs.ts';
import { listSettings } from './settings-list.ts';

const nothing = lazySchema(() => z.strictObject({}));

/** What is done to an installation rather than with it: keys, background work, settings, its health. */
export const administrationOperations: readonly Operation[] = [
  defineOperation({
    name: 'stats',
    summary: 'Count what there is',
    effect: 'read',
    group: 'server',
    input: nothing,
    output: outputs.statistics,
    run: (view) => view.stats(),
    cli: { present: system.presentStatistics, examples: ['engram stats'] },
    http: { method: 'GET', path: '/api/stats', example: {} },
    mcp: `Counts what there is: memories by kind, runs and their success rate, steps, sessions, tasks, templates, and the size of the store.
Example: {}`,
  }),
  defineOperation({
    name: 'token.create',
    summary: 'Make a token for HTTP and MCP; it is shown once',
    effect: 'write',
    administers: true,
    input: createTokenInput,
    output: outputs.createdToken,
    run: (view, input) => view.tokens.create(input),
    cli: {
      present: system.presentCreatedToken,
      examples: [
        'engram token create --name laptop',
        'engram token create --name ci --agent alice --scopes read,write --expires-at 2030-01-31',
      ],
    },
    http: {
      method: 'POST',
      path: '/api/tokens',
      status: 201,
      example: { name: 'ci', scopes: ['read'] },
    },
    // The secret of a new one would stand in the conversation, where a model and its provider read it.
    mcp: null,
  }),
  defineOperation({
    name: 'token.list',
    summary: 'List tokens, newest first',
    effect: 'read',
    administers: true,
    input: nothing,
    output: outputs.tokens,
    run: async (view) => ({
      items: await view.tokens.list(),
    }),
    cli: { present: system.presentTokens, examples: ['engram token list'] },
    http: { method: 'GET', path: '/api/tokens', example: {} },
    mcp: null,
  }),
  defineOperation({
    name: 'token.revoke',
    summary: 'Make a token useless from now on',
    effect: 'delete',
    administers: true,
    input: byId,
    output: z.object({ revoked: z.string() }),
    run: (view, { id }) => view.tokens.revoke(id),
    cli: {
      positional: ['id'],
      present: system.presentRevoked,
      examples: ['engram token revoke tok_01…'],
    },
    http: { method: 'DELETE', path: '/api/tokens/{id}', example: { id: 'tok_01' } },
    mcp: null,
  }),
  defineOperation({
    name: 'job.list',
    summary: 'List background jobs and how far they got',
    effect: 'read',
    administers: true,
    input: nothing,
    output: outputs.jobs,
    runAtDesk: async (desk) => ({ items: await (await desk.jobs()).list() }),
    cli: { present: system.presentJobs, examples: ['engram job list'] },
    http: { method: 'GET', path: '/api/jobs', example: {} },
    mcp: `Lists work that Engram does in the background, such as indexing, with how far each got and what went wrong. Use it when something recorded is not found yet.
Example: {}`,
  }),
  defineOperation({
    name: 'job.run',
    summary: 'Do what waits in the background, now',
    effect: 'write',
    administers: true,
    input: nothing,
    output: outputs.jobs,
    runAtDesk: async (desk) => ({ items: await (await desk.jobs()).run() }),
    cli: { present: system.presentJobs, examples: ['engram job run'] },
    http: { method: 'POST', path: '/api/jobs/run', example: {} },
    mcp: `Does all that waits in the background, now, and answers how each job stands. Use it when you cannot wait until it is done by itself; it may take a while.
Example: {}`,
  }),
  defineOperation({
    name: 'config.show',
    summary: 'Show the settings and where each came from',
    effect: 'read',
    group: 'server',
    administers: true,
    input: nothing,
    output: outputs.settingsList,
    runAtDesk: async (desk) => listSettings(await desk.settings()),
    cli: { present: system.presentSettings, examples: ['engram config show'] },
    http: { method: 'GET', path: '/api/config', example: {} },
    mcp: `Shows the settings of this Engram and where each came from. Use it when it does not behave as expected, or to see which database, project and agent you work with.
Example: {}`,
  }),
  defineOperation({
    name: 'doctor',
    summary: 'Check the store, versions, permissions and configuration',
    effect: 'read',
    group: 'server',
    administers: true,
    input: nothing,
    output: outputs.diagnosis,
    runAtDesk: async (desk) => {
      const { healthy, checks } = await desk.diagnose();
      return { healthy, checks: [...checks] };
    },
    cli: {
      present: system.presentDiagnosis,
      exitCode: ({ healthy }: Diagnosis) => (healthy ? 0 : 1),
      examples: ['engram doctor'],
    },
    http: { method: 'GET', path: '/api/doctor', example: {} },
    mcp: `Examines the installation: versions, configuration, store, permissions. Use it when calls fail for no visible reason. Answers each check with what was found and how to fix it.
Example: {}`,
  }),
];
