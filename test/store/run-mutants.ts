import type { Store } from '../../src/ports/store.ts';
import { everyone, forgettingAgent, repeatingOne, skippingOne } from './faults.ts';
import { type Mutant, replacing } from './mutant.ts';

/** Ways to get tasks, runs and steps wrong. */
export const runMutants: Readonly<
  Record<'findTasks' | 'listTasks' | 'getRun' | 'getRuns' | 'listRuns' | 'listSteps', readonly Mutant[]>
> = {
  findTasks: [
    {
      fault: 'finds tasks of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        findTasks: (viewer, id) => sound.findTasks(everyone(viewer), id),
      })),
    },
    {
      fault: 'finds only one task of an id',
      caughtBy: 'tasks',
      breakStore: replacing((sound) => ({
        findTasks: async (viewer, id) => (await sound.findTasks(viewer, id)).slice(0, 1),
      })),
    },
    {
      fault: 'finds tasks whose id begins so',
      caughtBy: 'tasks',
      breakStore: replacing((sound) => ({
        findTasks: async (viewer, id) =>
          (await sound.listTasks(viewer, {}, { limit: 1_000 })).items.filter((task) =>
            task.id.startsWith(id),
          ),
      })),
    },
  ],
  listTasks: [
    {
      fault: 'ignores the filter',
      caughtBy: 'tasks',
      breakStore: replacing((sound) => ({
        listTasks: (viewer, _filter, page) => sound.listTasks(viewer, {}, page),
      })),
    },
    {
      fault: 'ignores the stage',
      caughtBy: 'tasks',
      breakStore: replacing((sound) => ({
        listTasks: (viewer, { status }, page) => sound.listTasks(viewer, { status }, page),
      })),
    },
    {
      fault: 'repeats a task on the next page',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listTasks: (viewer, filter, page) =>
          repeatingOne((asked) => sound.listTasks(viewer, filter, asked), page),
      })),
    },
    {
      fault: 'filters the page instead of the list',
      caughtBy: 'tasks',
      breakStore: replacing((sound) => ({
        async listTasks(viewer, { status }, page) {
          const { items, next } = await sound.listTasks(viewer, {}, page);
          return { items: items.filter((task) => status === undefined || task.status === status), next };
        },
      })),
    },
    {
      fault: 'loses the second of two tasks of one id and moment',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listTasks: (viewer, filter, page) =>
          forgettingAgent((asked) => sound.listTasks(viewer, filter, asked), page),
      })),
    },
  ],
  getRun: [
    {
      fault: 'shows the runs of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({ getRun: (viewer, id) => sound.getRun(everyone(viewer), id) })),
    },
    {
      fault: 'counts failed steps as none',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        async getRun(viewer, id) {
          const run = await sound.getRun(viewer, id);
          return run && { ...run, totals: { ...run.totals, failedSteps: 0 } };
        },
      })),
    },
    {
      fault: 'measures a finished run by its steps',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        async getRun(viewer, id) {
          const run = await sound.getRun(viewer, id);
          if (run === undefined) return undefined;
          const ends = (await sound.listSteps(viewer, id)).map((step) => step.startedAt + step.durationMs);
          const wallTimeMs = Math.max(run.createdAt, ...ends) - run.createdAt;
          return { ...run, totals: { ...run.totals, wallTimeMs } };
        },
      })),
    },
    {
      fault: 'counts time back for a run that ended before it started',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        async getRun(viewer, id) {
          const run = await sound.getRun(viewer, id);
          if (run === undefined || run.finishedAt === null) return run;
          return { ...run, totals: { ...run.totals, wallTimeMs: run.finishedAt - run.createdAt } };
        },
      })),
    },
    {
      fault: 'does not know how long a run goes on',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        async getRun(viewer, id) {
          const run = await sound.getRun(viewer, id);
          return run && run.outcome === null ? { ...run, totals: { ...run.totals, wallTimeMs: 0 } } : run;
        },
      })),
    },
    {
      fault: 'mixes up the tokens',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        async getRun(viewer, id) {
          const run = await sound.getRun(viewer, id);
          if (run === undefined) return undefined;
          const { inputTokens, outputTokens } = run.totals;
          return { ...run, totals: { ...run.totals, inputTokens: outputTokens, outputTokens: inputTokens } };
        },
      })),
    },
  ],
  getRuns: [
    {
      fault: 'gives the runs of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({ getRuns: (viewer, ids) => sound.getRuns(everyone(viewer), ids) })),
    },
    {
      fault: 'looks for five hundred ids at most',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        getRuns: (viewer, ids) => sound.getRuns(viewer, ids.slice(0, 500)),
      })),
    },
    {
      fault: 'gives a run as often as it is asked for',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        getRuns: async (viewer, ids) =>
          (await Promise.all(ids.map((id) => sound.getRuns(viewer, [id])))).flat(),
      })),
    },
    {
      fault: 'leaves out runs that go on',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        getRuns: async (viewer, ids) =>
          (await sound.getRuns(viewer, ids)).filter(({ outcome }) => outcome !== null),
      })),
    },
  ],
  listRuns: [
    {
      fault: 'ignores "running"',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        listRuns: (viewer, filter, page) =>
          sound.listRuns(viewer, filter.outcome === 'running' ? {} : filter, page),
      })),
    },
    {
      fault: 'ignores the task',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        listRuns: (viewer, { outcome }, page) => sound.listRuns(viewer, { outcome }, page),
      })),
    },
    {
      fault: 'gives every run the totals of the first',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        async listRuns(viewer, filter, page) {
          const { items, next } = await sound.listRuns(viewer, filter, page);
          return { items: items.map((run) => ({ ...run, totals: (items[0] ?? run).totals })), next };
        },
      })),
    },
    {
      fault: 'skips a run between pages',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listRuns: (viewer, filter, page) =>
          skippingOne((asked) => sound.listRuns(viewer, filter, asked), page),
      })),
    },
  ],
  listSteps: [
    {
      fault: 'lists steps as they arrived',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => {
        const arrived: string[] = [];
        const commit: Store['commit'] = async (commands) => {
          const committed = await sound.commit(commands);
          for (const command of commands) if (command.type === 'append-step') arrived.push(command.step.id);
          return committed;
        };
        const listSteps: Store['listSteps'] = async (viewer, runId) =>
          (await sound.listSteps(viewer, runId)).toSorted(
            (left, right) => arrived.indexOf(left.id) - arrived.indexOf(right.id),
          );
        return { commit, listSteps };
      }),
    },
    {
      fault: 'orders positions as text',
      caughtBy: 'runs and steps',
      breakStore: replacing((sound) => ({
        listSteps: async (viewer, runId) =>
          (await sound.listSteps(viewer, runId)).toSorted((left, right) =>
            String(left.position) < String(right.position) ? -1 : 1,
          ),
      })),
    },
    {
      fault: 'shows the steps of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listSteps: (viewer, runId) => sound.listSteps(everyone(viewer), runId),
      })),
    },
  ],
};
