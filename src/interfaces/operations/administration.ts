import * as z from 'zod';
import { byId, createTokenInput } from '../../model/inputs.ts';
import { lazySchema } from '../../model/lazy-schema.ts';
import { refusingUnknownFields } from './known-fields.ts';
import { type Operation, operation } from './operation.ts';
import * as outputs from './outputs.ts';
import { listSettings } from './settings-list.ts';

const nothing = lazySchema(() => z.strictObject({}));

/** Concerns the whole installation, so that doors on a network ask for more than for everyday work. */
function administering(one: Omit<Operation, 'administers'>): Operation {
  return { ...one, administers: true };
}

/** What is done to an installation rather than with it: keys, background work, settings, its health. */
export const administration: readonly Operation[] = [
  operation('stats', 'Count what there is', 'read', nothing, outputs.statistics, (view) => view.stats()),
  administering(
    operation(
      'token.create',
      'Make a token for HTTP and MCP; it is shown once',
      'write',
      createTokenInput,
      outputs.createdToken,
      (view, input) => view.tokens.create(input),
    ),
  ),
  administering(
    operation('token.list', 'List tokens, newest first', 'read', nothing, outputs.tokens, async (view) => ({
      items: await view.tokens.list(),
    })),
  ),
  administering(
    operation(
      'token.revoke',
      'Make a token useless from now on',
      'delete',
      byId,
      z.object({ revoked: z.string() }),
      (view, { id }) => view.tokens.revoke(id),
    ),
  ),
  administering(
    refusingUnknownFields({
      name: 'job.list',
      summary: 'List background jobs and how far they got',
      effect: 'read',
      input: nothing,
      output: outputs.jobs,
      run: async (desk) => ({ items: await (await desk.jobs()).list() }),
    }),
  ),
  administering(
    refusingUnknownFields({
      name: 'job.run',
      summary: 'Do what waits in the background, now',
      effect: 'write',
      input: nothing,
      output: outputs.jobs,
      run: async (desk) => ({ items: await (await desk.jobs()).run() }),
    }),
  ),
  administering(
    refusingUnknownFields({
      name: 'config.show',
      summary: 'Show the settings and where each came from',
      effect: 'read',
      input: nothing,
      output: outputs.settingsList,
      run: async (desk) => listSettings(await desk.settings()),
    }),
  ),
  administering(
    refusingUnknownFields({
      name: 'doctor',
      summary: 'Check the store, versions, permissions and configuration',
      effect: 'read',
      input: nothing,
      output: outputs.diagnosis,
      run: (desk) => desk.diagnose(),
    }),
  ),
];
