import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

const texts = async (view: View, query: string): Promise<string[]> =>
  (await view.memories.search({ query })).flatMap(({ memory }) => memory?.text ?? []);

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
    expect(strict.map(({ memory }) => memory?.id)).toEqual([id]);
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

describe('MEM-8 links between memories', () => {
  it('are shown from both ends, follow a search when asked, and go with their ends', async () => {
    const { memories } = await openForTest();
    const outage = await memories.record({ kind: 'experience', text: 'Checkout was down for an hour' });
    const deploy = await memories.record({ kind: 'knowledge', text: 'Release 7 changed the gateway' });
    await memories.record({ kind: 'knowledge', text: 'The pantry has coffee' });
    const link = { from: outage.id, relation: 'caused-by', to: deploy.id } as const;
    await memories.link({ ...link, note: 'The same minute' });
    await memories.link(link);
    expect((await memories.get(outage.id)).linked).toMatchObject([
      { relation: 'caused-by', direction: 'to', id: deploy.id, title: 'Release 7 changed the gateway' },
    ]);
    expect((await memories.get(deploy.id)).linked).toMatchObject([
      { relation: 'caused-by', direction: 'from', id: outage.id, note: 'The same minute' },
    ]);
    const alone = await memories.search({ query: 'checkout down', limit: 1 });
    expect(alone.map(({ memory }) => memory?.id)).toEqual([outage.id]);
    const followed = await memories.search({ query: 'checkout down', limit: 1, followLinks: true });
    expect(followed.map(({ memory, linked }) => [memory?.id, linked])).toEqual([
      [outage.id, undefined],
      [deploy.id, { relation: 'caused-by', direction: 'to', with: outage.id }],
    ]);
    await memories.delete(deploy.id);
    expect(await memories.get(outage.id)).not.toHaveProperty('linked');
    await expect(memories.unlink(link)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('let what supersedes take the place of what it supersedes, until the link is taken back', async () => {
    const { memories } = await openForTest();
    const old = await memories.record({ kind: 'knowledge', text: 'The limit is 100' });
    const fresh = await memories.record({ kind: 'knowledge', text: 'The limit is 500' });
    const link = { from: fresh.id, relation: 'supersedes', to: old.id } as const;
    await memories.link(link);
    const found = async () =>
      (await memories.search({ query: 'limit' })).flatMap(({ memory }) => memory?.text ?? []).sort();
    expect(await found()).toEqual(['The limit is 500']);
    expect(await memories.get(old.id)).toMatchObject({
      standing: 'superseded',
      links: [{ kind: 'superseded-by', id: fresh.id }],
    });
    await memories.unlink(link);
    expect(await found()).toEqual(['The limit is 100', 'The limit is 500']);
  });

  it('never show what a viewer may not see, nor what has expired', async () => {
    const engram = await openForTest();
    const [alice, bob] = [engram.agent('alice').memories, engram.agent('bob').memories];
    const shared = await alice.record({ kind: 'knowledge', text: 'The vault opens at nine' });
    const own = await bob.record({ kind: 'knowledge', text: 'Deliveries come at eight' });
    const brief = await bob.record({ kind: 'knowledge', text: 'The lift is broken', lifetime: 'short-term' });
    await expect(bob.link({ from: own.id, relation: 'relates-to', to: shared.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    const { name } = await alice.share({ to: 'bob', memory: shared.id });
    await bob.link({ from: own.id, relation: 'relates-to', to: shared.id });
    await bob.link({ from: own.id, relation: 'supports', to: brief.id });
    expect((await bob.get(own.id)).linked?.map(({ id }) => id).sort()).toEqual([brief.id, shared.id].sort());
    expect(await alice.get(shared.id)).not.toHaveProperty('linked');
    await alice.revoke(name);
    engram.time.advance(7 * 86_400_000);
    expect(await bob.get(own.id)).not.toHaveProperty('linked');
    const followed = await bob.search({ query: 'deliveries', followLinks: true });
    expect(followed.map(({ memory }) => memory?.id)).toEqual([own.id]);
  });

  it('need one end of one’s own', async () => {
    const engram = await openForTest();
    const [one, two] = [
      await engram.memories.record({ kind: 'knowledge', text: 'One' }),
      await engram.memories.record({ kind: 'knowledge', text: 'Two' }),
    ];
    const link = { from: one.id, relation: 'supports', to: two.id } as const;
    const { memories } = engram.agent('alice');
    await expect(memories.link(link)).rejects.toMatchObject({ code: 'forbidden' });
    await engram.memories.link(link);
    await expect(memories.unlink(link)).rejects.toMatchObject({ code: 'not_found' });
    await expect(engram.memories.link({ ...link, to: one.id })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('MEM-7 deleting many memories', () => {
  it('shows what would go, and deletes nothing before it is confirmed', async () => {
    const { memories, time, ...engram } = await openForTest();
    for (const text of ['One', 'Two', 'Three'])
      await memories.record({ kind: 'experience', text, tags: ['old'] });
    time.advance(100 * 86_400_000);
    const stays = await memories.record({ kind: 'experience', text: 'Four', tags: ['old'] });
    const asked = { kind: 'experience' as const, tags: ['old'], olderThan: '90d' };
    const preview = await memories.deleteMany(asked);
    expect(preview).toMatchObject({ confirmed: false, count: 3, byKind: { experience: 3 }, held: 0 });
    expect(preview.sample.map(({ title }) => title).sort()).toEqual(['One', 'Three', 'Two']);
    expect((await engram.stats()).memories).toBe(4);
    expect(await memories.deleteMany({ ...asked, confirm: true })).toMatchObject({
      confirmed: true,
      count: 3,
    });
    expect(await memories.deleteMany({ ...asked, confirm: true })).toMatchObject({ count: 0 });
    expect((await memories.list()).items.map(({ id }) => id)).toEqual([stays.id]);
  });

  it('is refused without a condition, unless all of them are meant', async () => {
    const { memories, ...engram } = await openForTest();
    await memories.record({ kind: 'knowledge', text: 'One' });
    await expect(memories.deleteMany({ confirm: true })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await memories.deleteMany({ all: true, confirm: true })).toMatchObject({ count: 1 });
    expect((await engram.stats()).memories).toBe(0);
  });

  it('takes what was derived along, more than a piece of it, and only from those it belongs to', async () => {
    const engram = await openForTest();
    const { memories } = engram.agent('alice');
    await engram.agent('bob').memories.record({ kind: 'knowledge', text: 'Of Bob' });
    const first = await memories.record({ kind: 'experience', text: 'First' });
    await memories.record({
      kind: 'rule',
      text: 'Made of it',
      derivedFrom: [{ kind: 'memory', id: first.id }],
    });
    for (let number = 0; number < 120; number += 1)
      await memories.record({ kind: 'experience', text: `Number ${number}` });
    expect(await memories.deleteMany({ kind: 'experience', confirm: true })).toMatchObject({ count: 121 });
    expect((await memories.list()).items).toEqual([]);
    expect((await engram.memories.list()).items.map(({ text }) => text)).toEqual(['Of Bob']);
    await expect(memories.deleteMany({ of: 'bob' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await engram.memories.deleteMany({ of: 'bob' })).toMatchObject({ count: 1 });
  });
});
