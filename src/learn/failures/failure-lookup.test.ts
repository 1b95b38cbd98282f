import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { withRedaction } from '../../capture/redacting-store.ts';
import type { Context } from '../../ports/context.ts';
import type { Command, Store } from '../../ports/store.ts';
import { learnFailureInput } from '../../records/learning-inputs.ts';
import type { FailureDetails } from '../../records/pattern.ts';
import type { Scope } from '../../records/scope.ts';
import { openStore } from '../../store/open-store.ts';
import { createReferenceStore } from '../../store/reference/reference-store.ts';
import { aMemory, aRun, aStep } from '../../testing/index.ts';
import { aGrant } from '../../testing/store-suite/grants.ts';
import { earlierSignatures, errorSignature } from '../../text/signature.ts';
import { ali, bob, owner, testContext } from '../life/context.fixture.ts';
import { followMerges } from './assign.ts';
import { failureDetails } from './failure-details.ts';
import { failureKnowledge } from './failure-knowledge.ts';
import { failuresLike } from './failure-lookup.ts';
import { forgetPattern } from './forget.ts';
import { jointOf } from './joint.ts';
import { patternsFor } from './known-failures.ts';
import { learnFailure } from './learn-failure.ts';
import { recognise } from './recognise.ts';

const scopes = [ali, bob, owner];
const errors = [
  'connect ECONNREFUSED 10.0.0.7:5432',
  'Uncaught Error: connect ECONNREFUSED 10.0.0.8:5432',
  'TypeError: order is null',
  'order is null',
  'payment 7 locked',
  'order 8 locked',
  'refund 9 locked',
  'invoice 3 not found in the archive of last year',
];

type Deed =
  | { readonly does: 'fails'; readonly who: number; readonly error: number; readonly next: number }
  | { readonly does: 'remembers' | 'teaches'; readonly who: number; readonly error: number }
  | { readonly does: 'deletes a run' | 'deletes a memory' | 'asks'; readonly who: number }
  | { readonly does: 'shares' | 'revokes'; readonly who: number };

const who = fc.nat(scopes.length - 1);
const error = fc.nat(errors.length - 1);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('fails' as const), who, error, next: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('remembers' as const, 'teaches' as const), who, error }),
  },
  fc.record({
    does: fc.constantFrom('deletes a run' as const, 'deletes a memory' as const, 'asks' as const),
    who,
  }),
  fc.record({ does: fc.constantFrom('shares' as const, 'revokes' as const), who }),
);

/** What is known about an error when all patterns are read: the answer that looking up its patterns alone must give. */
async function plainly(
  context: Context,
  viewer: Scope,
  message: string,
): Promise<FailureDetails | undefined> {
  const knowledge = await failureKnowledge(context, viewer);
  const found = await patternsFor(context, knowledge, errorSignature(message), earlierSignatures(message));
  const patterns = found.map((pattern) => followMerges(pattern, knowledge.byId));
  const first = patterns.find(({ scope }) => scope.agent === viewer.agent) ?? patterns[0];
  return first && failureDetails(context, viewer, knowledge, jointOf(knowledge, viewer, first));
}

/** A run in which a call failed and another tool worked. Of those of ali, bob takes part in each, and makes one in four. */
async function fail(context: Context, scope: Scope, message: string, number: number, next = 0) {
  const created = { scope, createdAt: number * 1_000 };
  const run = aRun({ id: `r${number}`, ...created, agents: scope.agent === 'ali' ? ['bob'] : [] });
  const step = (position: number, given: object) => ({
    type: 'append-step' as const,
    step: aStep({ runId: run.id, ...created, position, startedAt: position * 1_000, ...given }),
  });
  const failed = { type: 'Error', message, signature: errorSignature(message) };
  const maker = scope.agent === 'ali' && next === 3 ? { agent: 'bob' } : {};
  const end = { outcome: 'success', finishedAt: number * 1_000, summary: null, successFactors: [] } as const;
  await context.store.commit([
    { type: 'start-run', run },
    step(1, { success: false, error: failed, ...maker }),
    step(2, { tool: `tool-${next}` }),
    { type: 'finish-run', owner: scope, runId: run.id, end },
  ]);
}

/** Carries out a history. */
async function live(context: Context, deeds: readonly Deed[]): Promise<void> {
  let number = 0;
  const commit = (...commands: Command[]) => context.store.commit(commands);
  for (const each of deeds) {
    number += 1;
    const scope = scopes[each.who] ?? ali;
    const message = 'error' in each ? (errors[each.error] ?? '') : '';
    const created = { scope, createdAt: number * 1_000 };
    switch (each.does) {
      case 'fails':
        await fail(context, scope, message, number, each.next);
        break;
      case 'remembers':
        await commit({
          type: 'record-memory',
          memory: aMemory({
            kind: 'failure',
            ...created,
            text: message,
            content: { errorSignature: message, solution: `solution ${each.error}` },
          }),
        });
        break;
      case 'teaches':
        await learnFailure(
          context,
          scope,
          learnFailureInput.parse({ error: message, solution: `advice ${number % 3}` }),
        );
        break;
      case 'deletes a run': {
        const [run] = (await context.store.listRuns(scope, {}, { limit: 1 })).items;
        if (run !== undefined) await commit({ type: 'delete-run', owner: run.scope, id: run.id });
        break;
      }
      case 'deletes a memory': {
        const filter = { kind: 'failure', now: 0 } as const;
        const [memory] = (await context.store.listMemories(scope, filter, { limit: 1 })).items;
        if (memory === undefined) break;
        await commit({ type: 'delete-memory', owner: memory.scope, id: memory.id });
        await forgetPattern(context, scope, memory);
        break;
      }
      case 'asks':
        await recognise(context, scope, { error: errors[number % errors.length] ?? '' });
        break;
      case 'shares':
      case 'revokes':
        await shareOrRevoke(context, scope, each.does === 'shares', number);
    }
  }
}

