import { aRun } from '../builders.ts';
import { unlinked } from './links.ts';
import type { RefusedCommand } from './refused-owned.ts';
import { deleteRun, deleteSession } from './retention.ts';

/** Commands that are refused because what they would delete is not there, or not ready to go. */
export const refusedDeletions: readonly RefusedCommand[] = [
  {
    what: 'delete-run of a run that does not exist',
    code: 'not_found',
    command: () => deleteRun(aRun({ id: 'unknown' })),
  },
  {
    what: 'delete-run of a run that has not ended',
    code: 'conflict',
    command: (world) => deleteRun(world.run),
  },
  {
    what: 'delete-session of a session that does not exist',
    code: 'not_found',
    command: (world) => deleteSession({ scope: world.scope, id: 'unknown' }),
  },
  {
    what: 'unlink-memories of memories that are not linked',
    code: 'not_found',
    command: (world) => unlinked({ ...world.link, relation: 'supports' }),
  },
];
