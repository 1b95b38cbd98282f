import type { SqlStatement, SqlValue } from '../../ports/sql-client.ts';
import type { Lesson } from '../../records/lesson.ts';
import { inPieces, insert, orNothing, ownedBy, ownerColumnsOf, ownerValues } from './rows.ts';

export function saveLesson(lesson: Lesson, ifAbsent: boolean): SqlStatement[] {
  const body = JSON.stringify({
    keys: lesson.keys,
    derivedFrom: lesson.derivedFrom,
    content: lesson.content,
  });
  const isNew = ifAbsent || lesson.revision === 0;
  return [
    ...(isNew ? [{ ...insertLesson(lesson, body), mustAffect: !ifAbsent }] : replaceLesson(lesson, body)),
    ...attach('lesson_keys', ['user_name', 'project'], ['key_text'], lesson.id, body, keysOf(lesson)),
    ...attach('lesson_sources', [], ['source_kind', 'source_id'], lesson.id, body, sourcesOf(lesson)),
  ];
}

const keysOf = ({ keys }: Lesson): SqlValue[][] => [...new Set(keys)].map((key) => [key]);
const sourcesOf = ({ derivedFrom }: Lesson): SqlValue[][] => derivedFrom.map(({ kind, id }) => [kind, id]);

function insertLesson(lesson: Lesson, body: string): SqlStatement {
  const { id, scope, kind, slug, createdAt, updatedAt, revision, schemaVersion } = lesson;
  const columns = {
    id,
    ...ownerColumnsOf(scope),
    kind,
    slug,
    created_at: createdAt,
    updated_at: updatedAt,
    revision,
    schema_version: schemaVersion,
    body,
  };
  return insert('lessons', columns, orNothing);
}

/** It is found and locked first, then checked for changes, then named and replaced: that order tells the refusals apart. */
function replaceLesson(lesson: Lesson, body: string): SqlStatement[] {
  const { id, scope, kind, slug, updatedAt, revision } = lesson;
  const owned = ownedBy(scope);
  return [
    {
      sql: `UPDATE lessons SET revision = revision WHERE id = ? AND kind = ? AND ${owned.sql}`,
      parameters: [id, kind, ...owned.parameters],
      mustAffect: true,
    },
    {
      sql: 'UPDATE lessons SET revision = ? WHERE id = ? AND revision = ?',
      parameters: [revision, id, revision - 1],
      mustAffect: true,
    },
    {
      sql: `UPDATE lessons SET slug = ?, updated_at = ?, body = ? WHERE id = ? AND NOT EXISTS (
              SELECT 1 FROM lessons other WHERE other.user_name = ? AND other.project = ? AND other.agent = ?
                AND other.kind = ? AND other.slug = ? AND other.id <> ?
            )`,
      parameters: [slug, updatedAt, body, id, ...ownerValues(scope), kind, slug, id],
      mustAffect: true,
    },
    { sql: 'DELETE FROM lesson_keys WHERE lesson_id = ?', parameters: [id] },
    { sql: 'DELETE FROM lesson_sources WHERE lesson_id = ?', parameters: [id] },
  ];
}

/** Rows in one statement. */
const maxRows = 100;

/**
 * Enters what a lesson is found by, beside some of its columns. Only when the lesson that is there is this one, word
 * for word: one that was ignored must not attach to the lesson that is in its place.
 */
function attach(
  table: string,
  copied: readonly string[],
  columns: readonly string[],
  id: string,
  body: string,
  rows: SqlValue[][],
): SqlStatement[] {
  const names = [...copied, ...columns].join(', ');
  const row = `(${columns.map(() => 'CAST(? AS TEXT)').join(', ')})`;
  return inPieces(rows, maxRows).map((piece) => ({
    sql: `WITH given (${columns.join(', ')}) AS (VALUES ${piece.map(() => row).join(', ')})
          INSERT INTO ${table} (lesson_id, ${names})
          SELECT lessons.id, ${names} FROM lessons, given WHERE lessons.id = ? AND lessons.body = ? ${orNothing}`,
    parameters: [...piece.flat(), id, body],
  }));
}
