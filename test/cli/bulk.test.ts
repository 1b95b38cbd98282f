import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Identified, type Listed, worldForTest } from './world.ts';

const jsonLines = (records: readonly unknown[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');

const turn = (number: number, text: string) => ({
  agent: 'alice',
  kind: 'experience',
  text,
  tags: ['chat'],
  createdAt: '2026-01-31T12:00:00Z',
  session: 'c-1',
  position: number,
  externalId: `turn-${number}`,
});

describe('engram memory import --file', () => {
  it('keeps every field of a line: agent, kind, words, tags, time, session, place, external id', async () => {
    const world = worldForTest();
    const file = world.file('turns.jsonl', jsonLines([turn(3, 'Ann: the cat is called Tom')]));
    expect(await world.json('memory', 'import', '--file', file)).toEqual({
      imported: 1,
      already: 0,
      skippedCount: 0,
      skipped: [],
    });
    expect(await world.json('memory', 'list', '--agent', 'alice')).toMatchObject({
      items: [
        {
          scope: { agent: 'alice' },
          kind: 'experience',
          text: 'Ann: the cat is called Tom',
          tags: ['chat'],
          createdAt: Date.UTC(2026, 0, 31, 12),
          provenance: { externalId: 'turn-3', sessionId: 'c-1', position: 3 },
        },
      ],
    });
  });

  it('changes nothing when it is done again, even when a line says something else now', async () => {
    const world = worldForTest();
    await world.json('memory', 'import', '--file', world.file('a.jsonl', jsonLines([turn(1, 'first')])));
    const again = world.file('b.jsonl', jsonLines([turn(1, 'changed'), turn(2, 'second')]));
    expect(await world.json('memory', 'import', '--file', again)).toMatchObject({ imported: 1, already: 1 });
    const { items } = await world.json<Listed<{ text: string }>>('memory', 'list');
    expect(items.map(({ text }) => text).sort()).toEqual(['first', 'second']);
  });

  it('reports a bad line by its number and takes the others', async () => {
    const world = worldForTest();
    const lines = [
      JSON.stringify(turn(1, 'good')),
      '',
      '{"text": ',
      '[]',
      '{"kind":"dream","text":"x"}',
      '{"kind":"decision","content":{"contxt":"typo"}}',
      '{"text":"no date","createdAt":"yesterday-ish"}',
      JSON.stringify({ text: 'no id', unknown: 'is passed over' }),
    ];
    const file = world.file('mixed.jsonl', `\ufeff${lines.join('\r\n')}\r\n`);
    const report = await world.json<{ skipped: Array<{ line: number; reason: string }> }>(
      ...['memory', 'import', '--file', file],
    );
    expect(report).toMatchObject({ imported: 2, skippedCount: 5 });
    expect(report.skipped.map(({ line }) => line).sort()).toEqual([3, 4, 5, 6, 7]);
    expect(report.skipped.find(({ line }) => line === 5)?.reason).toContain('"kind" must be one of');
    expect(report.skipped.find(({ line }) => line === 6)?.reason).toContain('contxt');
  });

  it('takes the words from content too, and reads standard input and gzipped files', async () => {
    const world = worldForTest();
    const zipped = world.file('z.jsonl.gz', gzipSync(jsonLines([{ content: 'words in content' }])));
    expect(await world.json('memory', 'import', '--file', zipped)).toMatchObject({ imported: 1 });
    const piped = await world.run(['memory', 'import', '--file', '-', '--json'], {
      input: jsonLines([{ kind: 'decision', content: { context: 'c', action: 'a', outcome: 'success' } }]),
    });
    expect(JSON.parse(piped.out)).toMatchObject({ imported: 1 });
    expect(await world.json('memory', 'search', 'words')).toMatchObject({
      items: [{ memory: { text: 'words in content' } }],
    });
  });

  it('lets an agent import only for itself', async () => {
    const world = worldForTest();
    const file = world.file('turns.jsonl', jsonLines([turn(1, 'hers')]));
    const { code, out } = await world.run(['memory', 'import', '--file', file, '--agent', 'bob', '--json']);
    expect({ code, report: JSON.parse(out) as unknown }).toMatchObject({
      code: 2,
      report: {
        imported: 0,
        skipped: [{ line: 1, reason: expect.stringContaining('belongs to the agent "alice"') }],
      },
    });
  });

  it('removes secrets on the way in (CAP-5)', async () => {
    const world = worldForTest();
    const secret = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40);
    const file = world.file('s.jsonl', jsonLines([{ text: `the token is ${secret}` }]));
    await world.json('memory', 'import', '--file', file);
    const { items } = await world.json<Listed<{ text: string }>>('memory', 'list');
    expect(items[0]?.text).toContain('[REDACTED:');
  });

  it('refuses what cannot be kept: a time no date can name, a secret as a name, bytes that are not UTF-8', async () => {
    const world = worldForTest();
    const lines = [
      '{"text":"far future","createdAt":9007199254740991}',
      JSON.stringify({ text: 'x', externalId: `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40) }),
      '{"text":"null is nothing","createdAt":null,"externalId":null}',
    ];
    const latin1 = Buffer.concat([
      Buffer.from(`${lines.join('\n')}\n{"text":"caf`),
      Buffer.from([0xe9]),
      Buffer.from('"}'),
    ]);
    const report = await world.json('memory', 'import', '--file', world.file('odd.jsonl', latin1));
    expect(report).toMatchObject({ imported: 1, skippedCount: 3 });
  });

  it('ends with exit code 2 when not one line could be taken', async () => {
    const world = worldForTest();
    const file = world.file('notes.jsonl', 'no\njson\nhere');
    expect(await world.run(['memory', 'import', '--file', file, '--json'])).toMatchObject({ code: 2 });
  });

  it('says what is wrong with the file', async () => {
    const world = worldForTest();
    expect(await world.run(['memory', 'import', '--file', 'absent.jsonl'])).toMatchObject({ code: 2 });
    expect((await world.run(['memory', 'import'])).err).toContain('--file must be given');
    expect((await world.run(['memory', 'import', '--file', world.folder])).err).toContain('folder');
    const broken = world.file('broken.gz', 'not gzip at all');
    expect((await world.run(['memory', 'import', '--file', broken])).err).toContain('cannot be read');
  });

  it('shows how far it got to those who watch, and to nobody else', async () => {
    const world = worldForTest();
    const file = world.file('turns.jsonl', jsonLines([turn(1, 'a'), turn(2, 'b')]));
    const watched = await world.run(['memory', 'import', '--file', file], { showsProgress: true });
    expect(watched.err).toContain('Importing');
    expect(watched.err.endsWith('\r\u001b[K')).toBe(true);
    expect(await world.run(['memory', 'import', '--file', file])).toMatchObject({ code: 0, err: '' });
  });
});

describe('engram memory search --queries', () => {
  const memories = [turn(1, 'the cat is called Tom'), turn(2, 'the dog is called Rex')];

  it('answers each query on a line of its own, in the order of the file', async () => {
    const world = worldForTest();
    await world.json('memory', 'import', '--file', world.file('m.jsonl', jsonLines(memories)));
    const queries = world.file(
      'q.jsonl',
      jsonLines([
        { id: 'q2', text: 'dog' },
        { id: 1, text: 'cat', agent: 'alice' },
        { id: 'q3', text: '' },
      ]),
    );
    const { code, out, err } = await world.run([
      'memory',
      'search',
      '--queries',
      queries,
      '--limit',
      '1',
      '--json',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(answers).toMatchObject([
      { id: 'q2', results: [{ externalId: 'turn-2', score: expect.any(Number), session: 'c-1' }] },
      { id: 1, results: [{ externalId: 'turn-1' }] },
      { id: 'q3', results: [] },
    ]);
  });

  it('searches as the agent a query names', async () => {
    const world = worldForTest();
    await world.json('memory', 'import', '--file', world.file('m.jsonl', jsonLines(memories)));
    const queries = world.file('q.jsonl', jsonLines([{ id: 'q', text: 'cat', agent: 'bob' }]));
    expect(JSON.parse((await world.run(['memory', 'search', '--queries', queries, '--json'])).out)).toEqual({
      id: 'q',
      results: [],
    });
  });

  it('names the line that is no query', async () => {
    const world = worldForTest();
    const queries = world.file('q.jsonl', '{"id":"q1","text":"fine"}\n{"id":"q2"}');
    const { code, err } = await world.run(['memory', 'search', '--queries', queries]);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('Line 2 is no query: "text" is required'),
    });
    const nameless = world.file('n.jsonl', '{"text":"who asks?"}');
    expect((await world.run(['memory', 'search', '--queries', nameless])).err).toContain('"id" is required');
    expect((await world.run(['memory', 'search', 'x', '--queries', queries])).err).toContain('not both');
  });
});

describe('engram job', () => {
  it('has nothing to tell before there was anything to do', async () => {
    const world = worldForTest();
    expect((await world.run(['job', 'list'])).out).toContain('No background work was needed yet');
    await world.json('memory', 'record', '--type', 'knowledge', 'The staging API needs a VPN');
    expect((await world.run(['job', 'list'])).out).toMatch(/^index-memories +pending +0 +1 +never$/m);
    await world.run(['job', 'run']);
    expect((await world.run(['job', 'list'])).out).toMatch(/^index-memories +idle +1 +0 +now$/m);
  });

  it('indexes what was imported, and searching finds the same before and after', async () => {
    const world = worldForTest();
    const many = Array.from({ length: 1_200 }, (_, number) => turn(number, `note number${number}`));
    await world.json('memory', 'import', '--file', world.file('m.jsonl', jsonLines(many)));
    const { items } = await world.json<Listed<{ name: string }>>('job', 'run');
    expect(items.find(({ name }) => name === 'index-memories')).toMatchObject({
      ...{ done: 1_200, left: 0, holder: null, error: null },
    });
    const found = await world.json<Listed<{ memory: Identified }>>('memory', 'search', 'number777');
    expect(found.items[0]).toMatchObject({ memory: { text: 'note number777' } });
  });
});
