import { changing, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

const caughtBy = 'kept indexes';

/** Ways to get kept indexes wrong. */
export const keptIndexCommandMutants: Readonly<
  Record<'keep-index' | 'forget-shared-indexes', readonly Mutant[]>
> = {
  'forget-shared-indexes': [
    { fault: 'forgets nothing that is shared', caughtBy, breakStore: forgetting('forget-shared-indexes') },
  ],
  'keep-index': [
    { fault: 'keeps no index', caughtBy, breakStore: forgetting('keep-index') },
    { fault: 'takes a refused index for kept', caughtBy, breakStore: forgiving('keep-index') },
    {
      fault: 'drops nothing',
      caughtBy,
      breakStore: changing('keep-index', (command) => [{ ...command, dropped: [] }]),
    },
    {
      fault: 'keeps the first part only',
      caughtBy,
      breakStore: changing('keep-index', (command) => [{ ...command, parts: command.parts.slice(0, 1) }]),
    },
    {
      fault: 'lets everybody write',
      caughtBy,
      breakStore: replacing((sound) => ({
        async commit(commands) {
          const current = await Promise.all(
            commands.map(async (command) => {
              if (command.type !== 'keep-index') return command;
              const kept = await sound.keptIndex(command.place);
              return { ...command, index: { ...command.index, generation: kept?.generation ?? 0 } };
            }),
          );
          return sound.commit(current);
        },
      })),
    },
  ],
};

export const keptIndexMutants: Readonly<Record<'keptIndex' | 'indexParts', readonly Mutant[]>> = {
  keptIndex: [
    {
      fault: 'calls every index the first',
      caughtBy,
      breakStore: replacing((sound) => ({
        async keptIndex(place) {
          const kept = await sound.keptIndex(place);
          return kept && { ...kept, generation: 1 };
        },
      })),
    },
    {
      fault: 'loses the highest bit of each byte',
      caughtBy,
      breakStore: replacing((sound) => ({
        async keptIndex(place) {
          const kept = await sound.keptIndex(place);
          return kept && { ...kept, about: kept.about.map((byte) => byte & 127) };
        },
      })),
    },
  ],
  indexParts: [
    {
      fault: 'gives a part as often as it is asked for',
      caughtBy,
      breakStore: replacing((sound) => ({
        indexParts: async (place, wanted) =>
          (await Promise.all(wanted.map((name) => sound.indexParts(place, [name])))).flat(),
      })),
    },
    {
      fault: 'answers the first thousand parts',
      caughtBy,
      breakStore: replacing((sound) => ({
        indexParts: (place, wanted) => sound.indexParts(place, wanted.slice(0, 1_000)),
      })),
    },
    {
      fault: 'answers the same part of every segment',
      caughtBy,
      breakStore: replacing((sound) => ({
        indexParts: (place, wanted) =>
          sound.indexParts(
            place,
            wanted.flatMap(({ name }) => [1, 2, 3, 4].map((segment) => ({ segment, name }))),
          ),
      })),
    },
  ],
};
