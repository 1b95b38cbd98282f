import type { Store } from '../../src/ports/store.ts';
import type { LessonKey } from '../../src/records/lesson.ts';
import { everyone } from './faults.ts';
import { type Mutant, replacing } from './mutant.ts';

type Ask = Store['findLessonKeys'];

const asking = (ask: (sound: Store, ...asked: Parameters<Ask>) => ReturnType<Ask>): Mutant['breakStore'] =>
  replacing((sound) => ({ findLessonKeys: (...asked) => ask(sound, ...asked) }));

const changing = (change: (found: readonly LessonKey[]) => readonly LessonKey[]): Mutant['breakStore'] =>
  asking(async (sound, ...asked) => change(await sound.findLessonKeys(...asked)));

/** Ways to get the keys of lessons wrong. */
export const lessonKeyMutants: Readonly<Record<'findLessonKeys', readonly Mutant[]>> = {
  findLessonKeys: [
    {
      fault: 'tells the keys of every agent’s lessons',
      caughtBy: 'viewers see what is theirs',
      breakStore: asking((sound, viewer, kind, keys) => sound.findLessonKeys(everyone(viewer), kind, keys)),
    },
    {
      fault: 'tells the lessons of other kinds',
      caughtBy: 'lessons',
      breakStore: asking(async (sound, viewer, kind, keys) => [
        ...(await sound.findLessonKeys(viewer, kind, keys)),
        ...(await sound.findLessonKeys(viewer, 'check', keys)),
      ]),
    },
    {
      fault: 'tells one key of a lesson',
      caughtBy: 'lessons',
      breakStore: changing((found) => [...new Map(found.map((each) => [each.id, each])).values()]),
    },
    {
      fault: 'looks for five hundred keys at most',
      caughtBy: 'lessons',
      breakStore: asking((sound, viewer, kind, keys) =>
        sound.findLessonKeys(viewer, kind, keys.slice(0, 500)),
      ),
    },
    {
      fault: 'finds lessons by their ids and slugs, too',
      caughtBy: 'lessons',
      breakStore: asking(async (sound, viewer, kind, keys) =>
        (await sound.findLessons(viewer, kind, keys)).flatMap((lesson) =>
          [lesson.id, lesson.slug ?? lesson.id, ...lesson.keys]
            .filter((key) => keys.includes(key))
            .map((key) => ({ id: lesson.id, agent: lesson.scope.agent, key })),
        ),
      ),
    },
    {
      fault: 'gives the lessons of the project to the viewer',
      caughtBy: 'lessons',
      breakStore: asking(async (sound, viewer, kind, keys) =>
        (await sound.findLessonKeys(viewer, kind, keys)).map((each) => ({ ...each, agent: viewer.agent })),
      ),
    },
  ],
};
