import { changing, forgetting, type Mutant, replacing } from './mutant.ts';

/** Ways to get counting retrieval times wrong. */
export const counterCommandMutants: Readonly<Record<'count-retrievals', readonly Mutant[]>> = {
  'count-retrievals': [
    {
      fault: 'forgets retrieval times',
      caughtBy: 'what Engram counts',
      breakStore: forgetting('count-retrievals'),
    },
    {
      fault: 'counts each retrieval twice',
      caughtBy: 'what Engram counts',
      breakStore: changing('count-retrievals', (command) => [command, command]),
    },
    {
      fault: 'counts retrievals of several days for the first',
      caughtBy: 'what Engram counts',
      breakStore: changing('count-retrievals', (command) => [
        { ...command, times: { days: command.times.days.map((day) => ({ ...day, day: 3 })) } },
      ]),
    },
  ],
};

/** Ways to get reading them wrong. */
export const counterMutants: Readonly<Record<'retrievalTimes', readonly Mutant[]>> = {
  retrievalTimes: [
    {
      fault: 'lists the latest day first',
      caughtBy: 'what Engram counts',
      breakStore: replacing((sound) => ({
        retrievalTimes: async () => ({ days: (await sound.retrievalTimes()).days.toReversed() }),
      })),
    },
    {
      fault: 'loses how long searches took',
      caughtBy: 'what Engram counts',
      breakStore: replacing((sound) => ({
        retrievalTimes: async () => ({
          days: (await sound.retrievalTimes()).days.map((day) => ({ ...day, steps: [day.searches] })),
        }),
      })),
    },
  ],
};
