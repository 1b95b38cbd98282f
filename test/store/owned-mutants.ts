import type { Command, Store } from '../../src/ports/store.ts';
import { type OwnedKind, ownedKinds, ownedRecords } from '../../src/records/owned/owned-records.ts';
import { ownedKey } from '../../src/testing/store-suite/owned-records.ts';
import { everyone, neverLast, oldestFirst, repeatingOne, skippingOne } from './faults.ts';
import { commanding, type Mutant, replacing } from './mutant.ts';

type OwnedCommand = Extract<Command, { kind: OwnedKind }>;
type WithRecord = Extract<OwnedCommand, { record: object }>;

const isOf = (command: Command, kind: OwnedKind, type: OwnedCommand['type']): command is OwnedCommand =>
  command.type === type && command.kind === kind;

/** A store that changes the commands of one type and kind before it carries them out. */
const changing = <Type extends OwnedCommand['type']>(
  kind: OwnedKind,
  type: Type,
  change: (command: Extract<OwnedCommand, { type: Type }>) => object | undefined,
): Mutant['breakStore'] =>
  commanding((command) => {
    if (!isOf(command, kind, type)) return [command];
    const changed = change(command as Extract<OwnedCommand, { type: Type }>);
    return changed === undefined ? [] : [changed as Command];
  });

/** A store that takes refused commands of this type and kind for done. */
const forgiving = (kind: OwnedKind, type: OwnedCommand['type']): Mutant['breakStore'] =>
  replacing((sound) => ({
    async commit(commands) {
      try {
        return await sound.commit(commands);
      } catch (error) {
        const others = commands.filter((command) => !isOf(command, kind, type));
        if (others.length === commands.length) throw error;
        return sound.commit(others);
      }
    },
  }));

/** Looks for the record among everybody's, not only its owner's. */
const ignoringOwner = (kind: OwnedKind, type: 'revise-record' | 'delete-record'): Mutant['breakStore'] =>
  replacing((sound) => ({
    async commit(commands) {
      const ofAnybody = async (command: Command): Promise<Command> => {
        if (!isOf(command, kind, type) || !('owner' in command)) return command;
        const id = 'record' in command ? command.record.id : command.id;
        const [found] = await sound.findRecords(everyone(command.owner), kind, id);
        return found === undefined ? command : { ...command, owner: found.scope };
      };
      return sound.commit(await Promise.all(commands.map(ofAnybody)));
    },
  }));

const caughtBy = 'owned records';

/** Loses one field after the other, on the way in. */
const losingFields = (kind: OwnedKind, type: 'create-record' | 'revise-record'): Mutant[] =>
  Object.entries(ownedRecords[kind].sample)
    .filter(([field]) => field !== ownedRecords[kind].key)
    .map(([field]) => ({
      fault: `loses the field ${field} of kind ${kind} when it carries out ${type}`,
      caughtBy,
      breakStore: changing(kind, type, (command: WithRecord) => ({
        ...command,
        record: { ...command.record, [field]: null },
      })),
    }));

const createMutants = (kind: OwnedKind): Mutant[] => [
  { fault: `forgets a new ${kind}`, caughtBy, breakStore: changing(kind, 'create-record', () => undefined) },
  {
    fault: `takes a ${kind} whose id or key is taken for created`,
    caughtBy: 'what is there already is ignored when it is asked for',
    breakStore: forgiving(kind, 'create-record'),
  },
  ...[true, false].map(
    (ifAbsent): Mutant => ({
      fault: `takes ifAbsent for ${ifAbsent} with every new ${kind}`,
      caughtBy: 'what is there already is ignored when it is asked for',
      breakStore: changing(kind, 'create-record', (command) => ({ ...command, ifAbsent })),
    }),
  ),
  ...losingFields(kind, 'create-record'),
  {
    fault: `gives every ${kind} to its project`,
    caughtBy,
    breakStore: changing(kind, 'create-record', (command) => ({
      ...command,
      record: { ...command.record, scope: everyone(command.record.scope) },
    })),
  },
  {
    fault: `starts every ${kind} at revision 0`,
    caughtBy,
    breakStore: changing(kind, 'create-record', (command) => ({
      ...command,
      record: { ...command.record, revision: 0 },
    })),
  },
];

const reviseMutants = (kind: OwnedKind): Mutant[] => [
  { fault: `revises no ${kind}`, caughtBy, breakStore: changing(kind, 'revise-record', () => undefined) },
  {
    fault: `takes every refused revision of a ${kind} for done`,
    caughtBy,
    breakStore: forgiving(kind, 'revise-record'),
  },
  {
    fault: `revises a ${kind} of another owner`,
    caughtBy: 'a commit takes effect as a whole, or is refused',
    breakStore: ignoringOwner(kind, 'revise-record'),
  },
  ...losingFields(kind, 'revise-record'),
];

const deleteMutants = (kind: OwnedKind): Mutant[] => [
  { fault: `deletes no ${kind}`, caughtBy, breakStore: changing(kind, 'delete-record', () => undefined) },
  {
    fault: `takes a missing ${kind} for deleted`,
    caughtBy: 'a commit takes effect as a whole, or is refused',
    breakStore: forgiving(kind, 'delete-record'),
  },
  {
    fault: `deletes a ${kind} of another owner`,
    caughtBy: 'a commit takes effect as a whole, or is refused',
    breakStore: ignoringOwner(kind, 'delete-record'),
  },
];

