import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { type Identified, type Listed, type World, worldForTest } from './world.ts';

interface Imported {
  readonly runs: ReadonlyArray<{
    runId: string;
    sessionId: string;
    already: boolean;
    outcome: string | null;
  }>;
  readonly skipped: ReadonlyArray<{ place: string; reason: string }>;
}

const openai = [
  { role: 'system', content: 'You help at a shop.' },
  { role: 'user', content: 'Refund order 42' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'get_order', arguments: '{"id":42}' } },
      { id: 'c2', type: 'function', function: { name: 'get_policy', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c2', content: '{"days":30}' },
  { role: 'tool', tool_call_id: 'c1', content: '{"id":42,"total":10}' },
  { role: 'assistant', content: 'Done.' },
];

const anthropic = {
  system: 'You help at a shop.',
  messages: [
    { role: 'user', content: 'Refund order 43' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'refund', input: { id: 43 } }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'order 43 is locked' }],
    },
  ],
};

const flat = [
  { kind: 'call', session: 's1', ts: '2026-01-01T10:00:00Z', id: 'a', name: 'Read', input: { path: 'x' } },
  {
    kind: 'call',
    session: 's2',
    ts: '2026-01-01T10:00:01Z',
    id: 'b',
    name: 'Bash',
    input: { command: 'ls' },
  },
  { kind: 'result', session: 's1', ts: '2026-01-01T10:00:02Z', id: 'a', is_error: false, output: 'text' },
  { kind: 'result', session: 's2', ts: '2026-01-01T10:00:03Z', id: 'b', is_error: true, output: 'exit 1' },
];

async function imported(world: World, file: string, ...words: string[]): Promise<Imported> {
  return world.json<Imported>('import', 'session', '--file', file, ...words);
}

