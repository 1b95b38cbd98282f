import { loadShare } from '../engine/stages.ts';
import * as sharing from '../interfaces/cli/present/sharing.ts';
import { grantsInput, revokeGrantInput, shareInput, shownGrantSchema } from '../records/share-inputs.ts';
import { asItems, command, createsAt, defineOperation, route } from './operation.ts';
import { itemsOf } from './outputs.ts';

/** What owners let others read, for as long as they agree. */
export const sharingOperations = {
  /**
   * Lets an agent, or all agents of a project, read records of another from now on. Nothing is copied.
   *
   * @example
   * await alice.memories.share({ to: 'bob', tags: ['auth'], until: Date.parse('2030-01-31') });
   */
  share: defineOperation({
    name: 'memory.share',
    summary: 'Let another agent or project read memories, a pattern, or failures',
    effect: 'write',
    input: shareInput,
    output: shownGrantSchema,
    run: async (context, input, { lacksTrust: ownOnly }) =>
      (await loadShare()).share(context, context.viewer, input, { ownOnly }),
    cli: command(
      sharing.presentShared,
      'engram memory share --from alice --to bob --memory mem_01…',
      'engram memory share --from alice --to bob --pattern auth-pattern',
      'engram memory share --from alice --to bob --tag auth --until 2030-01-31 --onward',
      'engram memory share --failures',
    ),
    http: createsAt('/api/grants', { from: 'alice', to: 'bob', tags: ['auth'] }),
    mcp: `Lets another agent read some of your memories from now on: one by "memory", those of a "kind", "domain" or with "tags", a "pattern", or with "failures" your failures and their solutions. Use it only when you were asked to share, or when the user agreed. "to" is an agent of this project; "until" ends it by itself. What is shared stays yours: others read it and cannot change it, and engram_memory_revoke takes it back at once. Answers the grant with its name.
Example: {"to":"bob","tags":["auth"]}`,
  }),
  /** Who shares what with whom: grants one gives, gave on, or receives. */
  grants: defineOperation({
    name: 'memory.grants',
    summary: 'List who shares what with whom',
    effect: 'read',
    input: grantsInput,
    output: itemsOf(shownGrantSchema),
    run: async (context, input) => (await loadShare()).listGrants(context, context.viewer, input),
    answer: asItems,
    cli: command(sharing.presentGrants, 'engram memory grants', 'engram memory grants --agent bob --all'),
    http: route('GET /api/grants', {}),
    mcp: `Lists who shares what with whom, as far as it concerns you: what you share and what is shared with you, newest first. With "all": true also what has ended.
Example: {}`,
  }),
  /**
   * Takes a grant back. From now on it opens nothing, nor does what was shared on by it.
   *
   * @example
   * await alice.memories.revoke('alice-to-bob');
   */
  revoke: defineOperation({
    name: 'memory.revoke',
    summary: 'Stop sharing: take a grant back',
    effect: 'delete',
    idempotent: true,
    input: revokeGrantInput,
    output: shownGrantSchema,
    run: async (context, { id }) => (await loadShare()).revokeGrant(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(sharing.presentRevokedGrant, 'engram memory revoke alice-to-bob'),
    http: route('DELETE /api/grants/{id}', { id: 'alice-to-bob' }),
    mcp: `Takes back what you shared, by the name or id of the grant: nobody reads it by that grant any more, nor by what was shared on. Use it when you are asked to stop sharing.
Example: {"id":"alice-to-bob"}`,
  }),
};
