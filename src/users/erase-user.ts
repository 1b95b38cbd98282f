import type * as z from 'zod';
import { EngramError, phrase } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import { type ErasedUser, eraseUserInput } from '../records/user-inputs.ts';

/**
 * Removes everything of a user, in all projects. The audit keeps that it happened, to somebody whose key is destroyed: what was
 * sealed under it cannot be read any more, and the chain stays whole.
 */
export async function eraseUser(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof eraseUserInput>,
): Promise<ErasedUser> {
  const { confirm } = parseInput(eraseUserInput, raw, 'erasure');
  const { user, agent } = viewer;
  if (agent !== null) {
    throw new EngramError('forbidden', 'An agent cannot erase its user.', {
      hint: phrase`Leave ${{ acting: 'agent' }} out: only the user as a whole can.`,
    });
  }
  const records = await context.store.countUser(user);
  if (confirm) await context.store.commit([{ type: 'erase-user', user }]);
  return { user, erased: confirm, records };
}
