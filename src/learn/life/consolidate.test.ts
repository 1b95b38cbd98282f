import { describe, expect, it } from 'vitest';
import { EngramError } from '../../errors.ts';
import type { Store } from '../../ports/store.ts';
import { dayMs } from '../../records/lifetime.ts';
import type { Memory } from '../../records/memory.ts';
import { aMemory, type MemoryOverrides } from '../../testing/index.ts';
import { consolidate } from './consolidate.ts';
import { ali, bob, owner, type TestContext, testContext } from './context.fixture.ts';

const start = Date.UTC(2025, 6, 1);
const said = (text: string, fields: MemoryOverrides = {}): Memory =>
  aMemory({ kind: 'knowledge', content: {}, text, ...fields } as MemoryOverrides);
const taught = (lesson: string, runId: string, fields: MemoryOverrides = {}): Memory =>
  aMemory({
    kind: 'experience',
    content: { lesson },
    provenance: { ...aMemory().provenance, runId },
    ...fields,
  } as MemoryOverrides);
const useless = (text: string, fields: MemoryOverrides = {}): Memory =>
  said(text, {
    createdAt: start - 300 * dayMs,
    relevance: 0.2,
    tags: ['menu'],
    ...fields,
  } as MemoryOverrides);

const nothing = {
  merged: [],
  contradictions: [],
  promoted: [],
  demoted: [],
  restored: [],
  summarised: [],
  archived: [],
  rules: [],
};

/** Something of everything that consolidation does. */
async function world(context: TestContext) {
  const one = {
    twin: said('The staging API needs a VPN', { tags: ['vpn'] }),
    other: said('Staging API needs the VPN.', { tags: ['staging'] }),
    before: said('The rate limit is 100'),
    after: said('The rate limit is 500'),
    brief: said('Lunch is at noon', { createdAt: start, expiresAt: start + 7 * dayMs, accessCount: 3 }),
    hurting: said('Restart it', { evidence: { successes: 0, failures: 4 }, confirmedAt: start }),
  };
  const lessons = ['run_1', 'run_2', 'run_3'].map((run) => taught('Run the tests first', run));
  const menu = [1, 2, 3, 4, 5].map((day) => useless(`Soup ${day} was on the menu`));
  const lone = useless('A walrus came by', { tags: [] });
  await context.recorded(...Object.values(one), ...lessons, ...menu, lone);
  return { ...one, lessons, menu, lone };
}

