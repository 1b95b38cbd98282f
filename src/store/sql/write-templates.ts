import type { SqlStatement } from '../../ports/sql-client.ts';
import type { Scope } from '../../records/scope.ts';
import type { Template } from '../../records/template.ts';
import { changeOwn, orNothing, ownedBy, ownerColumnsOf, ownerValues, type RowValues } from './rows.ts';
import { andDerived, noneHeld } from './write-memories.ts';

export function templateColumns(template: Template): RowValues {
  const { id, scope, slug, createdAt, schemaVersion, version, revision } = template;
  return {
    id,
    ...ownerColumnsOf(scope),
    slug,
    created_at: createdAt,
    schema_version: schemaVersion,
    version,
    revision,
    body: bodyOf(template),
  };
}

function bodyOf(template: Template): string {
  const { id, scope, slug, createdAt, schemaVersion, version, revision, ...body } = template;
  return JSON.stringify(body);
}

/**
 * It is found and locked first, then checked for changes, then kept if it is another version now, then named and
 * replaced: that order tells the refusals apart.
 */
export function reviseTemplate(owner: Scope, template: Template): SqlStatement[] {
  const { id, slug, version, revision } = template;
  return [
    changeOwn('UPDATE templates SET revision = revision', owner, id),
    {
      sql: 'UPDATE templates SET revision = ? WHERE id = ? AND revision = ? AND version <= ?',
      parameters: [revision, id, revision - 1, version],
      mustAffect: true,
    },
    {
      sql: `INSERT INTO template_versions (template_id, version, revision, slug, body)
            SELECT id, version, revision - 1, slug, body FROM templates WHERE id = ? AND version < ? ${orNothing}`,
      parameters: [id, version],
    },
    {
      sql: `UPDATE templates SET slug = ?, version = ?, body = ? WHERE id = ? AND NOT EXISTS (
              SELECT 1 FROM templates other WHERE other.user_name = ? AND other.project = ? AND other.agent = ?
                AND other.slug = ? AND other.id <> ?
            )`,
      parameters: [slug, version, bodyOf(template), id, ...ownerValues(owner), slug, id],
      mustAffect: true,
    },
  ];
}

/** A version that the template has not reached yet would collide with the real one later. */
export function keepTemplateVersion(template: Template): SqlStatement {
  const { id, scope, slug, version, revision } = template;
  const owned = ownedBy(scope);
  return {
    sql: `INSERT INTO template_versions (template_id, version, revision, slug, body)
          SELECT id, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT)
          FROM templates WHERE id = ? AND ${owned.sql} AND version > ? ${orNothing}`,
    parameters: [version, revision, slug, bodyOf(template), id, ...owned.parameters, version],
  };
}

/**
 * What was derived from a deleted template carries its content, so it goes too, whichever agent or project of the user has it. The template
 * goes last, and lessons before memories: afterwards it would be unknown what was derived from them. When one of them is
 * held, the memories stay, and so does the template, which refuses the command.
 */
export function deleteTemplate(owner: Scope, id: string): SqlStatement[] {
  const owned = ownedBy(owner);
  const theTemplate = `SELECT id FROM templates WHERE id = ? AND ${owned.sql}`;
  const parameters = [id, ...owned.parameters];
  const { sql: doomed, parameters: theirs } = andDerived(owner.user, {
    sql: `SELECT memory_id FROM memory_sources WHERE source_kind = 'template' AND source_id IN (${theTemplate})`,
    parameters,
  });
  return [
    changeOwn('UPDATE templates SET revision = revision', owner, id),
    {
      sql: `DELETE FROM lessons WHERE user_name = ? AND (id IN (
              SELECT lesson_id FROM lesson_sources WHERE source_kind = 'template' AND source_id IN (${theTemplate})
            ) OR id IN (
              ${doomed} SELECT s.lesson_id FROM lesson_sources s JOIN doomed d ON s.source_kind = 'memory' AND s.source_id = d.id
            ))`,
      parameters: [owner.user, ...parameters, ...theirs],
    },
    {
      sql: `DELETE FROM memories WHERE id IN (${doomed} SELECT id FROM doomed WHERE ${noneHeld})`,
      parameters: theirs,
    },
    {
      sql: `DELETE FROM templates WHERE id IN (${theTemplate}) AND 0 = (${doomed} SELECT COUNT(*) FROM doomed WHERE NOT ${noneHeld})`,
      parameters: [...parameters, ...theirs],
      mustAffect: true,
    },
  ];
}
