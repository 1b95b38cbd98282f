import { describe, expect, it } from 'vitest';
import type { View } from '../../src/interfaces/library/view.ts';
import { openForTest } from './open-for-test.ts';

/** A chat in which a file was read and patched; the first attempt at reading failed. */
async function fixATest(view: View, id: string): Promise<void> {
  const session = view.session(id);
  await session.append({ role: 'user', content: 'Fix the test.' });
  await session.append({
    role: 'assistant',
    toolCalls: [
      { id: 'c1', name: 'read_file', arguments: { path: 'sum.ts' } },
      { id: 'c2', name: 'read_file', arguments: { path: 'src/sum.ts' } },
    ],
  });
  await session.append({ role: 'tool', toolCallId: 'c2', content: 'return a - b;' });
  await session.append({ role: 'tool', toolCallId: 'c1', content: 'Error: no such file' });
  await session.append({
    role: 'assistant',
    toolCalls: [{ id: 'c3', name: 'patch', arguments: { path: 'src/sum.ts', from: '-', to: '+' } }],
  });
  await session.append({ role: 'tool', toolCallId: 'c3', content: '{"patched":true}' });
}

describe('SES-1…4 a session that worked seeds the next', () => {
  it('with the calls that worked, each with its own result', async () => {
    const alice = (await openForTest()).agent('alice');
    await fixATest(alice, 'chat-1');
    const made = await alice.sessionTemplates.create({
      session: 'chat-1',
      name: 'fix-tests',
      tags: ['tests'],
    });
    expect(made.template).toMatchObject({ name: 'fix-tests', type: 'file', version: 1 });
    expect(made.examples.map(({ callId, result }) => [callId, result])).toEqual([
      ['c2', 'return a - b;'],
      ['c3', { patched: true }],
    ]);

    const best = await alice.sessionTemplates.best({ type: 'file', tags: ['tests', 'other'] });
    const { messages } = await alice.sessionTemplates.inject({
      name: best?.name ?? '',
      messages: [
        { role: 'system', content: 'You are a coder.' },
        { role: 'user', content: 'Fix another test.' },
      ],
    });
    expect(messages.map(({ role }) => role)).toEqual([
      ...['system', 'system', 'assistant', 'tool', 'assistant', 'tool', 'user'],
    ]);
    expect(await alice.sessionTemplates.stats()).toEqual({
      total: 1,
      by_type: { code: 0, file: 1, research: 0, mixed: 0 },
      total_examples: 2,
      total_usage: 1,
    });
  });

  it('takes from an imported session only what its results say worked', async () => {
    const alice = (await openForTest()).agent('alice');
    const content = [
      { kind: 'call', session: 's', id: 'a', name: 'read_file', input: { path: 'a' } },
      { kind: 'call', session: 's', id: 'b', name: 'read_file', input: { path: 'b' } },
      { kind: 'result', session: 's', id: 'b', is_error: false, output: 'of b' },
      { kind: 'result', session: 's', id: 'a', is_error: true, output: 'File has not been read yet.' },
    ];
    await alice.sessions.import({
      content: content.map((line) => JSON.stringify(line)).join('\n'),
      format: 'jsonl',
    });
    const { examples } = await alice.sessionTemplates.create({ session: 's' });
    expect(examples.map(({ callId }) => callId)).toEqual(['b']);
  });
});

describe('SES-6 what came of it', () => {
  it('is held for or against the version when the seeded run ends', async () => {
    const engram = await openForTest();
    const alice = engram.agent('alice');
    await fixATest(alice, 'chat-1');
    await alice.sessionTemplates.create({ session: 'chat-1', name: 'fix-tests' });
    const run = await alice.runs.start({ description: 'Fix another test' });
    await alice.sessionTemplates.inject({ name: 'fix-tests', messages: [], run: run.id });
    await alice.runs.finish({ id: run.id, outcome: 'success' });
    const { template } = await alice.sessionTemplates.show('fix-tests');
    expect(template.effectiveness).toMatchObject({ sessions: 1, successRate: 1 });
  });
});
