import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngramError } from '../../errors.ts';
import { json } from '../../json/json.ts';
import { recordId, timestamp } from '../../records/record.ts';
import { nameText } from '../../text/text.ts';
import { itemsIn, itemsInLines, outline } from './import.fixture.ts';
import { readerFor } from './read.ts';
import type { ImportItem } from './records.ts';

const said = (content: string, more: object = {}) => ({ role: 'user', content, session_id: 's', ...more });
const text = (...values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');

describe('CAP-6 a file of any form', () => {
  it('is a document when its first line breaks off as printed JSON does', async () => {
    for (const content of [
      JSON.stringify([said('Hi')], null, 2),
      `[\n${JSON.stringify(said('Hi'))}\n]`,
      `{"messages": [\n${JSON.stringify(said('Hi'))}\n]}`,
      `\n\n{\n"role": "user", "content": "Hi"}`,
    ]) {
      expect((await itemsIn(content)).map(({ kind }) => kind)).toEqual(['message']);
    }
  });

  it('may hold lines of several forms', async () => {
    const items = await itemsInLines(
      said('Hi'),
      { kind: 'call', session: 's', id: 'c', name: 'f', input: {} },
      { id: 's', messages: [said('Ho')] },
      [said('Bye')],
    );
    expect(items.map(({ kind }) => kind)).toEqual(['message', 'call', 'message', 'message']);
  });

  it('may have a byte order mark, and lines that end as on Windows', async () => {
    const content = `\ufeff${text(said('Hi'))}\r\n\r\n${text(said('Ho'))}\r\n`;
    expect(outline(await itemsIn(content))).toEqual(['s user: Hi', 's user: Ho']);
  });

  it('loses only the lines that are wrong, and says which', async () => {
    const content = `${text(said('Hi'))}\n{"role": broken}\n"text"\n7\nnull\n{}\n${text(said('Ho'))}\n`;
    expect(outline(await itemsIn(content))).toEqual([
      's user: Hi',
      'skipped line 2: is not JSON',
      'skipped line 3: is neither a JSON object nor a list',
      'skipped line 4: is neither a JSON object nor a list',
      'skipped line 5: is neither a JSON object nor a list',
      'skipped line 6: is neither a message, nor a call, nor a result',
      's user: Ho',
    ]);
  });

  it('may be cut off in its last line', async () => {
    const items = await itemsIn(`${text(said('Hi'), said('Ho')).slice(0, -5)}`);
    expect(outline(items)[1]).toBe('skipped line 2: is not JSON; the file may have been cut off here');
  });

  it('may have a bad first line', async () => {
    const items = await itemsIn(`{"role": broken}\n${text(said('Hi'))}`);
    expect(outline(items)).toEqual(['skipped line 1: is not JSON', 's user: Hi']);
  });

  it('is read as lines when the caller says so, whatever the first one looks like', async () => {
    const content = `{"role":"user","content":[\n${text(said('Hi'))}\n`;
    expect((await itemsIn(content, { format: 'jsonl' })).map(({ kind }) => kind)).toEqual([
      'skipped',
      'message',
    ]);
    await expect(itemsIn(content)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('loses a line that is too long, and no other', async () => {
    const content = text(said('Hi'), said('x'.repeat(1_000)), said('Ho'));
    expect(outline(await itemsIn(content, { maximumBytes: 500 }))).toEqual([
      's user: Hi',
      expect.stringMatching(/^skipped line 2: is \d+ bytes long; the limit is 500$/),
      's user: Ho',
    ]);
  });

  it('is refused when it is one document over the limit, with a way out', async () => {
    const content = JSON.stringify([said('x'.repeat(100)), said('x'.repeat(1_000))], null, 2);
    await expect(itemsIn(content, { maximumBytes: 1_100 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('JSON Lines'),
    });
  });

  it('may be empty inside: nothing is imported, and nothing is wrong', async () => {
    expect(outline(await itemsIn('[]'))).toEqual(['ignored line 1: an empty list']);
    expect(outline(await itemsIn('{"messages":[]}'))).toEqual([
      'ignored line 1: a conversation without messages',
    ]);
  });

  it.each([
    ['is empty', ''],
    ['is text', 'Dear diary,\ntoday I'],
    ['is a document of something else', '{\n"name": "engram"\n}'],
    ['is a broken document', '[\n{"role": "user"'],
    ['is a broken line', '{"role": "user", "content'],
  ])('is refused, naming the formats, when it %s', async (_what, content) => {
    await expect(itemsIn(content)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('auto, openai, anthropic, jsonl, sqlite'),
    });
  });

  it('is given up after a hundred lines of something else, unless the caller named the format', async () => {
    const content = `${'nothing\n'.repeat(150)}${text(said('Hi'))}`;
    await expect(itemsIn(content)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await itemsIn(content, { format: 'jsonl' })).toHaveLength(151);
  });
});

describe('CAP-6 the reader a file needs', () => {
  const database = new TextEncoder().encode('SQLite format 3\u0000and more');
  const other = new TextEncoder().encode('{"role":');
  const source = (format: 'auto' | 'sqlite' | 'openai') => ({ name: 'file', format });

  it('is told by its first bytes', () => {
    expect(readerFor(source('auto'), database)).toBe('sqlite');
    expect(readerFor(source('sqlite'), database)).toBe('sqlite');
    expect(readerFor(source('auto'), other)).toBe('text');
    expect(readerFor(source('auto'), new Uint8Array())).toBe('text');
  });

  it('is not the one the caller asked for when the file is something else', () => {
    expect(() => readerFor(source('openai'), database)).toThrow(/SQLite database, not openai/);
    expect(() => readerFor(source('sqlite'), other)).toThrow(/not a SQLite database/);
  });
});

describe('CAP-6 the id of a session that has none', () => {
  const chat = (...contents: readonly string[]) => contents.map((content) => ({ role: 'user', content }));
  const sessionsIn = (items: readonly ImportItem[]): string[] => [
    ...new Set(items.flatMap((item) => ('session' in item ? [item.session] : []))),
  ];

  it('stays the same when the session went on', async () => {
    const before = sessionsIn(await itemsInLines(chat('Hi')));
    expect(sessionsIn(await itemsInLines(chat('Hi', 'Ho')))).toEqual(before);
  });

  it('keeps conversations of one file apart, also when they begin alike', async () => {
    const items = await itemsInLines([chat('Hi', 'Ho'), chat('Hi', 'Bye')]);
    expect(sessionsIn(items)).toHaveLength(2);
  });

  it('is one for all lines of a file of messages', async () => {
    expect(sessionsIn(await itemsInLines(...chat('Hi', 'Ho')))).toHaveLength(1);
  });
});

describe('CAP-6 input that means harm', () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  it.each([
    ['a list in lists', nested],
    ['content', `{"role":"user","content":${nested}}`],
    ['a result', `{"role":"tool","tool_call_id":"c","content":{"a":${nested}}}`],
    ['arguments', `{"kind":"call","session":"s","id":"c","name":"f","input":${nested}}`],
    ['a line', `{"type":${nested}}`],
    ['a conversation', `{"messages":${nested}}`],
    [
      'arguments in text',
      `{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"${nested}"}}]}`,
    ],
    ['a session', `{"role":"user","content":"x","session":${nested}}`],
  ])('nested without end in %s ends as an item', async (_where, line) => {
    const items = await itemsIn(`${text(said('Hi'))}\n${line}\n${text(said('Ho'))}`);
    expect(outline(items).at(-1)).toBe('s user: Ho');
    expect(items.length).toBeGreaterThan(2);
  });

  it('with signs that no database keeps gets a visible one in their place', async () => {
    const line = String.raw`{"role":"user","session":"a\u0000b","content":"x\u0000y\ud800z"}`;
    const [item] = await itemsIn(line);
    expect(item).toMatchObject({ text: 'x\u2400y\ufffdz', session: expect.stringMatching(/^id-/) });
  });

  it('with members named like those of every object is data', async () => {
    const line =
      '{"kind":"call","session":"s","id":"c","name":"f","input":{"__proto__":{"a":1},"constructor":2}}';
    const [item] = await itemsIn(line);
    expect(JSON.stringify(item)).toContain('"__proto__":{"a":1}');
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it('cannot speak to the terminal through the reasons', async () => {
    const items = await itemsInLines({ type: '\u001b[2J\nall good' }, { role: '\u001b[2J', content: 'x' });
    expect(outline(items)).toEqual([
      'ignored line 1: [2J all good',
      'skipped line 2: has no known role: " [2J"',
    ]);
  });

  it('with a very long text is read as any other', async () => {
    const [item] = await itemsInLines(said('x'.repeat(5_000_000)));
    expect(item?.kind === 'message' ? item.text.length : 0).toBe(5_000_000);
  });

  it('with very many calls in one message is read as any other', async () => {
    const call = { function: { name: 'f', arguments: '{}' } };
    const items = await itemsInLines({ role: 'assistant', tool_calls: Array(150_000).fill(call) });
    expect(items).toHaveLength(150_001);
  });
});

/** Values that look like records, with anything in their members. */
const anyRecord = (): fc.Arbitrary<unknown> => {
  const word = fc.constantFrom('user', 'assistant', 'tool', 'call', 'result', 'message', 'text', 'tool_use');
  const more = fc.constantFrom(
    'tool_result',
    'function_call',
    'response_item',
    'event_msg',
    'system',
    's',
    'c1',
  );
  const members = fc.constantFrom(
    ...[
      'role',
      'content',
      'type',
      'kind',
      'message',
      'payload',
      'messages',
      'session',
      'id',
      'name',
      'input',
    ],
    ...[
      'tool_calls',
      'function',
      'arguments',
      'tool_call_id',
      'call_id',
      'output',
      'tool_use_id',
      'is_error',
    ],
    ...['timestamp', 'usage', 'model', 'info', 'system', 'text', 'uuid', 'sessionId'],
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(word, more, fc.jsonValue({ maxDepth: 1 }), fc.string({ unit: 'binary', maxLength: 8 })),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(members, tie('value'), { maxKeys: 7 }),
    ),
  }));
  return value;
};

async function outcomeOf(content: string | Uint8Array, sizes?: readonly number[]): Promise<unknown> {
  try {
    return await itemsIn(content, sizes === undefined ? {} : { sizes });
  } catch (error) {
    if (EngramError.is(error)) return error.code;
    throw error;
  }
}

describe('CAP-6 any input', () => {
  it('gives the same wherever the bytes are cut', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord(), { maxLength: 5 }), sizes, async (records, cuts) => {
        const content = text(said('日本語 😀'), ...records);
        expect(await outcomeOf(content, cuts)).toEqual(await outcomeOf(content));
      }),
    );
  });

  it('gives records that can be kept, or says why not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord(), { minLength: 1, maxLength: 5 }), async (records) => {
        for (const item of await itemsInLines(said('Hi'), ...records)) expectKeepable(item);
      }),
      { numRuns: 100 },
    );
  });

  it('is read or refused with a typed error, also when it is random bytes', async () => {
    const begin = fc.constantFrom(
      '',
      '[',
      '{',
      '{"',
      'SQLite format 3\u0000',
      '\ufeff',
      '[\n',
      '{\n"messages":[',
    );
    await fc.assert(
      fc.asyncProperty(begin, fc.uint8Array({ maxLength: 200 }), async (start, bytes) => {
        const head = new TextEncoder().encode(start);
        const outcome = await outcomeOf(new Uint8Array([...head, ...bytes]));
        expect(Array.isArray(outcome) || outcome === 'invalid_input').toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

function expectKeepable(item: ImportItem): void {
  if (item.kind === 'skipped' || item.kind === 'ignored') {
    expect(item.reason).not.toBe('');
    return;
  }
  expect(recordId.parse(item.session)).toBe(item.session);
  expect(recordId.parse(item.key)).toBe(item.key);
  if (item.at !== null) timestamp.parse(item.at);
  json.parse(item);
  if (item.kind === 'call') expect(nameText.parse(item.tool)).toBe(item.tool);
}
