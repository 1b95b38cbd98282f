import type { CommandOf, Page, Store } from '../../ports/store.ts';
import type { Lesson, LessonKind, LessonOf } from '../../records/lesson.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import { ownRecord, referenceRecord, rewritten } from './handler.ts';
import { pageOf } from './page.ts';
import { type State, visible } from './state.ts';
import { noteUnsorted, settleFailures } from './unsorted.ts';

function hasItsSlug(other: Lesson, { scope, kind, slug }: Lesson): boolean {
  return slug !== null && other.slug === slug && other.kind === kind && sameScope(other.scope, scope);
}

const isNew = ({ lesson, ifAbsent = false }: CommandOf<'save-lesson'>): boolean =>
  ifAbsent || lesson.revision === 0;

export const lessons = referenceRecord({
  handlers: {
    'save-lesson': {
      isTaken: (state, command) =>
        isNew(command) &&
        [...state.lessons.values()].some(
          (other) => other.id === command.lesson.id || hasItsSlug(other, command.lesson),
        ),
      whenTaken(state, { lesson: { kind, scope } }, journal) {
        if (kind === 'failure') noteUnsorted(state, scope, journal);
      },
      apply(state, command, journal) {
        const { lesson } = command;
        if (command.ifAbsent && lesson.kind === 'failure') noteUnsorted(state, lesson.scope, journal);
        if (isNew(command)) {
          journal.set(state.lessons, lesson.id, lesson);
          return;
        }
        const before = ownRecord(state.lessons, lesson.id, lesson.scope, command);
        if (before.kind !== lesson.kind) throw refusalOf(command, false);
        if (before.revision !== lesson.revision - 1) throw refusalOf(command, true);
        const others = [...state.lessons.values()].filter(({ id }) => id !== lesson.id);
        if (others.some((other) => hasItsSlug(other, lesson))) throw refusalOf(command, true, true);
        journal.set(state.lessons, lesson.id, { ...lesson, createdAt: before.createdAt });
      },
    },
    'delete-lesson': {
      apply(state, command, journal) {
        const { id, kind } = ownRecord(state.lessons, command.id, command.owner, command);
        if (kind === 'failure') noteUnsorted(state, command.owner, journal);
        journal.remove(state.lessons, id);
      },
    },
    'settle-failures': {
      apply: (state, { owner, mark }, journal) => settleFailures(state, owner, mark, journal),
    },
  },
  exported: (state) => [
    rewritten(state.lessons, (lesson) => ({ type: 'save-lesson', lesson, ifAbsent: true })),
  ],
});

export function readLessons(state: State): Pick<Store, 'findLessons' | 'findLessonKeys' | 'listLessons'> {
  const ofKind = <Kind extends LessonKind>(viewer: Viewer, kind: Kind): LessonOf<Kind>[] =>
    visible(state.lessons, viewer).filter((lesson): lesson is LessonOf<Kind> => lesson.kind === kind);
  return {
    async findLessons<Kind extends LessonKind>(viewer: Viewer, kind: Kind, names: readonly string[]) {
      return ofKind(viewer, kind)
        .filter(({ id, slug, keys }) =>
          [id, slug, ...keys].some((name) => name !== null && names.includes(name)),
        )
        .sort((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1));
    },
    async findLessonKeys(viewer, kind, keys) {
      return ofKind(viewer, kind).flatMap((lesson) =>
        [...new Set(lesson.keys)]
          .filter((key) => keys.includes(key))
          .map((key) => ({ id: lesson.id, agent: lesson.scope.agent, key })),
      );
    },
    async listLessons<Kind extends LessonKind>(viewer: Viewer, kind: Kind, page: Page) {
      return pageOf(ofKind(viewer, kind), page);
    },
  };
}