async function shareOrRevoke(context: Context, giver: Scope, shares: boolean, number: number): Promise<void> {
  const open = (await context.store.openGrants(giver.user)).filter(
    ({ scope }) => scope.agent === giver.agent,
  );
  if (!shares) {
    for (const grant of open)
      await context.store.commit([
        { type: 'delete-record', kind: 'grant', owner: grant.scope, id: grant.id },
      ]);
    return;
  }
  const [pattern] = (await context.store.listLessons(giver, 'failure', { limit: 1 })).items;
  const isOwn = pattern?.scope.agent === giver.agent;
  const grant = aGrant({
    scope: giver,
    name: `grant ${number}`,
    what: { of: 'failures', pattern: number % 2 === 0 && isOwn ? (pattern?.id ?? null) : null },
    to: { project: giver.project, agent: giver.agent === 'ali' ? 'bob' : 'ali' },
  });
  await context.store.commit([{ type: 'create-record', kind: 'grant', record: grant }]);
}

let opened: Store[] = [];
afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  opened = [];
});

const backends: Readonly<Record<string, () => Promise<Store>>> = {
  'in the reference store': async () => createReferenceStore(),
  'in SQLite': () => openStore('memory:', { durability: 'normal', now: 0 }),
};

describe('LRN-2 an error is recognised', () => {
  it.each(Object.entries(backends))(
    'by its own patterns as it is by all of them, after any history, %s',
    async (_, open) => {
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 25 }), async (deeds) => {
          const bare = await open();
          opened.push(bare);
          const context: Context = { ...testContext(), store: withRedaction(bare) };
          await live(context, deeds);
          for (const viewer of scopes)
            for (const message of errors) {
              const plain = await plainly(context, viewer, message);
              const asked = { signature: errorSignature(message), earlier: earlierSignatures(message) };
              expect(await failuresLike(context, viewer, asked)).toBeDefined();
              const found = await recognise(context, viewer, { error: message });
              if (plain === undefined) expect(found.id).toBeNull();
              else expect(found).toStrictEqual(plain);
            }
        }),
        { numRuns: 6 },
      );
    },
  );

  describe.each(Object.entries(backends))('whose pattern has several messages, %s', (_, open) => {
    const things = ['cart', 'coupon', 'invoice', 'login', 'order', 'parcel', 'payment', 'refund', 'stock'];
    const messageOf = (thing: string) =>
      `${thing} 7 not found in the archive in the nightly export of the shop`;
    const asked = messageOf('cart');

    /** Ali has met all of these messages, and has a solution for one of them; bob has met another. */
    async function manyMessages(): Promise<Context> {
      const bare = await open();
      opened.push(bare);
      const context: Context = { ...testContext(), store: withRedaction(bare) };
      await fail(context, ali, asked, 1);
      await recognise(context, ali, { error: asked });
      await learnFailure(
        context,
        ali,
        learnFailureInput.parse({ error: messageOf('coupon'), solution: 'wait for the export' }),
      );
      for (const [place, thing] of things.entries()) await fail(context, ali, messageOf(thing), place + 2);
      await fail(context, bob, messageOf('stock'), 100);
      await recognise(context, owner, { error: asked });
      const question = { signature: errorSignature(asked), earlier: earlierSignatures(asked) };
      expect(await failuresLike(context, owner, question)).toBeDefined();
      return context;
    }

    it('with a solution that was stated before its pattern was merged into this one', async () => {
      const context = await manyMessages();
      const { items } = await context.store.listLessons(ali, 'failure', { limit: 100 });
      const [solution] = (await context.store.listLessons(ali, 'solution', { limit: 10 })).items;
      const about = items.find(({ id }) => id === solution?.content.pattern);
      expect(about?.content.mergedInto).not.toBeNull();
      const { solutions } = await recognise(context, ali, { error: asked });
      expect(solutions.map(({ approach }) => approach)).toContain('wait for the export');
    });

    it('with all agents that met one of them', async () => {
      const context = await manyMessages();
      const { agents } = await recognise(context, owner, { error: asked });
      expect(agents).toStrictEqual([
        { agent: 'ali', occurrences: things.length + 1 },
        { agent: 'bob', occurrences: 1 },
      ]);
    });
  });
});
