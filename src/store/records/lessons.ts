import type { EngramError } from '../../errors.ts';
import type { Lesson, LessonKind } from '../../records/lesson.ts';
import { decodeLesson } from '../sql/read-lessons.ts';
import { changeOwn } from '../sql/rows.ts';
import { noteDeletedPattern, noteUnsorted, settleFailures } from '../sql/unsorted-failures.ts';
import { saveLesson } from '../sql/write-lessons.ts';
import { defineRecord } from './define-record.ts';
import { redactLesson } from './redact-lesson.ts';
import { changedMeanwhile, gone, taken } from './refusals.ts';

/** Kinds that only the engine itself uses. They raise no event. */
const internalKinds: readonly LessonKind[] = ['trial', 'grouping'];

export const lessons = defineRecord({
  commands: {
    'save-lesson': {
      redact: (command) => ({ ...command, lesson: redactLesson(command.lesson) }),
      event: ({ lesson: { kind, scope, id } }) =>
        internalKinds.includes(kind) ? undefined : { type: 'lesson-saved', scope, lessonId: id },
      refuse: ({ lesson }, exists, unchanged) => refuse(lesson, exists, unchanged),
      statements: ({ lesson, ifAbsent = false }) => [
        ...saveLesson(lesson, ifAbsent),
        // It may come from a store of an earlier format.
        ...(ifAbsent && lesson.kind === 'failure' ? [noteUnsorted(lesson.scope)] : []),
      ],
    },
    'delete-lesson': {
      event: ({ owner, id }) => ({ type: 'lesson-deleted', scope: owner, lessonId: id }),
      refuse: ({ id }) => gone('lesson', id),
      statements: ({ owner, id }) => [
        noteDeletedPattern(owner, id),
        changeOwn('DELETE FROM lessons', owner, id),
      ],
      erases: true,
    },
    'settle-failures': {
      statements: ({ owner, mark }) => [settleFailures(owner, mark)],
    },
  },
  exported: [
    {
      head: 'SELECT * FROM lessons',
      key: ['id'],
      command: (row) => ({ type: 'save-lesson', lesson: decodeLesson(row), ifAbsent: true }),
    },
  ],
});

/** A new lesson is refused when its id or name is taken; a revision also when the lesson was changed or deleted. */
function refuse({ kind, id, slug, revision }: Lesson, exists: boolean, unchanged: boolean): EngramError {
  const isNew = revision === 0;
  if (!isNew && !exists) return gone(kind, id);
  if (!isNew && !unchanged) return changedMeanwhile(kind, id);
  return slug === null
    ? taken(kind, id, `The id of a ${kind} is made by Engram; leave it out.`)
    : taken(kind, slug, 'Choose another name, or change the one that has it.');
}
