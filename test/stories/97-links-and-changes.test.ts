import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

const texts = async (view: View, query: string): Promise<string[]> =>
  (await view.memories.search({ query })).map(({ memory }) => memory.text);

describe('MEM-8 changing a memory', () => {
  it('finds it by its new words at once and not by its old ones', async () => {
    const { memories, ...engram } = await openForTest();
    const { id } = await memories.record({ kind: 'knowledge', text: 'Staging needs a VPN', tags: ['net'] });
    await memories.record({ kind: 'knowledge', text: 'The pantry has coffee' });
    expect(await texts({ memories, ...engram }, 'vpn')).toContain('Staging needs a VPN');
    await memories.update({ id, text: 'Staging is open to the world', tags: ['open'] });
    expect(await texts({ memories, ...engram }, 'vpn')).not.toContain('Staging is open to the world');
    expect(await texts({ memories, ...engram }, 'open world')).toEqual(['Staging is open to the world']);
    expect((await memories.search({ query: 'staging', tag: 'net' })).length).toBe(0);
    const strict = await memories.search({ query: 'Staging is open to the world', strict: true });
    expect(strict.map(({ memory }) => memory.id)).toEqual([id]);
    const old = await memories.search({ query: 'Staging needs a VPN', strict: true });
    expect(old).toEqual([]);
  });

  it('keeps what it was in its history, with the reason', async () => {
    const { memories } = await openForTest();
    const recorded = await memories.record({ kind: 'knowledge', text: 'Port 80', confidence: 0.5 });
    const updated = await memories.update({ id: recorded.id, text: 'Port 443', reason: 'TLS only' });
    expect(updated).toMatchObject({ text: 'Port 443', kind: 'knowledge', revision: 1 });
    expect(await memories.get(recorded.id)).toEqual(updated);
    expect(await memories.history(recorded.id)).toMatchObject([
      { what: 'recorded' },
      {
        what: 'revised',
        reason: 'updated',
        note: 'TLS only',
        changes: [{ field: 'text', before: 'Port 80', after: 'Port 443' }],
      },
    ]);
  });

  it('changes single fields of its kind, leaves the others, and takes one away by null', async () => {
    const { memories } = await openForTest();
    const content = { context: 'deploy', action: 'retry', outcome: 'failure' } as const;
    const { id } = await memories.record({ kind: 'decision', content });
    const changed = await memories.update({ id, content: { outcome: 'success', action: null } });
    expect(changed.content).toEqual({ context: 'deploy', outcome: 'success' });
    await expect(memories.update({ id, content: { lesson: 'x' } })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: ['content.lesson'] },
    });
    await expect(memories.update({ id, content: { context: null, outcome: null } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is a conflict when somebody changed it since it was read', async () => {
    const { memories } = await openForTest();
    const { id, revision } = await memories.record({ kind: 'knowledge', text: 'One' });
    await memories.update({ id, text: 'Two', expectRevision: revision });
    await expect(memories.update({ id, text: 'Three', expectRevision: revision })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await memories.get(id)).toMatchObject({ text: 'Two', revision: 1 });
  });

  it('makes every one of several changes at once, one after the other', async () => {
    const { memories } = await openForTest();
    const { id } = await memories.record({ kind: 'knowledge', text: 'One' });
    await Promise.all([
      memories.update({ id, text: 'Two' }),
      memories.update({ id, tags: ['a'] }),
      memories.update({ id, relevance: 0.9 }),
    ]);
    expect(await memories.get(id)).toMatchObject({ text: 'Two', tags: ['a'], relevance: 0.9, revision: 3 });
  });

  it('writes nothing when nothing changes', async () => {
    const { memories } = await openForTest();
    const recorded = await memories.record({ kind: 'knowledge', text: 'One', tags: ['a'] });
    expect(await memories.update({ id: recorded.id, text: 'One', tags: ['a'] })).toEqual(recorded);
    expect(await memories.history(recorded.id)).toHaveLength(1);
  });

  it('lets what is said about its confidence count from now on', async () => {
    const { memories, time } = await openForTest();
    const { id } = await memories.record({ kind: 'knowledge', text: 'One', confidence: 0.8 });
    time.advance(900 * 86_400_000);
    await memories.update({ id, confidence: 0.8 });
    expect((await memories.why(id)).confidence.now).toBeCloseTo(0.8);
  });

  it('does not find what is another agent’s, the project’s, or has expired', async () => {
    const engram = await openForTest();
    const { memories: alices } = engram.agent('alice');
    const { memories: bobs } = engram.agent('bob');
    const own = await alices.record({ kind: 'knowledge', text: 'Of Alice' });
    const project = await engram.memories.record({ kind: 'knowledge', text: 'Of the project' });
    const short = await bobs.record({ kind: 'knowledge', text: 'Soon gone', lifetime: 'short-term' });
    await alices.share({ to: 'bob', memory: own.id });
    expect((await bobs.get(own.id)).id).toBe(own.id);
    engram.time.advance(7 * 86_400_000);
    for (const { id } of [own, project, short, { id: 'mem_none' }]) {
      await expect(bobs.update({ id, text: 'Taken' })).rejects.toMatchObject({
        code: 'not_found',
        message: `No memory "${id}" here. List what there is with memories.list().`,
      });
    }
    expect(await engram.memories.update({ id: own.id, text: 'Of Alice, corrected' })).toMatchObject({
      scope: { agent: 'alice' },
      text: 'Of Alice, corrected',
    });
  });
});
