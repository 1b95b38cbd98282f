import type { SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { withOriginal } from '../../records/read-again.ts';
import { type Template, templateSchema } from '../../records/template.ts';
import { decode, equals, readPage, type SqlCondition, select, visibleTo } from './rows.ts';

export const decodeTemplate = (row: SqlRow): Template =>
  decode(templateSchema, row, { slug: row['slug'], version: row['version'], revision: row['revision'] });

/** Characters of the templates that are kept in memory, the latest that were read. */
const maxKept = 4_000_000;

interface KeptTemplate {
  readonly row: SqlRow;
  /** What was read, as JSON. */
  readonly text: string;
  readonly unchanged: Template;
}

/** Reads a template that is the same as the last time without checking it again: replays read the same ones over and over. */
function createTemplateReader(): (row: SqlRow) => Template {
  const kept = new Map<string, KeptTemplate>();
  let size = 0;
  const forget = (id: string): void => {
    size -= kept.get(id)?.text.length ?? 0;
    kept.delete(id);
  };
  return (row) => {
    const id = String(row['id']);
    const known = kept.get(id);
    const isSame = known !== undefined && Object.keys(row).every((name) => row[name] === known.row[name]);
    const unchanged = isSame ? known.unchanged : decodeTemplate(row);
    const text = isSame ? known.text : JSON.stringify(unchanged);
    forget(id);
    if (text.length > maxKept) return unchanged;
    kept.set(id, { row, text, unchanged });
    size += text.length;
    for (const [oldest] of kept) {
      if (size <= maxKept) break;
      forget(oldest);
    }
    return withOriginal(JSON.parse(text) as Template, unchanged);
  };
}

/** An older version beside the columns of its template, which never change. */
export const templateVersionsHead = `SELECT t.id, t.user_name, t.project, t.agent, t.created_at, t.schema_version,
  v.version, v.revision, v.slug, v.body
  FROM template_versions v JOIN templates t ON t.id = v.template_id`;

export function readTemplates(
  client: SqlClient,
): Pick<Store, 'findTemplates' | 'listTemplates' | 'listTemplateVersions'> {
  const readTemplate = createTemplateReader();
  return {
    async findTemplates(viewer, idOrSlug) {
      const named: SqlCondition = { sql: '(id = ? OR slug = ?)', parameters: [idOrSlug, idOrSlug] };
      const rows = await client.query(
        select('SELECT * FROM templates', [visibleTo(viewer), named], 'ORDER BY agent, id'),
      );
      return rows.map(readTemplate);
    },
    async listTemplates(viewer, page) {
      return readPage(client, 'SELECT * FROM templates', [visibleTo(viewer)], page, decodeTemplate);
    },
    async listTemplateVersions(viewer, id) {
      const where = [visibleTo(viewer, 't.'), ...equals('t.id', id)];
      const rows = await client.query(select(templateVersionsHead, where, 'ORDER BY v.version DESC'));
      return rows.map(decodeTemplate);
    },
  };
}