describe('engram import session (CAP-6)', () => {
  it('takes OpenAI messages: a run with its calls, each with its own result, and the session with all that was said', async () => {
    const world = worldForTest();
    const file = world.file('chat.json', JSON.stringify(openai));
    const { runs, skipped } = await imported(
      ...([world, file, '--format', 'openai', '--agent', 'alice', '--outcome', 'success'] as const),
    );
    expect({ runs, skipped }).toMatchObject({ runs: [{ steps: 2, outcome: 'success' }], skipped: [] });
    expect(await world.json('run', 'show', runs[0]?.runId ?? '')).toMatchObject({
      scope: { agent: 'alice' },
      task: { description: 'Refund order 42' },
      outcome: 'success',
      steps: [
        { tool: 'get_order', arguments: { id: 42 }, result: { id: 42, total: 10 }, success: true },
        { tool: 'get_policy', result: { days: 30 } },
      ],
    });
    const session = await world.json<{ messages: Array<{ role: string }> }>(
      ...['session', 'show', runs[0]?.sessionId ?? ''],
    );
    expect(session.messages.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'tool', 'tool', 'assistant'],
    ]);
  });

  it('makes a template of an imported run, like of any other', async () => {
    const world = worldForTest();
    const file = world.file('chat.json', JSON.stringify(openai));
    const { runs } = await imported(world, file, '--task', 'Look order 42 up', '--outcome', 'success');
    const saved = await world.json('template', 'save', '--run', runs[0]?.runId ?? '', '--name', 'look-up');
    expect(saved).toMatchObject({ task: { description: 'Look order 42 up' }, plan: [{}, {}] });
  });

  it('takes Anthropic content blocks, and a failed call as a failed step', async () => {
    const world = worldForTest();
    const { runs } = await imported(world, world.file('chat.json', JSON.stringify(anthropic)));
    expect(runs).toMatchObject([{ steps: 1, failedSteps: 1, outcome: null }]);
    expect(await world.json('learning', 'recognise', 'order 77 is locked')).toMatchObject({
      occurrences: 1,
      tools: ['refund'],
    });
  });

  it('takes transcripts in JSON Lines with sessions that interleave, gzipped too', async () => {
    const world = worldForTest();
    const lines = flat.map((line) => JSON.stringify(line)).join('\n');
    const { runs } = await imported(world, world.file('agent.jsonl.gz', gzipSync(lines)));
    expect(runs).toMatchObject([
      { sessionId: 's1', steps: 1 },
      { sessionId: 's2', failedSteps: 1 },
    ]);
    expect(await world.json('run', 'show', runs[0]?.runId ?? '')).toMatchObject({
      createdAt: Date.UTC(2026, 0, 1, 10),
      steps: [{ tool: 'Read', durationMs: 2_000 }],
    });
  });

  it('measures an imported run by its own times, whenever its outcome is told', async () => {
    const world = worldForTest();
    const lines = flat.map((line) => JSON.stringify(line)).join('\n');
    const { runs } = await imported(world, world.file('agent.jsonl', lines));
    const id = runs[0]?.runId ?? '';
    const finishedAt = Date.UTC(2026, 0, 1, 10, 0, 2);
    expect(await world.json('run', 'finish', id, '--outcome', 'success')).toMatchObject({ finishedAt });
    expect(await world.json('run', 'show', id)).toMatchObject({ finishedAt, totals: { wallTimeMs: 2_000 } });
  });

  it('takes a session database with a messages table, and leaves it as it is', async () => {
    const world = worldForTest();
    const path = join(world.folder, 'sessions.db');
    const { DatabaseSync } = await loadDriver();
    const database = new DatabaseSync(path, { readOnly: false, timeout: 0 });
    database.exec(
      'CREATE TABLE messages (session_id TEXT, role TEXT, content TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL)',
    );
    const insert = database.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)');
    const calls = '[{"id":"c1","function":{"name":"web_search","arguments":"{\\"q\\":\\"x\\"}"}}]';
    insert.run('chat-9', 'user', 'Find x', null, null, 1_767_261_600);
    insert.run('chat-9', 'assistant', '', calls, null, 1_767_261_601);
    insert.run('chat-9', 'tool', 'found', null, 'web_search', 1_767_261_602);
    database.close();
    for (const format of ['auto', 'sqlite']) {
      const { runs } = await imported(world, path, '--format', format);
      expect(runs).toMatchObject([{ sessionId: 'chat-9', steps: 1, already: format === 'sqlite' }]);
    }
    expect(await world.json('session', 'show', 'chat-9')).toMatchObject({ messages: [{}, {}, {}] });
  });

  it('twice is the same as once, and adds only what is new', async () => {
    const world = worldForTest();
    const first = world.file(
      'a.jsonl',
      flat
        .slice(0, 3)
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    await imported(world, first);
    const before = await world.json('stats');
    const again = await imported(world, first);
    expect(again.runs.every(({ already }) => already)).toBe(true);
    expect(await world.json('stats')).toEqual(before);
    const grown = world.file('a.jsonl', flat.map((line) => JSON.stringify(line)).join('\n'));
    const { runs } = await imported(world, grown);
    const run = await world.json<{ steps: Array<{ kind: string }> }>('run', 'show', runs[1]?.runId ?? '');
    expect(run.steps.map(({ kind }) => kind).sort()).toEqual(['note', 'tool']);
  });

  it('keeps a call that nothing answered as a note: it neither succeeded nor failed', async () => {
    const world = worldForTest();
    const file = world.file('a.jsonl', JSON.stringify(flat[0]));
    const { runs } = await imported(world, file);
    expect(await world.json('run', 'show', runs[0]?.runId ?? '')).toMatchObject({
      steps: [{ kind: 'note', text: 'Called Read with {"path":"x"}; no answer was recorded.' }],
      totals: { toolCalls: 0, failedSteps: 0 },
    });
  });

  it('reports a bad record with its place and keeps the rest', async () => {
    const world = worldForTest();
    const lines = [
      JSON.stringify(flat[0]),
      '{"kind":"call"',
      JSON.stringify(flat[2]),
      JSON.stringify(flat[3]),
    ];
    const { runs, skipped } = await imported(world, world.file('a.jsonl', lines.join('\n')));
    expect(runs).toHaveLength(2);
    expect(skipped.map(({ place }) => place)).toEqual(['line 2', 'line 4']);
    const { out } = await world.run(['import', 'session', '--file', 'a.jsonl']);
    expect(out).toMatch(/Skipped 2:\n {2}line 2: /);
  });

  it('takes a folder: every file that looks like sessions, and names those it could not read', async () => {
    const world = worldForTest();
    mkdirSync(join(world.folder, 'all/deep'), { recursive: true });
    world.file('all/1.json', JSON.stringify(openai));
    world.file('all/deep/2.jsonl', flat.map((line) => JSON.stringify(line)).join('\n'));
    world.file('all/3.json', '"nothing of this sort"');
    world.file('all/notes.txt', 'not looked at');
    const { runs, skipped } = await imported(world, join(world.folder, 'all'));
    expect(runs).toHaveLength(3);
    expect(skipped).toMatchObject([{ place: expect.stringContaining('3.json') }]);
  });

  it('follows no link in a circle and stumbles over none that leads nowhere', async () => {
    const world = worldForTest();
    world.file('all/1.json', JSON.stringify(openai));
    symlinkSync('nowhere.json', join(world.folder, 'all/broken.json'));
    symlinkSync('..', join(world.folder, 'all/loop'));
    expect((await imported(world, join(world.folder, 'all'))).runs).toHaveLength(1);
  });

  it('describes the task by what the user asked for, not by what the tool put before it', async () => {
    const world = worldForTest();
    const messages = [
      { role: 'user', content: '<environment_context>\n<cwd>/p</cwd>\n</environment_context>' },
      { role: 'user', content: '<note>be brief</note> Fix the login' },
    ];
    expect((await imported(world, world.file('a.json', JSON.stringify(messages)))).runs).toMatchObject([
      { description: 'Fix the login' },
    ]);
  });

  it('removes secrets on the way in (CAP-5)', async () => {
    const world = worldForTest();
    const secret = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40);
    const file = world.file('a.json', JSON.stringify([{ role: 'user', content: `use ${secret}` }]));
    const { runs } = await imported(world, file);
    const all = [
      await world.run(['session', 'show', runs[0]?.sessionId ?? '']),
      await world.run(['run', 'show', runs[0]?.runId ?? '']),
    ];
    expect(JSON.stringify(all)).not.toContain(secret);
    expect(all[0]?.out).toContain('[REDACTED:');
  });

  it('keeps two owners of the same session apart', async () => {
    const world = worldForTest();
    const file = world.file('a.jsonl', flat.map((line) => JSON.stringify(line)).join('\n'));
    await imported(world, file, '--agent', 'alice');
    const { runs } = await imported(world, file, '--agent', 'bob');
    expect(runs.some(({ already }) => already)).toBe(false);
    const { items } = await world.json<Listed<Identified>>('run', 'list');
    expect(items).toHaveLength(4);
  });

  it('says what is wrong: no file, an unknown format, nothing readable, another outcome than before', async () => {
    const world = worldForTest();
    expect((await world.run(['import', 'session'])).err).toContain('--file must be given');
    expect((await world.run(['import', 'session', '--file', 'absent.json'])).err).toContain('no such file');
    const file = world.file('a.json', JSON.stringify(openai));
    expect((await world.run(['import', 'session', '--file', file, '--format', 'xml'])).err).toContain(
      '--format must be one of',
    );
    expect(await world.run(['import', 'session', '--file', file, '--format', 'sqlite'])).toMatchObject({
      code: 2,
    });
    expect(await world.run(['import', 'session', '--file', world.file('b.json', 'hello')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Known formats'),
    });
    await imported(world, file, '--outcome', 'success');
    expect((await imported(world, file, '--outcome', 'failure')).skipped).toMatchObject([
      { reason: expect.stringContaining('another outcome') },
    ]);
  });
});
