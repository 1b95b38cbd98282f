import type { Command } from '../../src/ports/store.ts';
import { changing, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

/** Lets whoever comes act as the one who holds the job. */
const ignoringHolder: Mutant['breakStore'] = replacing((sound) => ({
  async commit(commands) {
    const jobs = await sound.listJobs();
    const asHolder = (command: Command): Command => {
      if (command.type !== 'hold-job') return command;
      const held = jobs.find(({ name }) => name === command.job.name);
      return { ...command, holder: held?.holder ?? command.holder };
    };
    return sound.commit(commands.map(asHolder));
  },
}));

/** Ways to get holding a job wrong. */
export const jobCommandMutants: Readonly<Record<'hold-job', readonly Mutant[]>> = {
  'hold-job': [
    { fault: 'forgets a job', caughtBy: 'jobs', breakStore: forgetting('hold-job') },
    { fault: 'takes a refused hold for done', caughtBy: 'jobs', breakStore: forgiving('hold-job') },
    {
      fault: 'gives a job to whoever comes, in spite of the lease',
      caughtBy: 'jobs',
      breakStore: ignoringHolder,
    },
    {
      fault: 'never lets a lease run out',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [{ ...command, now: 0 }]),
    },
    {
      fault: 'lets a lease run out a moment too late',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [{ ...command, now: command.now - 1 }]),
    },
    {
      fault: 'lets a lease run out a moment too early',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [{ ...command, now: command.now + 1 }]),
    },
    {
      fault: 'refuses the report of the holder itself',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [{ ...command, holder: `not ${command.holder}` }]),
    },
    {
      fault: 'takes whoever lets go of a job for its holder',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [
        { ...command, job: { ...command.job, holder: command.job.holder ?? command.holder } },
      ]),
    },
    {
      fault: 'loses where to go on',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [{ ...command, job: { ...command.job, state: null } }]),
    },
    {
      fault: 'keeps all jobs under one name',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [
        { ...command, job: { ...command.job, name: 'index-memories' } },
      ]),
    },
  ],
};

/** Ways to get the list of jobs wrong. */
export const jobMutants: Readonly<Record<'listJobs', readonly Mutant[]>> = {
  listJobs: [
    {
      fault: 'lists jobs from the last name to the first',
      caughtBy: 'jobs',
      breakStore: replacing((sound) => ({ listJobs: async () => (await sound.listJobs()).toReversed() })),
    },
    {
      fault: 'hides a job that nobody holds',
      caughtBy: 'jobs',
      breakStore: replacing((sound) => ({
        listJobs: async () => (await sound.listJobs()).filter(({ holder }) => holder !== null),
      })),
    },
  ],
};
