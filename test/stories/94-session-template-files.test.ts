import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { fixedClock } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';

const file = {
  name: 'fix-tests',
  task_type: 'code' as const,
  examples: [
    {
      tool_name: 'run_tests',
      arguments: { path: 'test' },
      result: '12 passed',
      success: true as const,
      turn_number: 3,
    },
  ],
  description: 'Fixing a red test',
  created_at: '2020-01-31T00:00:00.000Z',
  usage_count: 41,
  source_session_id: 'chat-of-somebody',
  tags: ['tests'],
};

/** An engine in which alice has a template made of a session. */
async function withTemplate() {
  const clock = fixedClock();
  const engram = await openForTest({ clock });
  const [alice, bob] = ['alice', 'bob'].map((name) => engram.agent(name)) as [View, View];
  const chat = alice.session('chat-1');
  await chat.append({ role: 'user', content: 'Read it' });
  const calls = [1, 2].map((number) => ({
    id: `c${number}`,
    name: 'read_file',
    arguments: { path: `${number}.txt` },
  }));
  for (const call of calls) {
    await chat.append({ role: 'assistant', toolCalls: [call] });
    await chat.append({ role: 'tool', toolCallId: call.id, content: `text ${call.id}` });
  }
  await alice.sessionTemplates.create({ session: 'chat-1', name: 'read-files', tags: ['files'] });
  return { engram, clock, alice, bob };
}

describe('SES-7: a session template as a file', () => {
  it('has exactly the fields of the format, with the turn of each call', async () => {
    const { alice } = await withTemplate();
    await alice.sessionTemplates.inject({ name: 'read-files', messages: [] });
    const exported = await alice.sessionTemplates.export('read-files');
    expect(exported).toEqual({
      name: 'read-files',
      task_type: 'file',
      examples: [
        expect.objectContaining({ tool_name: 'read_file', arguments: { path: '1.txt' }, success: true }),
        expect.objectContaining({ result: 'text c2' }),
      ],
      description: '',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      usage_count: 1,
      source_session_id: 'chat-1',
      tags: ['files'],
    });
    expect(Object.keys(exported.examples[0] ?? {})).toEqual([
      'tool_name',
      'arguments',
      'result',
      'success',
      'turn_number',
    ]);
    const [first, second] = exported.examples.map(({ turn_number }) => turn_number) as [number, number];
    expect(second - first).toBe(1);
  });

  it('is the same after it was imported elsewhere and exported again', async () => {
    const { alice, bob } = await withTemplate();
    const exported = await alice.sessionTemplates.export('read-files');
    expect(await bob.sessionTemplates.import({ templates: exported })).toMatchObject({
      templates: [{ name: 'read-files', version: 1, status: 'created', examples: 2 }],
      skipped: [],
    });
    expect(await bob.sessionTemplates.export('read-files')).toEqual(exported);
    await bob.sessionTemplates.import({ templates: file });
    expect(await bob.sessionTemplates.export('fix-tests')).toEqual(file);
  });

  it('changes nothing when it is imported again, also by whom it comes from', async () => {
    const { alice, bob } = await withTemplate();
    const exported = await alice.sessionTemplates.export('read-files');
    await bob.sessionTemplates.import({ templates: [exported, file] });
    for (const view of [alice, bob]) {
      const before = await view.sessionTemplates.show('read-files');
      expect(await view.sessionTemplates.import({ templates: [exported] })).toMatchObject({
        templates: [{ status: 'unchanged', version: 1 }],
      });
      expect(await view.sessionTemplates.show('read-files')).toEqual(before);
    }
  });

  it('claims how often it was used, and that counts for nothing here', async () => {
    const { bob } = await withTemplate();
    await bob.sessionTemplates.import({ templates: file });
    expect(await bob.sessionTemplates.stats()).toMatchObject({ total: 1, total_usage: 0 });
    expect((await bob.sessionTemplates.show('fix-tests')).template).toMatchObject({
      usage: 0,
      effectiveness: null,
    });
    await bob.sessionTemplates.inject({ name: 'fix-tests', messages: [] });
    expect(await bob.sessionTemplates.export('fix-tests')).toMatchObject({ usage_count: 42 });
    expect(await bob.sessionTemplates.best({})).toMatchObject({ name: 'fix-tests', usage: 1 });
  });

  it('does not become the template of a session that happens to have the name it claims', async () => {
    const { alice } = await withTemplate();
    await alice.sessionTemplates.import({
      templates: { ...file, source_session_id: 'chat-1', name: 'of-a-file' },
    });
    const made = await alice.sessionTemplates.create({ session: 'chat-1', description: 'Mine' });
    expect(made.template.name).toBe('read-files');
  });

  it('gives another version to a name that is taken, and in a dry run nothing', async () => {
    const { bob } = await withTemplate();
    await bob.sessionTemplates.import({ templates: file });
    const other = { ...file, examples: [{ ...file.examples[0], result: '13 passed' }] } as typeof file;
    expect(await bob.sessionTemplates.import({ templates: other, dryRun: true })).toMatchObject({
      dryRun: true,
      templates: [{ status: 'changed', version: 2 }],
    });
    expect((await bob.sessionTemplates.show('fix-tests')).template.version).toBe(1);
    await bob.sessionTemplates.import({ templates: other });
    expect((await bob.sessionTemplates.show('fix-tests')).template.version).toBe(2);
  });

  it.each([
    ['without a name', { ...file, name: undefined }, 'name'],
    ['with a strange field', { ...file, steps: [] }, '"steps"'],
    ['of a strange type', { ...file, task_type: 'poetry' }, 'task_type'],
    ['with a call that failed', { ...file, examples: [{ ...file.examples[0], success: false }] }, 'success'],
    [
      'with a call without arguments',
      { ...file, examples: [{ ...file.examples[0], arguments: 7 }] },
      'arguments',
    ],
    ['without examples', { ...file, examples: [] }, 'examples'],
    ['with a date that is none', { ...file, created_at: 'yesterday' }, 'created_at'],
    ['that is no object', 'text', 'templates'],
  ])('%s is refused with what is wrong, and nothing of the list is written', async (_, spoilt, message) => {
    const { bob } = await withTemplate();
    const refused = bob.sessionTemplates.import({ templates: [{ ...file, name: 'sound' }, spoilt] as never });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(refused).rejects.toThrow(message);
    expect(await bob.sessionTemplates.list({})).toEqual([]);
  });

  it('teaches no secret: an example with one in its arguments is left out, and said', async () => {
    const { bob } = await withTemplate();
    const leaking = { ...file.examples[0], arguments: { key: 'AKIAIOSFODNN7EXAMPLE' } };
    const spoken = { ...file.examples[0], result: 'the key is AKIAIOSFODNN7EXAMPLE' };
    const report = await bob.sessionTemplates.import({
      templates: { ...file, examples: [leaking, spoken] } as never,
    });
    expect(report).toMatchObject({
      templates: [{ examples: 1 }],
      skipped: [{ place: 'templates.0.examples.0' }],
    });
    expect(JSON.stringify(await bob.sessionTemplates.export('fix-tests'))).not.toContain('AKIAIOSFODNN7');
    await expect(
      bob.sessionTemplates.import({ templates: { ...file, examples: [leaking] } as never }),
    ).rejects.toThrow('no example that can be used');
  });
});
