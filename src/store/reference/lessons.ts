import type { Command, Page, Store } from '../../ports/store.ts';
import type { Lesson, LessonKind, LessonOf } from '../../records/lesson.ts';
import { maySee, sameScope, type Viewer } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import type { Journal } from './journal.ts';
import { pageOf } from './page.ts';
import type { State } from './state.ts';

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>;

/** Whether the other one has the id, or the name, of a lesson that is new. */
export function isInTheWay(other: Lesson, lesson: Lesson): boolean {
  return other.id === lesson.id || hasItsSlug(other, lesson);
}

function hasItsSlug(other: Lesson, { scope, kind, slug }: Lesson): boolean {
  return slug !== null && other.slug === slug && other.kind === kind && sameScope(other.scope, scope);
}

export function replaceLesson(state: State, command: CommandOf<'save-lesson'>, journal: Journal): void {
  const { lesson } = command;
  const before = state.lessons.get(lesson.id);
  if (before === undefined || before.kind !== lesson.kind || !sameScope(before.scope, lesson.scope)) {
    throw refusalOf(command, false);
  }
  if (before.revision !== lesson.revision - 1) throw refusalOf(command, true);
  const others = [...state.lessons.values()].filter(({ id }) => id !== lesson.id);
  if (others.some((other) => hasItsSlug(other, lesson))) throw refusalOf(command, true, true);
  journal.set(state.lessons, lesson.id, { ...lesson, createdAt: before.createdAt });
}

export function deleteLesson(state: State, command: CommandOf<'delete-lesson'>, journal: Journal): void {
  const lesson = state.lessons.get(command.id);
  if (lesson === undefined || !sameScope(lesson.scope, command.owner)) throw refusalOf(command, false);
  journal.remove(state.lessons, command.id);
}

export function readLessons(state: State): Pick<Store, 'findLessons' | 'listLessons'> {
  const visible = <Kind extends LessonKind>(viewer: Viewer, kind: Kind): LessonOf<Kind>[] => {
    const lessons = [...state.lessons.values()].filter(
      (lesson): lesson is LessonOf<Kind> => lesson.kind === kind && maySee(viewer, lesson.scope),
    );
    return structuredClone(lessons);
  };
  return {
    async findLessons<Kind extends LessonKind>(viewer: Viewer, kind: Kind, names: readonly string[]) {
      return visible(viewer, kind)
        .filter(({ id, slug, keys }) =>
          [id, slug, ...keys].some((name) => name !== null && names.includes(name)),
        )
        .sort((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1));
    },
    async listLessons<Kind extends LessonKind>(viewer: Viewer, kind: Kind, page: Page) {
      return pageOf(visible(viewer, kind), page);
    },
  };
}
