import type { Store } from '../../src/ports/store.ts';
import { everyone } from './faults.ts';
import { type Mutant, replacing } from './mutant.ts';

const caughtBy = 'following messages and ended runs';

type Changes = Awaited<ReturnType<Store['recordedChanges']>>;

/** A store that changes what it tells of messages and runs. */
const telling = (change: (changes: Changes, mark: string | null) => Partial<Changes>): Mutant['breakStore'] =>
  replacing((sound) => ({
    async recordedChanges(place, mark, limit) {
      const changes = await sound.recordedChanges(place, mark, limit);
      return { ...changes, ...change(changes, mark) };
    },
  }));

/** Ways to get wrong what is found besides memories. */
export const recordedMutants: Readonly<
  Record<'recordedChanges' | 'getRecorded' | 'getExecutions', readonly Mutant[]>
> = {
  recordedChanges: [
    { fault: 'tells nobody what is gone', caughtBy, breakStore: telling(() => ({ removed: [] })) },
    { fault: 'says that nothing more waits', caughtBy, breakStore: telling(() => ({ more: false })) },
    {
      fault: 'leaves out runs',
      caughtBy,
      breakStore: telling(({ entries }) => ({ entries: entries.filter(({ kind }) => kind !== 'run') })),
    },
    {
      fault: 'tells of runs without who takes part',
      caughtBy,
      breakStore: telling(({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, agents: [] })) })),
    },
    {
      fault: 'tells another project’s messages',
      caughtBy,
      breakStore: replacing((sound) => ({
        recordedChanges: ({ user }, mark, limit) =>
          sound.recordedChanges({ user, project: 'shop' }, mark, limit),
      })),
    },
    {
      fault: 'tells whole messages',
      caughtBy,
      breakStore: telling(({ entries }) => ({
        entries: entries.map((entry) => ({ ...entry, text: `${entry.text} and more` })),
      })),
    },
  ],
  getRecorded: [
    {
      fault: 'shows messages and runs to every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        getRecorded: (viewer, keys) => sound.getRecorded(everyone(viewer), keys),
      })),
    },
    {
      fault: 'does not know which message of a session it is',
      caughtBy,
      breakStore: replacing((sound) => ({
        getRecorded: async (viewer, keys) =>
          (await sound.getRecorded(viewer, keys)).map((found) => ({ ...found, number: 1 })),
      })),
    },
  ],
  getExecutions: [
    {
      fault: 'shows runs that have ended to every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        getExecutions: (viewer, ids) => sound.getExecutions(everyone(viewer), ids),
      })),
    },
    {
      fault: 'gives replays that were cut short',
      caughtBy: 'runs in halves, and decisions',
      breakStore: replacing((sound) => ({
        async getExecutions(viewer, ids) {
          const runs = await Promise.all(ids.map((id) => sound.getRun(viewer, id)));
          const templates = runs.flatMap((run) =>
            run?.mode.kind === 'template' ? [run.mode.templateId] : [],
          );
          const replays = await Promise.all(
            templates.map((templateId) => sound.listExecutions(viewer, { templateId }, 1_000)),
          );
          const cut = replays.flat().filter(({ runId }) => ids.includes(runId));
          return [...(await sound.getExecutions(viewer, ids)), ...cut];
        },
      })),
    },
  ],
};
