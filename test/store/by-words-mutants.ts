import { everyone } from './faults.ts';
import { type Mutant, replacing } from './mutant.ts';

const caughtBy = 'what contains some words';

/** Ways to get wrong what is found while an index is not ready. */
export const byWordsMutants: Readonly<
  Record<'findEntriesByWords' | 'findRecordedByWords', readonly Mutant[]>
> = {
  findEntriesByWords: [
    {
      fault: 'finds memories of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        findEntriesByWords: (reader, words, limit) =>
          sound.findEntriesByWords(everyone(reader), words, limit),
      })),
    },
    {
      fault: 'forgets what was shared',
      caughtBy,
      breakStore: replacing((sound) => ({
        findEntriesByWords: ({ user, project, agent }, words, limit) =>
          sound.findEntriesByWords({ user, project, agent }, words, limit),
      })),
    },
    {
      fault: 'looks for the first word only',
      caughtBy,
      breakStore: replacing((sound) => ({
        findEntriesByWords: (reader, words, limit) =>
          sound.findEntriesByWords(reader, words.slice(0, 1), limit),
      })),
    },
    {
      fault: 'ignores the limit',
      caughtBy,
      breakStore: replacing((sound) => ({
        findEntriesByWords: (reader, words) => sound.findEntriesByWords(reader, words, 1_000),
      })),
    },
    {
      fault: 'finds active memories only',
      caughtBy,
      breakStore: replacing((sound) => ({
        findEntriesByWords: async (reader, words, limit) =>
          (await sound.findEntriesByWords(reader, words, limit)).filter(
            ({ standing }) => standing === 'active',
          ),
      })),
    },
  ],
  findRecordedByWords: [
    {
      fault: 'finds messages and runs of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        findRecordedByWords: (viewer, words, limit) =>
          sound.findRecordedByWords(everyone(viewer), words, limit),
      })),
    },
    {
      fault: 'leaves out runs',
      caughtBy,
      breakStore: replacing((sound) => ({
        findRecordedByWords: async (viewer, words, limit) =>
          (await sound.findRecordedByWords(viewer, words, limit)).filter(({ kind }) => kind !== 'run'),
      })),
    },
  ],
};
