import { loadUsers } from '../engine/stages.ts';
import { presentErased } from '../interfaces/cli/present/users.ts';
import { erasedUserSchema, eraseUserInput } from '../records/user-inputs.ts';
import { command, defineOperation, route } from './operation.ts';

/** A user as a whole. */
export const userOperations = {
  /**
   * Removes everything of the user, in all projects, for good. Without `confirm` it only says what would go.
   *
   * @example
   * await openEngram({ user: 'ada' }).then((engram) => engram.users.erase({ confirm: true }));
   */
  erase: defineOperation({
    name: 'user.erase',
    summary: 'Erase everything of a user, for good; shows first what would go',
    effect: 'delete',
    effectOf: ({ confirm }) => (confirm === true ? 'delete' : 'read'),
    administers: true,
    spansProjects: true,
    idempotent: true,
    input: eraseUserInput,
    output: erasedUserSchema,
    run: async (context, input) => (await loadUsers()).eraseUser(context, context.viewer, input),
    cli: command(presentErased, 'engram user erase --user ada', 'engram user erase --user ada --yes'),
    http: route('DELETE /api/user', {}),
    // A model must not be able to do this.
    mcp: null,
  }),
};
