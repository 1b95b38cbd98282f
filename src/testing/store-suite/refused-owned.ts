import type { ErrorCode } from '../../errors.ts';
import type { Command } from '../../ports/store.ts';
import { type OwnedKind, ownedKinds } from '../../records/owned/owned-records.ts';
import { anOwned, createOwned, deleteOwned, nextOwned, ownedKey, reviseOwned } from './owned-records.ts';
import { alice } from './store-case.ts';
import type { RecordWorld } from './world.ts';

/** A command that a store holding the world must refuse. */
export interface RefusedCommand {
  readonly what: string;
  readonly code: ErrorCode;
  /** Written before, beside the world. */
  before?(world: RecordWorld): Command[];
  command(world: RecordWorld): Command;
}

function refusedOf(kind: OwnedKind): RefusedCommand[] {
  const mine = ({ owned }: RecordWorld) => owned.find((each) => each.kind === kind)?.record ?? anOwned(kind);
  return [
    {
      what: `create-record of kind ${kind} with an id that is taken`,
      code: 'conflict',
      command: (world) => createOwned(kind, anOwned(kind, { id: mine(world).id }, 'free')),
    },
    {
      what: `create-record of kind ${kind} with an id that another owner has taken`,
      code: 'conflict',
      command: (world) => createOwned(kind, anOwned(kind, { id: mine(world).id, scope: alice }, 'free')),
    },
    {
      what: `create-record of kind ${kind} with a key its owner already has`,
      code: 'conflict',
      command: (world) => createOwned(kind, anOwned(kind, {}, ownedKey(kind, mine(world)))),
    },
    {
      what: `revise-record of kind ${kind}, of one that does not exist`,
      code: 'not_found',
      command: () => reviseOwned(kind, anOwned(kind, { id: 'unknown', revision: 1 })),
    },
    {
      what: `revise-record of kind ${kind}, of one that was changed meanwhile`,
      code: 'conflict',
      command: (world) => reviseOwned(kind, mine(world)),
    },
    {
      what: `revise-record of kind ${kind} that leaves a revision out`,
      code: 'conflict',
      command: (world) => reviseOwned(kind, { ...mine(world), revision: mine(world).revision + 2 }),
    },
    {
      what: `revise-record of kind ${kind} with a key that another of its owner has`,
      code: 'conflict',
      before: () => [createOwned(kind, anOwned(kind, {}, 'taken'))],
      command: (world) => reviseOwned(kind, nextOwned(kind, mine(world), 'taken')),
    },
    {
      what: `delete-record of kind ${kind}, of one that does not exist`,
      code: 'not_found',
      command: () => deleteOwned(kind, anOwned(kind, { id: 'unknown' })),
    },
  ];
}

/** What is refused of every kind of owned record. */
export const refusedOwned: readonly RefusedCommand[] = ownedKinds.flatMap(refusedOf);
