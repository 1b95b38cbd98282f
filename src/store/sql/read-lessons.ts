import type { Dialect, SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { Page, Store } from '../../ports/store.ts';
import { type Lesson, type LessonKind, type LessonOf, lessonSchema } from '../../records/lesson.ts';
import type { Viewer } from '../../records/scope.ts';
import { frozen } from './known-rows.ts';
import {
  agentOf,
  decode,
  equals,
  inPieces,
  oneOf,
  readPage,
  type SqlCondition,
  select,
  visibleTo,
} from './rows.ts';

export const decodeLesson = (row: SqlRow): Lesson =>
  decode(lessonSchema, row, {
    kind: row['kind'],
    slug: row['slug'],
    updatedAt: row['updated_at'],
    revision: row['revision'],
  });

/** A row is of the kind that was asked for. */
const decodeKind = <Kind extends LessonKind>(row: SqlRow) => decodeLesson(row) as LessonOf<Kind>;

/** Lessons that are cached; at this many they are cleared. */
const maxCached = 2_000;

/** Decodes a lesson once for as long as its row stays as it is: the same ones are asked for with every question about failures. */
function createLessonDecoder(): (row: SqlRow) => Lesson {
  const known = new Map<unknown, { readonly row: SqlRow; readonly lesson: Lesson }>();
  return (row) => {
    const before = known.get(row['id']);
    if (before !== undefined && hasSameColumns(before.row, row)) return before.lesson;
    const lesson = frozen(decodeLesson(row));
    if (known.size >= maxCached) known.clear();
    known.set(row['id'], { row, lesson });
    return lesson;
  };
}

function hasSameColumns(before: SqlRow, row: SqlRow): boolean {
  for (const name in row) if (before[name] !== row[name]) return false;
  return true;
}

/** In one project. */
const inProject = ({ user, project }: Viewer): SqlCondition => ({
  sql: 'user_name = ? AND project = ?',
  parameters: [user, project],
});

/** One of these, as the index of keys has them. */
const oneOfKeys = (keys: readonly string[], dialect: Dialect): SqlCondition =>
  oneOf(dialect.indexKey('key_text'), keys, dialect.indexKey('?'));

/**
 * The ids of lessons with one of these names. Three questions, each with an index of its own; asked as one, most lessons of the kind would
 * be looked through.
 */
function called(viewer: Viewer, kind: LessonKind, names: readonly string[], dialect: Dialect): SqlStatement {
  const place = inProject(viewer);
  const byId = select('SELECT id FROM lessons', [oneOf('id', names)]);
  const bySlug = select('SELECT id FROM lessons', [place, ...equals('kind', kind), oneOf('slug', names)]);
  const byKey = select('SELECT lesson_id FROM lesson_keys', [place, oneOfKeys(names, dialect)]);
  return {
    sql: [byId, bySlug, byKey].map(({ sql }) => sql).join(' UNION '),
    parameters: [byId, bySlug, byKey].flatMap(({ parameters }) => parameters),
  };
}

/** Lessons of a kind by their names. SQLite keeps the order of a cross join, and would begin with all lessons of the kind otherwise. */
function lessonsCalled(
  viewer: Viewer,
  kind: LessonKind,
  names: readonly string[],
  dialect: Dialect,
): SqlStatement {
  const ids = called(viewer, kind, names, dialect);
  const { sql, parameters } = select(`SELECT l.* FROM (${ids.sql}) AS named CROSS JOIN lessons l`, [
    { sql: 'l.id = named.id', parameters: [] },
    visibleTo(viewer, 'l.'),
    ...equals('l.kind', kind),
  ]);
  return { sql, parameters: [...ids.parameters, ...parameters] };
}

/** The keys that lessons of a kind have of these: only rows of an index, and the small columns of the lessons. */
function keysAmong(
  viewer: Viewer,
  kind: LessonKind,
  keys: readonly string[],
  dialect: Dialect,
): SqlStatement {
  const having = select('SELECT lesson_id, key_text FROM lesson_keys', [
    inProject(viewer),
    oneOfKeys(keys, dialect),
  ]);
  const { sql, parameters } = select(
    `SELECT l.id, l.agent, keyed.key_text FROM (${having.sql}) AS keyed CROSS JOIN lessons l`,
    [{ sql: 'l.id = keyed.lesson_id', parameters: [] }, visibleTo(viewer, 'l.'), ...equals('l.kind', kind)],
  );
  return { sql, parameters: [...having.parameters, ...parameters] };
}

export function readLessons(
  client: SqlClient,
  dialect: Dialect,
): Pick<Store, 'findLessons' | 'findLessonKeys' | 'listLessons'> {
  const decodeKnown = createLessonDecoder();

  return {
    async findLessons<Kind extends LessonKind>(viewer: Viewer, kind: Kind, names: readonly string[]) {
      const pieces = inPieces([...new Set(names)]).map((piece) =>
        client.query(lessonsCalled(viewer, kind, piece, dialect)),
      );
      const rows = new Map((await Promise.all(pieces)).flat().map((row) => [row['id'], row]));
      return [...rows.values()]
        .map((row) => decodeKnown(row) as LessonOf<Kind>)
        .sort((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1));
    },
    async findLessonKeys(viewer, kind, keys) {
      const pieces = inPieces([...new Set(keys)]).map((piece) =>
        client.query(keysAmong(viewer, kind, piece, dialect)),
      );
      return (await Promise.all(pieces)).flat().map((row) => ({
        id: String(row['id']),
        agent: agentOf(row),
        key: String(row['key_text']),
      }));
    },
    async listLessons<Kind extends LessonKind>(viewer: Viewer, kind: Kind, page: Page) {
      const where = [visibleTo(viewer), ...equals('kind', kind)];
      return readPage(client, 'SELECT * FROM lessons', where, page, decodeKind<Kind>);
    },
  };
}
