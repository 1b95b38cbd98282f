import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { maySee, maySeeRun } from '../../access/reach.ts';
import { settingsSchema } from '../../config/settings.ts';
import type { Command } from '../../ports/store.ts';
import { memoryText } from '../../records/memory.ts';
import { messageText, runText } from '../../records/recorded.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
import { createReferenceStore } from '../../store/reference/reference-store.ts';
import { aMemory, aMessage, aRun, aSession, resetBuilders } from '../../testing/index.ts';
import { termsOf } from '../../text/terms.ts';
import { createFinder } from '../finder.ts';

const { relevance, ...settings } = settingsSchema.parse({ db: 'memory:' }).recall;
const now = Date.UTC(2026, 0, 1);
const scopeOf = (agent: string | null): Scope => ({ user: 'ada', project: 'shop', agent });

const vocabulary = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
const words = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 5 })
  .map((each) => each.join(' '));
const owner = fc.constantFrom('ali', 'alice', null);

/** Something that is recorded: who owns it, what it says, and who takes part, if it is a run. */
const thing = fc.record({
  kind: fc.constantFrom('memory', 'message', 'run'),
  agent: owner,
  text: words,
  members: fc.uniqueArray(fc.constantFrom('coder', 'alice'), { maxLength: 2 }),
  isGone: fc.boolean(),
});
type Thing = typeof thing extends fc.Arbitrary<infer Value> ? Value : never;

/** How it is written and deleted, what search reads of it, and who may read it. */
function recorded({ kind, agent, text, members, isGone }: Thing, index: number) {
  const scope = scopeOf(agent);
  const id = `${kind}-${index}`;
  if (kind === 'memory') {
    const memory = aMemory({ id, scope, kind: 'knowledge', text });
    const remove: Command = { type: 'delete-memory', owner: scope, id };
    const sees = (viewer: Viewer): boolean => maySee(viewer, scope);
    const write: Command = { type: 'record-memory', memory };
    return { kind, id, isGone, write, remove, says: memoryText(memory), sees };
  }
  if (kind === 'message') {
    // Each in a session of its own: what was said before and after counts as well.
    const session = aSession({ id: `session-${index}`, scope });
    const message = aMessage({ id, scope, sessionId: session.id, content: text });
    const write: Command = { type: 'append-message', session, message };
    const remove: Command = { type: 'delete-session', owner: scope, id: session.id };
    const sees = (viewer: Viewer): boolean => maySee(viewer, scope);
    return { kind, id, isGone, write, remove, says: messageText(message), sees };
  }
  const agents = members.filter((member) => member !== agent);
  const task = { ...aRun().task, description: text };
  const run = aRun({ id, scope, agents, task, outcome: 'success', finishedAt: now });
  const remove: Command = { type: 'delete-run', owner: scope, id };
  const write: Command = { type: 'start-run', run };
  return {
    kind,
    id,
    isGone,
    write,
    remove,
    says: runText(run, []),
    sees: (viewer: Viewer) => maySeeRun(viewer, run),
  };
}
type RecordedThing = ReturnType<typeof recorded>;

/** BM25 over exactly what a viewer may read, as a share of the highest score; what has none of the words is not found. */
function bruteForce(things: readonly RecordedThing[], query: string): Map<string, number> {
  const texts = things.map(({ id, says }) => ({ id, terms: termsOf(says) }));
  const average = texts.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, texts.length);
  const asked = [...new Set(termsOf(query))].map((term) => {
    const having = texts.filter(({ terms }) => terms.includes(term)).length;
    return { term, idf: Math.log(1 + (Math.max(100, texts.length) - having + 0.5) / (having + 0.5)) };
  });
  const bound = asked.reduce((sum, { idf }) => sum + idf * 1.9, 0);
  const scores = texts.map(({ id, terms }) => {
    const score = asked.reduce((sum, { term, idf }) => {
      const times = terms.filter((each) => each === term).length;
      return sum + (idf * 1.9 * times) / (times + 0.9 * (0.6 + (0.4 * terms.length) / average));
    }, 0);
    return [id, score / bound] as const;
  });
  return new Map(scores.filter(([, score]) => score > 0));
}

beforeEach(resetBuilders);

describe('REC-1, REC-2, CAP-7 a search of memories, messages and runs', () => {
  it('answers what a search of everything the viewer may read answers, whatever was recorded and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(thing, { maxLength: 25 }), words, async (made, query) => {
        resetBuilders();
        const store = createReferenceStore();
        const redact = async (text: string): Promise<string> => text;
        const finder = createFinder(
          store,
          { ...settings, relevance },
          redact,
          async () => null,
          () => {},
        );
        const things = made.map(recorded);
        const viewers = ['ali', 'alice', 'coder', null].map(scopeOf);
        const asked = { query, now, limit: 100 };
        await store.commit(things.map(({ write }): Command => write));
        // Known before some of it goes.
        await Promise.all([finder.find(scopeOf(null), asked), finder.findRecorded(scopeOf(null), asked)]);
        await store.commit(things.filter(({ isGone }) => isGone).map(({ remove }) => remove));
        for (const viewer of viewers) {
          const left = things.filter(({ isGone, sees }) => !isGone && sees(viewer));
          const memories = await finder.find(viewer, asked);
          const others = await finder.findRecorded(viewer, asked);
          const answers = [
            [
              left.filter(({ kind }) => kind === 'memory'),
              memories.map((hit) => ({ ...hit, copies: hit.duplicates })),
            ],
            [
              left.filter(({ kind }) => kind !== 'memory'),
              others.map((hit) => ({ ...hit, copies: hit.duplicates.map(({ id }) => id) })),
            ],
          ] as const;
          for (const [readable, hits] of answers) {
            const expected = bruteForce(readable, query);
            expect(hits.flatMap(({ id, copies }) => [id, ...copies]).sort()).toEqual(
              [...expected.keys()].sort(),
            );
            for (const { id, words } of hits) expect(words).toBeCloseTo(expected.get(id) ?? 0, 5);
            const scores = hits.map(({ words }) => words);
            expect(scores).toEqual([...scores].sort((left, right) => right - left));
          }
        }
        finder.close();
      }),
      { numRuns: 60 },
    );
  });
});