describe('MEM-5 consolidating', () => {
  it('merges, settles contradictions, promotes, demotes, makes rules, sums up and archives, and reports it', async () => {
    const context = testContext();
    const { twin, other, before, after, brief, hurting, lessons, menu, lone } = await world(context);
    const report = await consolidate(context, ali);
    expect(report).toMatchObject({
      dryRun: false,
      examined: 15,
      merged: [{ into: other.id, from: [twin.id] }],
      contradictions: [{ winner: after.id, loser: before.id, why: 'another number' }],
      promoted: [brief.id],
      demoted: [hurting.id],
      summarised: [{ from: menu.map(({ id }) => id).reverse() }],
      archived: [lone.id],
      rules: [{ text: 'Run the tests first', support: 3 }],
      skipped: 0,
    });
    expect(await context.now(other.id)).toMatchObject({ tags: ['staging', 'vpn'], standing: 'active' });
    expect(await context.now(twin.id)).toMatchObject({ standing: 'merged' });
    expect(await context.now(before.id)).toMatchObject({
      standing: 'superseded',
      validUntil: after.createdAt,
    });
    expect(await context.now(brief.id)).toMatchObject({ expiresAt: null });
    expect(await context.now(hurting.id)).toMatchObject({ standing: 'demoted' });
    expect(await context.now(lone.id)).toMatchObject({ standing: 'archived' });
    const rule = await context.now(report.rules[0]?.id ?? '');
    expect(rule?.derivedFrom.map(({ id }) => id)).toEqual(lessons.map(({ id }) => id));
    const summary = await context.now(report.summarised[0]?.into ?? '');
    expect(summary?.text).toContain('5 memories about "menu"');
    expect(await context.now(menu[0]?.id ?? '')).toMatchObject({
      standing: 'archived',
      links: [{ kind: 'summarised-in', id: summary?.id }],
    });
  });

  it('again changes nothing more', async () => {
    const context = testContext();
    await world(context);
    await consolidate(context, ali);
    expect(await consolidate(context, ali)).toMatchObject({ ...nothing, skipped: 0 });
  });

  it('in a dry run reports the same and changes nothing', async () => {
    const context = testContext();
    await world(context);
    // What is merged is neither contradicted nor archived afterwards.
    await context.recorded(said('The port is 80'), said('The port is 80'), said('The port is 81'));
    await context.recorded(useless('Ann was here', { tags: [] }), useless('Ann was here', { tags: [] }));
    const list = () => context.store.listMemories(owner, { now: start }, { limit: 1_000 });
    const before = await list();
    const dry = await consolidate(context, ali, { dryRun: true });
    expect(await list()).toEqual(before);
    const wet = await consolidate(context, ali);
    expect(dry).toEqual({
      ...wet,
      dryRun: true,
      rules: wet.rules.map((rule) => ({ ...rule, id: null })),
      summarised: wet.summarised.map((summary) => ({ ...summary, into: null })),
    });
  });

  it('archives one of two that say the same: the other leads to it', async () => {
    const context = testContext();
    await context.recorded(useless('Ann was here'), useless('Ann was here'));
    const { merged, archived } = await consolidate(context, ali);
    expect(archived).toEqual([merged[0]?.into]);
    expect(await context.now(merged[0]?.from[0] ?? '')).toMatchObject({ standing: 'merged' });
  });

  it('refuses what it does not know', async () => {
    await expect(consolidate(testContext(), ali, { dry: true } as object)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('never joins what agents of one project, or the project itself, own', async () => {
    const context = testContext();
    const scopes = [ali, bob, owner, { ...ali, project: 'blog' }, { ...ali, user: 'eve' }];
    await context.recorded(
      ...scopes.flatMap((scope, index) => [
        said('The staging API needs a VPN', { scope }),
        said(`The rate limit is ${index}`, { scope }),
        taught('Run the tests first', `run_${index}`, { scope }),
      ]),
      ...scopes.flatMap((scope) => [1, 2, 3].map((day) => useless(`Soup ${day} was on the menu`, { scope }))),
    );
    expect(await consolidate(context, owner)).toMatchObject({
      ...nothing,
      examined: 18,
      archived: { length: 9 },
    });
  });

  it('by an agent leaves what the project and others own as it is; the owner puts all in order', async () => {
    const context = testContext();
    const twins = [bob, bob, owner, owner].map((scope) => said('The staging API needs a VPN', { scope }));
    await context.recorded(...twins);
    expect(await consolidate(context, ali)).toMatchObject({ ...nothing, examined: 0 });
    expect((await consolidate(context, owner)).merged).toHaveLength(2);
  });

  it('merges many that say the same into one', async () => {
    const context = testContext();
    await context.recorded(...Array.from({ length: 130 }, () => said('The staging API needs a VPN')));
    await consolidate(context, ali);
    const left = await context.store.listMemories(ali, { now: start }, { limit: 1_000 });
    expect(left.items).toHaveLength(1);
    const merged = await context.store.listMemories(
      ali,
      { standing: 'merged', now: start },
      { limit: 1_000 },
    );
    const into = new Set(merged.items.flatMap(({ links }) => links.map(({ id }) => id)));
    expect([...into]).toEqual([left.items[0]?.id]);
  });

  it.each([
    ['knowledge', 'The limit is 100', 'The limit is 500', {}, {}],
    ['preference', 'Theme', 'Theme', { key: 'theme', value: 'dark' }, { key: 'theme', value: 'light' }],
  ])('hears who changes their mind back: %s', async (kind, text, other, content, otherContent) => {
    const context = testContext();
    const [first, between, again] = [0, 1, 2].map((days) => {
      const isOther = days === 1;
      const fields = { kind, text: isOther ? other : text, content: isOther ? otherContent : content };
      return aMemory({ ...fields, createdAt: start - (9 - days) * dayMs } as MemoryOverrides);
    }) as [Memory, Memory, Memory];
    await context.recorded(first, between, again);
    expect(await consolidate(context, ali)).toMatchObject({
      merged: [{ into: again.id, from: [first.id] }],
      contradictions: [{ winner: again.id, loser: between.id }],
    });
  });

  it('sums up again what a summary stood for that went with one of them (MEM-7)', async () => {
    const context = testContext();
    const menu = [1, 2, 3, 4, 5, 6].map((day) => useless(`Soup ${day} was on the menu`));
    await context.recorded(...menu);
    const [first] = (await consolidate(context, ali)).summarised;
    const [gone, ...others] = menu.map(({ id }) => id);
    await context.store.commit([{ type: 'delete-memory', owner: ali, id: gone ?? '' }]);
    expect(await context.now(first?.into ?? '')).toBeUndefined();
    const report = await consolidate(context, ali);
    expect(report.restored.toSorted()).toEqual(others.toSorted());
    const [second] = report.summarised;
    expect(second?.from.toSorted()).toEqual(others.toSorted());
    expect(await context.now(others[0] ?? '')).toMatchObject({
      links: [{ kind: 'summarised-in', id: second?.into }],
    });
  });

  it('restores what was superseded by something that is gone', async () => {
    const context = testContext();
    const [older, newer] = [said('The rate limit is 100'), said('The rate limit is 500')];
    await context.recorded(older, newer);
    await consolidate(context, ali);
    expect((await consolidate(context, ali)).restored).toEqual([]);
    await context.store.commit([{ type: 'delete-memory', owner: ali, id: newer.id }]);
    expect((await consolidate(context, ali)).restored).toEqual([older.id]);
    expect(await context.now(older.id)).toMatchObject({ standing: 'active', validUntil: null });
  });

  it('leaves nothing of a memory that is deleted, though it was said twice (MEM-7)', async () => {
    const context = testContext();
    const twins = [said('The staging API needs a VPN'), said('The staging API needs a VPN')];
    await context.recorded(...twins);
    const [merge] = (await consolidate(context, ali)).merged;
    await context.store.commit([{ type: 'delete-memory', owner: ali, id: merge?.into ?? '' }]);
    expect(await Promise.all(twins.map(({ id }) => context.now(id)))).toEqual([undefined, undefined]);
  });

  it('leaves for the next round what somebody else changes meanwhile', async () => {
    const context = testContext();
    const twins = [1, 2].map(() => said('The staging API needs a VPN'));
    await context.recorded(...twins);
    let raced = false;
    const store: Store = {
      ...context.store,
      async commit(commands) {
        if (!raced && commands.some(({ type }) => type === 'revise-memory')) {
          raced = true;
          throw new EngramError('conflict', 'It was changed meanwhile.');
        }
        return context.store.commit(commands);
      },
    };
    expect(await consolidate({ ...context, store }, ali)).toMatchObject({ merged: [], skipped: 1 });
    expect((await consolidate(context, ali)).merged).toHaveLength(1);
  });

  it('passes on what the store refuses for another reason', async () => {
    const context = testContext();
    await context.recorded(said('The staging API needs a VPN'), said('The staging API needs a VPN'));
    const refuse = () => Promise.reject(new EngramError('store_full', 'The disk is full.'));
    const full = { ...context, store: { ...context.store, commit: refuse } };
    await expect(consolidate(full, ali)).rejects.toMatchObject({ code: 'store_full' });
  });
});

describe('MEM-6 rules over time', () => {
  it('get the evidence that comes later, and are not made twice', async () => {
    const context = testContext();
    await context.recorded(...['run_1', 'run_2', 'run_3'].map((run) => taught('Run the tests first', run)));
    const [made] = (await consolidate(context, ali)).rules;
    await context.recorded(taught('Always run the tests first!', 'run_4'));
    expect((await consolidate(context, ali)).rules).toEqual([
      { id: made?.id, text: 'Run the tests first', support: 4 },
    ]);
    const rules = await context.store.listMemories(ali, { kind: 'rule', now: start }, { limit: 10 });
    expect(rules.items.map(({ derivedFrom }) => derivedFrom.length)).toEqual([4]);
  });

  it('are not made when somebody wrote them down, nor again when they were demoted or superseded', async () => {
    for (const standing of ['active', 'demoted', 'superseded', 'archived', 'merged'] as const) {
      const context = testContext();
      const known = aMemory({ kind: 'rule', text: 'Run the tests first.', content: {}, standing });
      await context.recorded(
        known,
        ...['run_1', 'run_2', 'run_3'].map((run) => taught('Run the tests first', run)),
      );
      expect((await consolidate(context, ali)).rules).toEqual([]);
    }
  });

  it('go with what taught them when that is deleted (MEM-7)', async () => {
    const context = testContext();
    const lessons = ['run_1', 'run_2', 'run_3'].map((run) => taught('Run the tests first', run));
    await context.recorded(...lessons);
    const [made] = (await consolidate(context, ali)).rules;
    await context.store.commit([{ type: 'delete-memory', owner: ali, id: lessons[0]?.id ?? '' }]);
    expect(await context.now(made?.id ?? '')).toBeUndefined();
  });
});
