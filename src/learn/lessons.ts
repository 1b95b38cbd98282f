import { setTimeout as wait } from 'node:timers/promises';
import { EngramError } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { Command } from '../ports/store.ts';
import type { Lesson, LessonKind, LessonOf } from '../records/lesson.ts';
import type { Source } from '../records/record.ts';
import { schemaVersion } from '../records/record.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import { slugFrom } from '../text/slug.ts';

/** How often a change is tried while others change the same lesson, and the longest pause between tries. */
const maxTries = 60;
const maxWaitMs = 40;
const pageSize = 500;

/** A lesson that is not written yet. */
export function newLesson<Kind extends LessonKind>(
  context: Context,
  scope: Scope,
  kind: Kind,
  given: {
    readonly content: LessonOf<Kind>['content'];
    readonly slug?: string;
    readonly keys?: readonly string[];
    readonly derivedFrom?: readonly Source[];
  },
): LessonOf<Kind> {
  const now = context.clock.now();
  const { content, slug = null, keys = [], derivedFrom = [] } = given;
  return {
    schemaVersion,
    id: context.ids('les'),
    scope,
    createdAt: now,
    updatedAt: now,
    revision: 0,
    kind,
    slug,
    keys: [...keys],
    derivedFrom: [...derivedFrom],
    content,
  } as unknown as LessonOf<Kind>;
}

/** The command that writes a new lesson. */
export function saveLesson(lesson: Lesson): Command & { readonly type: 'save-lesson' } {
  return { type: 'save-lesson', lesson };
}

/** A trial without a result. */
export const openTrial = {
  runId: null,
  taskId: null,
  tool: null,
  position: null,
  result: null,
  note: '',
} as const;

/** The command that changes a lesson. */
export function revision<Kept extends Lesson>(
  context: Context,
  lesson: Kept,
  change: Partial<Pick<Kept, 'content' | 'slug' | 'keys' | 'derivedFrom'>>,
): Command & { readonly type: 'save-lesson' } {
  const changed = { ...lesson, ...change, updatedAt: context.clock.now(), revision: lesson.revision + 1 };
  return saveLesson(changed as Lesson);
}

/** All lessons of a kind that the viewer may see, newest first, at most this many. */
export async function allLessons<Kind extends LessonKind>(
  context: Context,
  viewer: Viewer,
  kind: Kind,
  maxCount: number,
): Promise<Array<LessonOf<Kind>>> {
  const lessons: Array<LessonOf<Kind>> = [];
  let after: Parameters<Context['store']['listLessons']>[2]['after'];
  while (lessons.length < maxCount) {
    const limit = Math.min(pageSize, maxCount - lessons.length);
    const { items, next } = await context.store.listLessons(viewer, kind, { limit, after });
    for (const item of items) lessons.push(item);
    if (next === null) break;
    after = next;
  }
  return lessons;
}

/** Retries `attempt`, which reads, decides and commits, after a pause when its commit is refused with a `conflict`. */
export async function retryOnConflict<Result>(
  { random }: Pick<Context, 'random'>,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!EngramError.is(error) || error.code !== 'conflict' || tries === maxTries) throw error;
      // A random pause, so that two writers do not collide again.
      await wait(random() * Math.min(maxWaitMs, 2 ** tries));
    }
  }
}

/** A slug that is not taken: the wanted name, or with a number behind it, such as `connection-refused-2`. */
export function freeSlug(wanted: string, isTaken: (slug: string) => boolean): string {
  const base = slugFrom(wanted);
  if (!isTaken(base)) return base;
  for (let number = 2; ; number += 1) if (!isTaken(`${base}-${number}`)) return `${base}-${number}`;
}
