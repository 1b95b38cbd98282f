import * as system from '../interfaces/cli/present/system.ts';
import { noInput } from '../records/inputs.ts';
import { command, defineOperation, route } from './operation.ts';
import * as outputs from './outputs.ts';

/** Work in the background. */
export const jobOperations = {
  list: defineOperation({
    name: 'job.list',
    summary: 'List background jobs and their progress',
    effect: 'read',
    administers: true,
    input: noInput,
    output: outputs.jobs,
    runWithoutStore: async (request) => ({ items: await (await request.jobs()).list() }),
    cli: command(system.presentJobs, 'engram job list'),
    http: route('GET /api/jobs', {}),
    mcp: `Lists work that Engram does in the background, such as indexing, with how far each got and what went wrong. Use it when something recorded is not found yet.
Example: {}`,
  }),
  run: defineOperation({
    name: 'job.run',
    summary: 'Run pending background jobs',
    effect: 'write',
    administers: true,
    input: noInput,
    output: outputs.jobs,
    runWithoutStore: async (request) => ({ items: await (await request.jobs()).run() }),
    cli: command(system.presentJobs, 'engram job run'),
    http: route('POST /api/jobs/run', {}),
    mcp: `Does all that waits in the background, now, and answers how each job stands. Use it when you cannot wait until it is done by itself; it may take a while.
Example: {}`,
  }),
};
