import { describe, expect, it } from 'vitest';
import { outline } from './import.fixture.ts';
import type { ImportItem } from './records.ts';
import { type DatabaseRow, messagesQuery, readSessionDatabase } from './session-database.ts';

const columns = [
  'id',
  'session_id',
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'tool_name',
  'timestamp',
];

/** A database of these columns that answers with these rows. */
async function itemsFrom(rows: readonly DatabaseRow[], names: readonly string[] = columns) {
  async function* query(sql: string): AsyncGenerator<DatabaseRow> {
    yield* sql.includes('pragma') ? names.map((name) => ({ name })) : rows;
  }
  const items: ImportItem[] = [];
  for await (const item of readSessionDatabase(query)) items.push(item);
  return items;
}

const call = (id: string, name: string) =>
  JSON.stringify([{ id, type: 'function', function: { name, arguments: '{"q":"x"}' } }]);

describe('CAP-6 a session database', () => {
  it('is read row by row, with calls and results by call id', async () => {
    const items = await itemsFrom([
      { id: 1, session_id: 'a', role: 'user', content: 'Find x.', timestamp: 1_740_830_400.5 },
      { id: 2, session_id: 'a', role: 'assistant', content: '', tool_calls: call('c1', 'web_search') },
      { id: 3, session_id: 'a', role: 'tool', content: '{"hits":2}', tool_call_id: 'c1' },
      { id: 4, session_id: 'b', role: 'user', content: 'Hello' },
    ]);
    expect(outline(items)).toEqual([
      'a user: Find x.',
      'a assistant: ',
      'a calls web_search {"q":"x"} as c1',
      'a answers c1: {"hits":2}',
      'b user: Hello',
    ]);
    expect(items[0]).toMatchObject({ key: '1', at: 1_740_830_400_500, place: 'row 1' });
  });

  it('is read without call ids too: results go to the open call of their tool', async () => {
    const calls = JSON.stringify([
      { function: { name: 'one', arguments: '{}' } },
      { function: { name: 'two', arguments: '{}' } },
    ]);
    const items = await itemsFrom([
      { session_id: 'a', role: 'assistant', content: null, tool_calls: calls },
      { session_id: 'a', role: 'tool', content: 'second', tool_name: 'two' },
      { session_id: 'a', role: 'tool', content: 'first', tool_name: 'one' },
    ]);
    const keyOf = (item: ImportItem | undefined) =>
      item !== undefined && 'key' in item ? item.key : undefined;
    const [, one, two, second, first] = items;
    expect([keyOf(second), keyOf(first)]).toEqual([keyOf(two), keyOf(one)]);
  });

  it('does not give a result to a call of another session', async () => {
    const items = await itemsFrom([
      { session_id: 'a', role: 'assistant', content: null, tool_calls: call('c1', 'one') },
      { session_id: 'b', role: 'tool', content: 'late', tool_name: 'one' },
    ]);
    expect(items.at(-1)).toMatchObject({ kind: 'message', session: 'b', role: 'tool' });
  });

  it('may keep parts of a message as JSON text', async () => {
    const content = JSON.stringify([{ type: 'text', text: 'Look' }, { type: 'image_url' }]);
    const items = await itemsFrom([{ session_id: 'a', role: 'user', content }]);
    expect(items[0]).toMatchObject({ text: 'Look\n[image]' });
  });

  it('loses only the rows that are wrong', async () => {
    const items = await itemsFrom([
      { session_id: null, role: 'user', content: 'x' },
      { session_id: 'a', role: 'assistant', content: '', tool_calls: '[{' },
      { session_id: 'a', role: 'user', content: new Uint8Array(3) },
      { session_id: 'a', role: null, content: 'x' },
      { session_id: 7, role: 'user', content: 'fine' },
    ]);
    expect(outline(items)).toEqual([
      'skipped row 1: has no session_id',
      'skipped row 2: its tool_calls are no JSON list',
      'skipped row 3: its content is no text',
      'skipped row 4: has no known role: of type object',
      '7 user: fine',
    ]);
  });

  it('is asked only for columns it has', () => {
    expect(messagesQuery(['session_id', 'role', 'content', 'mood'])).toBe(
      'SELECT "session_id", "role", "content" FROM messages ORDER BY "session_id", rowid',
    );
    expect(messagesQuery([...columns, 'created_at'])).toContain('ORDER BY "session_id", "timestamp", rowid');
  });

  it('is refused with the reason when it is another kind of database', async () => {
    await expect(itemsFrom([], [])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('no table "messages"'),
    });
    await expect(itemsFrom([], ['id', 'content'])).rejects.toMatchObject({
      message: expect.stringContaining('no column session_id, role'),
    });
  });
});