/** Ways to get the commands of owned records wrong, for every kind. */
export const ownedCommandMutants: Readonly<Record<OwnedCommand['type'], readonly Mutant[]>> = {
  'create-record': ownedKinds.flatMap(createMutants),
  'revise-record': ownedKinds.flatMap(reviseMutants),
  'delete-record': ownedKinds.flatMap(deleteMutants),
};

/** A store that answers otherwise for one kind. */
function finding(kind: OwnedKind, find: (sound: Store) => Store['findRecords']): Mutant['breakStore'] {
  return replacing((sound) => ({
    findRecords: (viewer, asked, name) =>
      asked === kind ? find(sound)(viewer, asked, name) : sound.findRecords(viewer, asked, name),
  }));
}

function listing(
  kind: OwnedKind,
  list: (sound: Store, ...given: Parameters<Store['listRecords']>) => ReturnType<Store['listRecords']>,
): Mutant['breakStore'] {
  return replacing((sound) => ({
    listRecords: (...given) => {
      const isAsked = given[1] === kind;
      return (isAsked ? list(sound, ...given) : sound.listRecords(...given)) as never;
    },
  }));
}

const findMutants = (kind: OwnedKind): Mutant[] => [
  {
    fault: `finds a ${kind} by its id only`,
    caughtBy,
    breakStore: finding(
      kind,
      (sound) => async (viewer, asked, name) =>
        (await sound.findRecords(viewer, asked, name)).filter(({ id }) => id === name),
    ),
  },
  {
    fault: `finds a ${kind} by its key only`,
    caughtBy,
    breakStore: finding(
      kind,
      (sound) => async (viewer, asked, name) =>
        (await sound.findRecords(viewer, asked, name)).filter((record) => ownedKey(kind, record) === name),
    ),
  },
  {
    fault: `finds one ${kind} of a key`,
    caughtBy,
    breakStore: finding(
      kind,
      (sound) => async (viewer, asked, name) => (await sound.findRecords(viewer, asked, name)).slice(0, 1),
    ),
  },
  {
    fault: `shows a ${kind} to every agent`,
    caughtBy: 'viewers see what is theirs',
    breakStore: finding(
      kind,
      (sound) => (viewer, asked, name) => sound.findRecords(everyone(viewer), asked, name),
    ),
  },
  {
    fault: `shows a ${kind} to another user`,
    caughtBy: 'viewers see what is theirs',
    breakStore: finding(
      kind,
      (sound) => (viewer, asked, name) => sound.findRecords({ ...viewer, user: 'ada' }, asked, name),
    ),
  },
];

const listMutants = (kind: OwnedKind): Mutant[] => [
  {
    fault: `lists every agent's records of kind ${kind}`,
    caughtBy: 'viewers see what is theirs',
    breakStore: listing(kind, (sound, viewer, asked, filter, page) =>
      sound.listRecords(everyone(viewer), asked, filter, page),
    ),
  },
  {
    fault: `lists records of kind ${kind} of another project`,
    caughtBy: 'viewers see what is theirs',
    breakStore: listing(kind, (sound, viewer, asked, filter, page) =>
      sound.listRecords({ ...viewer, project: 'shop' }, asked, filter, page),
    ),
  },
  ...[skippingOne, repeatingOne, neverLast].map(
    (fault): Mutant => ({
      fault: `pages records of kind ${kind} by ${fault.name}`,
      caughtBy: 'lists are paged',
      breakStore: listing(kind, (sound, viewer, asked, filter, page) =>
        fault((wanted) => sound.listRecords(viewer, asked, filter, wanted), page),
      ),
    }),
  ),
  {
    fault: `lists the oldest of kind ${kind} first`,
    caughtBy: 'lists are paged',
    breakStore: listing(kind, (sound, ...given) => oldestFirst(sound.listRecords(...given))),
  },
  ...ownedRecords[kind].filters.map(
    (filter): Mutant => ({
      fault: `does not filter records of kind ${kind} by ${filter}`,
      caughtBy,
      breakStore: listing(kind, (sound, viewer, asked, _filter, page) =>
        sound.listRecords(viewer, asked, {}, page),
      ),
    }),
  ),
];

/** Ways to leave owned records behind when a store is moved. */
export const ownedExportMutants: readonly Mutant[] = ownedKinds.map((kind) => ({
  fault: `leaves records of kind ${kind} behind`,
  caughtBy,
  breakStore: replacing((sound) => ({
    async export(after, limit) {
      const { commands, next } = await sound.export(after, limit);
      return { commands: commands.filter((command) => !isOf(command, kind, 'create-record')), next };
    },
  })),
}));

/** Ways to get the reading of owned records wrong, for every kind. */
export const ownedMutants: Readonly<Record<'findRecords' | 'listRecords', readonly Mutant[]>> = {
  findRecords: ownedKinds.flatMap(findMutants),
  listRecords: ownedKinds.flatMap(listMutants),
};
