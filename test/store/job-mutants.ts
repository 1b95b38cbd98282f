import { changing, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

/** Lets whoever comes act as one who knows the job as it is. */
const ignoringEpoch: Mutant['breakStore'] = replacing((sound) => ({
  async commit(commands) {
    const jobs = await sound.listJobs();
    const epochOf = (name: string) => jobs.find((job) => job.name === name)?.epoch ?? 0;
    return sound.commit(
      commands.map((command) =>
        command.type === 'hold-job' ? { ...command, epoch: epochOf(command.job.name) } : command,
      ),
    );
  },
}));

/** Ways to get holding a job wrong. */
export const jobCommandMutants: Readonly<Record<'hold-job', readonly Mutant[]>> = {
  'hold-job': [
    { fault: 'forgets a job', caughtBy: 'jobs', breakStore: forgetting('hold-job') },
    { fault: 'takes a refused hold for done', caughtBy: 'jobs', breakStore: forgiving('hold-job') },
    {
      fault: 'gives a job to whoever comes, whatever epoch it knows',
      caughtBy: 'jobs',
      breakStore: ignoringEpoch,
    },
    {
      fault: 'refuses the report of the holder itself',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [{ ...command, epoch: command.epoch - 1 }]),
    },
    {
      fault: 'forgets the beat of the holder',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [{ ...command, job: { ...command.job, beat: 0 } }]),
    },
    {
      fault: 'keeps the holder that lets go',
      caughtBy: 'jobs',
      breakStore: changing('hold-job', (command) => [
        { ...command, job: { ...command.job, holder: command.job.holder ?? 'first' } },
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
