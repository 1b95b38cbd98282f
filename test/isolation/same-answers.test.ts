import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engram, EngramError, openEngram, type View, type Viewer } from '../../src/index.ts';
import { operations } from '../../src/operations/operations.ts';
import { requestFor } from '../../src/operations/request-context.ts';
import { countingIds, fixedClock } from '../../src/testing/index.ts';
import { inputsFor } from './inputs.ts';

/**
 * Two worlds: in one of them alice has worked as well, in the words of the others. What others are answered must be the same in both,
 * letter by letter: a count, a score, an order or an error that differs tells of alice without a word of hers.
 */
const others: ReadonlyArray<readonly [string, Partial<Viewer>]> = [
  ['a colleague of the project', { agent: 'ali' }],
  ['the same agent of another user', { user: 'mallory', agent: 'alice' }],
  ['the owner of another user', { user: 'mallory', agent: null }],
  ['the owner of another project', { project: 'other', agent: null }],
];

/** Records of every kind, all in the same few words. */
async function work(view: View, name: string): Promise<string[]> {
  const text = (more: string): string => `treasure map of the harbour ${more}`;
  await view.tasks.create({ id: `task-${name}`, description: text('task'), category: 'auth' });
  const run = await view.startRun({ task: `task-${name}`, approach: text('approach') });
  await run.call('dig', { at: 'harbour' }, () => Promise.reject(new Error('boom treasure'))).catch(() => {});
  await run.call('dig', { at: 'island' }, () => ({ found: true }));
  await run.finish({ outcome: 'success', summary: text('summary') });
  const memory = await view.memories.record({ kind: 'knowledge', text: text(name), tags: ['treasure'] });
  await view.memories.record({
    kind: 'decision',
    content: { context: 'treasure harbour', action: 'dig', outcome: 'success' },
  });
  await view.session(`chat-${name}`).append({ role: 'user', content: text('message') });
  const template = await view.templates.save({ run: run.id, name: `template-${name}` });
  await view.learning.learn({
    error: `boom treasure of ${name}`,
    name: `failure-${name}`,
    rootCause: text('cause'),
    solution: text('solution'),
  });
  await view.prevention.create({ name: `check-${name}`, message: text('check'), when: { tool: 'dig' } });
  return [`task-${name}`, run.id, memory.id, `chat-${name}`, template.id, `failure-${name}`, `check-${name}`];
}

interface World {
  readonly engram: Engram;
  readonly known: readonly string[];
}

async function open(aliceWorks: boolean): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-same-answers-'));
  const engram = await openEngram({
    db: `file:${join(folder, 'memory.db')}`,
    clock: fixedClock(),
    ids: countingIds(),
    surroundings: { environment: {}, folder, home: folder },
  });
  for (const [index, [, viewer]] of others.entries()) await work(engram.as(viewer), `other-${index}`);
  const alice = engram.agent('alice');
  const known = aliceWorks ? [...(await work(alice, 'one')), ...(await work(alice, 'two'))] : [];
  if (aliceWorks) {
    // Something of hers in the audit, too.
    await alice.memories.share({ memory: known[2] ?? '', to: 'bob' });
    await alice.memories.delete(known[2] ?? '');
  }
  await engram.jobs.run();
  return { engram, known };
}

let withAlice: World;
let withoutAlice: World;

beforeAll(async () => {
  withAlice = await open(true);
  withoutAlice = await open(false);
});

afterAll(async () => {
  await withAlice.engram.close();
  await withoutAlice.engram.close();
});

type Asked = (typeof operations)[number];

async function answer(
  { engram }: World,
  viewer: Partial<Viewer>,
  operation: Asked,
  input: Record<string, unknown>,
): Promise<string> {
  const installation = {
    settings: async () => ({
      settings: {} as never,
      origins: {},
      withheld: [],
      fromProject: [],
      mayUse: () => true,
      home: '/nowhere',
    }),
    diagnose: async () => ({ healthy: true, checks: [] }),
    tools: async () => ({ dig: () => ({ found: true }) }),
  };
  const context = requestFor(engram, installation, {
    context: engram.contextFor(viewer),
    administers: false,
    door: 'scope',
  });
  try {
    const answered = JSON.stringify(await operation.run(context, input as never)) ?? 'nothing';
    // Keys of the audit are drawn at random, and its hashes with them.
    return answered.replace(/"(hash|head)":"[0-9a-f]{64}"/g, '');
  } catch (error) {
    if (!EngramError.is(error)) throw error;
    return JSON.stringify([error.code, error.message, error.details]);
  }
}

const questions: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
  ['memory.search', { query: 'treasure harbour' }],
  ['memory.search', { query: 'treasure map', kind: 'message' }],
  ['memory.search', { query: 'treasure map', kind: 'run' }],
  ['memory.context', { query: 'treasure map of the harbour' }],
  ['task.similar', { description: 'treasure map of the harbour task' }],
  ['learning.suggest', { context: 'treasure harbour' }],
  ['learning.recognise', { error: 'boom treasure' }],
  ['learning.recommend', { description: 'treasure map of the harbour', category: 'auth' }],
  ['prevention.check', { tool: 'dig' }],
  ['report', {}],
];

/** Who administers a store is told how much there is in it. */
const reading = operations.filter(({ effect, administers }) => effect === 'read' && administers !== true);
const tries = 4;

describe('SHR-1, REC-2: what is answered does not depend on records that the reader may not see', () => {
  it.each(reading.map((operation) => [operation.name, operation] as const))(
    'by %s',
    async (name, operation) => {
      const names = ['treasure', 'boom treasure', 'alice', 'dig', 'auth', 'harbour', ...withAlice.known];
      const pointed = questions.filter(([asked]) => asked === name).map(([, input]) => input);
      const drawn = fc.sample(inputsFor(operation.input, names), { numRuns: tries, seed: 7 });
      for (const [who, viewer] of others) {
        // Who owns another project of the same user is that user, and reads what spans its projects.
        if (operation.spansProjects === true && viewer.project === 'other') continue;
        for (const input of [...pointed, ...drawn]) {
          const heard = await answer(withAlice, viewer, operation, input);
          expect(heard, `${who}: ${JSON.stringify(input)}`).toBe(
            await answer(withoutAlice, viewer, operation, input),
          );
        }
      }
    },
  );

  it('and the test would notice: the owner of the project is answered differently', async () => {
    const differing = await Promise.all(
      questions.map(async ([name, input]) => {
        const operation = operations.find((each) => each.name === name);
        if (operation === undefined) throw new Error(`There is no ${name} any more.`);
        const [one, other] = [withAlice, withoutAlice].map((world) =>
          answer(world, { agent: null }, operation, input),
        );
        return (await one) !== (await other);
      }),
    );
    expect(differing).toEqual(questions.map(() => true));
  });
});
