import type { Store } from '../../src/ports/store.ts';
import type { MetFailure } from '../../src/records/execution.ts';
import { everyone } from './faults.ts';
import { changing, forgetting, type Mutant, replacing } from './mutant.ts';

const caughtBy = 'failures that were met, and those in no pattern';

type Ask = Store['latestFailures'];

const asking = (ask: (sound: Store, ...asked: Parameters<Ask>) => ReturnType<Ask>): Mutant['breakStore'] =>
  replacing((sound) => ({
    latestFailures: (viewer, filter, limit) => ask(sound, viewer, filter, limit),
  }));

const answering = (change: (found: readonly MetFailure[]) => readonly MetFailure[]) =>
  asking(async (sound, viewer, filter, limit) => change(await sound.latestFailures(viewer, filter, limit)));

/** Ways to get failures wrong that were met, and those in no pattern. */
export const metFailureMutants: Readonly<Record<'latestFailures' | 'unsortedFailures', readonly Mutant[]>> = {
  latestFailures: [
    {
      fault: 'shows the failures of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: asking((sound, viewer, filter, limit) =>
        sound.latestFailures(everyone(viewer), filter, limit),
      ),
    },
    {
      fault: 'ignores the limit',
      caughtBy,
      breakStore: asking((sound, viewer, filter) => sound.latestFailures(viewer, filter, 1_000)),
    },
    { fault: 'gives the oldest first', caughtBy, breakStore: answering((found) => found.toReversed()) },
    {
      fault: 'gives failures of every maker',
      caughtBy,
      breakStore: asking((sound, viewer, filter, limit) =>
        sound.latestFailures(viewer, { ...filter, makers: ['ali', 'alice', null] }, limit),
      ),
    },
    {
      fault: 'leaves nothing out',
      caughtBy,
      breakStore: asking((sound, viewer, { except: _, ...filter }, limit) =>
        sound.latestFailures(viewer, filter, limit),
      ),
    },
    {
      fault: 'looks for five hundred signatures at most',
      caughtBy,
      breakStore: asking((sound, viewer, { signatures, ...filter }, limit) =>
        sound.latestFailures(viewer, { ...filter, signatures: signatures?.slice(0, 500) }, limit),
      ),
    },
    {
      fault: 'counts no calls',
      caughtBy,
      breakStore: answering((found) => found.map((failure) => ({ ...failure, callsInRun: 1 }))),
    },
    {
      fault: 'forgets positions',
      caughtBy,
      breakStore: answering((found) => found.map((failure) => ({ ...failure, position: 0 }))),
    },
  ],
  unsortedFailures: [
    {
      fault: 'lists every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        unsortedFailures: (viewer) => sound.unsortedFailures(everyone(viewer)),
      })),
    },
    {
      fault: 'never lists anybody',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing(() => ({ unsortedFailures: async () => [] })),
    },
  ],
};

export const metFailureCommandMutants: Readonly<Record<'settle-failures', readonly Mutant[]>> = {
  'settle-failures': [
    { fault: 'settles nothing', caughtBy, breakStore: forgetting('settle-failures') },
    {
      fault: 'settles failures that came meanwhile',
      caughtBy,
      breakStore: (sound) => ({
        ...sound,
        async commit(commands) {
          const latest = await Promise.all(
            commands.map(async (command) => {
              if (command.type !== 'settle-failures') return command;
              const marks = await sound.unsortedFailures(command.owner);
              const mark = marks.find(({ agent }) => agent === command.owner.agent)?.mark;
              return { ...command, mark: mark ?? command.mark };
            }),
          );
          return sound.commit(latest);
        },
      }),
    },
    {
      fault: 'settles the failures of all agents',
      caughtBy,
      breakStore: changing('settle-failures', (command) =>
        ['ali', 'alice'].flatMap((agent) =>
          [1, 2, 3].map((mark) => ({ ...command, owner: { ...command.owner, agent }, mark })),
        ),
      ),
    },
  ],
};
