import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../src/engine.ts';
import { operations } from '../../src/operations/operations.ts';
import { requestFor } from '../../src/operations/request-context.ts';
import { aMemory, countingIds, fixedClock } from '../../src/testing/index.ts';
import { aHold, aLink } from '../../src/testing/retention-builders.ts';

/**
 * Every operation that reads, asked for an expired memory by its id and by a word of it, with the example of its route as the
 * rest of its input. A new operation is covered by itself.
 */
const asked = 'quokka';
/** The memory says it, and nobody who asks. */
const unsaid = 'xyzzyplugh';
const scope = { user: 'local', project: 'default', agent: null };
const expired = aMemory({
  id: 'mem_expired',
  scope,
  kind: 'decision',
  text: `The ${asked} says ${unsaid}`,
  content: { context: asked, action: unsaid, outcome: 'success' },
  tags: [asked],
  expiresAt: 1_000,
});
const stays = aMemory({ id: 'mem_stays', scope, text: `Another ${asked}`, tags: [asked] });

/** The example with the id and the word of the memory in every place that could name one. */
function pointedAt(example: unknown, id: string): Record<string, unknown> {
  const words = new Set(['query', 'context', 'description', 'error', 'topic', 'text', 'tag', 'query_text']);
  const ids = new Set(['id', 'memory', 'from', 'to']);
  return Object.fromEntries(
    Object.entries(example ?? {}).map(([name, value]) => [
      name,
      typeof value !== 'string' ? value : words.has(name) ? asked : ids.has(name) ? id : value,
    ]),
  );
}

describe('MEM-3 an expired memory, kept on the disk by a legal hold, is returned by no operation', () => {
  const reading = operations.filter(({ effect }) => effect === 'read');
  let ask: (name: string, input: Record<string, unknown>) => Promise<unknown>;

  beforeAll(async () => {
    const time = fixedClock();
    const engine = await openEngine({
      db: 'memory:',
      clock: time,
      ids: countingIds(),
      surroundings: { environment: {}, folder: tmpdir(), home: '/nowhere' },
    });
    const { store, ...context } = engine.contextFor(scope);
    await store.commit([
      { type: 'record-memory', memory: { ...expired, expiresAt: null, scope: context.viewer } },
      { type: 'record-memory', memory: { ...stays, scope: context.viewer } },
      { type: 'link-memories', link: aLink({ scope: context.viewer, from: stays.id, to: expired.id }) },
      { type: 'link-memories', link: aLink({ scope: context.viewer, from: expired.id, to: stays.id }) },
      { type: 'create-record', kind: 'hold', record: aHold({ scope: context.viewer, tag: asked }) },
    ]);
    const request = requestFor(
      engine,
      { tools: async () => ({}), settings: async () => expect.fail(), diagnose: async () => expect.fail() },
      { context: engine.contextFor(context.viewer), administers: true, door: 'scope' },
    );
    ask = async (name, input) => {
      const operation = operations.find((each) => each.name === name);
      return operation?.run(request, input as never).catch((error: Error) => error.message);
    };
    // It is found while it holds, so that the questions are known to be good ones.
    const found = await ask('memory.search', { query: asked });
    expect(JSON.stringify(found)).toContain(unsaid);
    expect(JSON.stringify(await ask('memory.get', { id: stays.id }))).toContain(unsaid);
    const revised = { ...expired, scope: context.viewer, revision: 1 };
    await store.commit([
      {
        type: 'revise-memory',
        owner: context.viewer,
        memory: revised,
        change: { at: 1, reason: 'updated', note: '' },
      },
    ]);
  });

  it.each(reading.map(({ name, http }) => [name, http.example] as const))('%s', async (name, example) => {
    const inputs = [
      {},
      ...[expired.id, stays.id].flatMap((id) => [
        pointedAt(example, id),
        { id },
        { query: asked, followLinks: true },
        { context: asked, followLinks: true },
        { all: true },
        { task: asked, description: asked },
      ]),
    ];
    for (const input of inputs) expect(JSON.stringify(await ask(name, input)) ?? '').not.toContain(unsaid);
  });
});
