import type { SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { type Task, taskSchema } from '../../records/task.ts';
import { decode, equals, readPage, select, visibleTo } from './rows.ts';

export const decodeTask = (row: SqlRow): Task =>
  decode(taskSchema, row, { status: row['status'], stage: row['stage'] });

export function readTasks(client: SqlClient): Pick<Store, 'findTasks' | 'listTasks'> {
  return {
    async findTasks(viewer, id) {
      const rows = await client.query(
        select('SELECT * FROM tasks', [visibleTo(viewer), ...equals('id', id)], 'ORDER BY agent'),
      );
      return rows.map(decodeTask);
    },
    async listTasks(viewer, filter, page) {
      const where = [...equals('status', filter.status), ...equals('stage', filter.stage)];
      return readPage(client, 'SELECT * FROM tasks', [visibleTo(viewer), ...where], page, decodeTask);
    },
  };
}
