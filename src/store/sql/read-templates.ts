import { cutPage } from '../../model/page.ts';
import { type Template, templateSchema } from '../../model/template.ts';
import type { SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { type Condition, decode, equals, pageOf, select, visibleTo } from './rows.ts';

export const decodeTemplate = (row: SqlRow): Template =>
  decode(templateSchema, row, { slug: row['slug'], version: row['version'], revision: row['revision'] });

/** An older version beside the columns of its template, which never change. */
export const templateVersionsHead = `SELECT t.id, t.user_name, t.project, t.agent, t.created_at, t.schema_version,
  v.version, v.revision, v.slug, v.body
  FROM template_versions v JOIN templates t ON t.id = v.template_id`;

export function readTemplates(
  client: SqlClient,
): Pick<Store, 'findTemplates' | 'listTemplates' | 'listTemplateVersions'> {
  return {
    async findTemplates(viewer, idOrSlug) {
      const named: Condition = { sql: '(id = ? OR slug = ?)', parameters: [idOrSlug, idOrSlug] };
      const rows = await client.query(
        select('SELECT * FROM templates', [visibleTo(viewer), named], 'ORDER BY agent, id'),
      );
      return rows.map(decodeTemplate);
    },
    async listTemplates(viewer, page) {
      const { conditions, tail, parameters } = pageOf(page);
      const rows = await client.query(
        select('SELECT * FROM templates', [visibleTo(viewer), ...conditions], tail, parameters),
      );
      return cutPage(rows.map(decodeTemplate), page.limit);
    },
    async listTemplateVersions(viewer, id) {
      const wanted = [visibleTo(viewer, 't.'), ...equals('t.id', id)];
      const rows = await client.query(select(templateVersionsHead, wanted, 'ORDER BY v.version DESC'));
      return rows.map(decodeTemplate);
    },
  };
}
