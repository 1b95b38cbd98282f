import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engram, EngramError, openEngram, type View, type Viewer } from '../../src/index.ts';
import { operations } from '../../src/operations/operations.ts';
import { type RequestContext, requestFor } from '../../src/operations/request-context.ts';
import { standings } from '../../src/records/memory.ts';
import { inputsFor } from './inputs.ts';

/**
 * Every operation of the table, with inputs made from its own schema and filled with everything a curious
 * stranger could guess or overhear: the victim's ids, names and words. A new operation is covered by itself.
 *
 * Each record of the victim holds both words. The stranger may say the one; hearing the other is a leak.
 */
const overheard = 'treasure';
const unsaid = 'xyzzyplugh';
const secretWord = `${overheard} ${unsaid}`;
/** What alice and a helper do together in one run: the helper may hear it, and nothing else of hers. */
const shared = 'plover';

const strangers: ReadonlyArray<readonly [string, Partial<Viewer>]> = [
  ['agent ali, whose name begins like that of alice', { agent: 'ali' }],
  ['agent alice2, whose name goes on', { agent: 'alice2' }],
  ['agent % who hopes for a pattern', { agent: '%' }],
  ['the same agent of another user', { user: 'mallory', agent: 'alice' }],
  ['the owner of another user', { user: 'mallory', agent: null }],
  ['the same agent of another project', { project: 'other', agent: 'alice' }],
  ['the owner of another project', { project: 'other', agent: null }],
];

/** Questions to which alice hears the word. Inputs made at random hit what they ask for by chance only. */
const pointedQuestions: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
  ['learning.suggest', { context: 'victim context' }],
  ['learning.suggest', { task: 'task-victim' }],
  ['learning.patterns', { type: 'decision' }],
  ['learning.patterns', { type: 'failure' }],
  ['memory.patterns', { type: 'success' }],
  ['learning.show', { id: 'victim-failure' }],
  ['learning.show', { id: 'victim-decision' }],
  ['learning.failures', {}],
  ['learning.recognise', { error: `boom ${overheard}` }],
  ['learning.solutions', { error: `boom ${overheard}` }],
  ['learning.recommend', { description: `${overheard} task`, category: 'auth' }],
  ['learning.trends', { category: 'auth' }],
  ['prevention.check', { tool: 'work' }],
  ['prevention.list', {}],
  ['prevention.show', { id: 'victim-check' }],
  ['memory.search', { query: overheard, kind: 'message' }],
  ['memory.search', { query: overheard, kind: 'run' }],
  ['memory.context', { query: `${overheard} hello`, kind: 'message' }],
  ['memory.context', { query: `${overheard} task`, kind: 'run' }],
  ['session.show', { id: 'chat-victim', message: 1 }],
  ['task.similar', { description: `${overheard} task` }],
  ['report', {}],
];

let engram: Engram;
let known: string[];
let before: string;
let sharedRun: string;
let sharedBefore: string;

async function everythingOf(view: View): Promise<string> {
  // Her own: whoever holds a run may let her take part in it, and the helper works in the shared one.
  const runs = (await view.runs.list({ limit: 1_000 })).items.filter(
    ({ scope, agents }) => scope.agent === view.viewer.agent && agents.length === 0,
  );
  const memories = await Promise.all(
    standings.map(async (standing) => (await view.memories.list({ standing, limit: 1_000 })).items),
  );
  return JSON.stringify([
    await Promise.all(runs.map((run) => view.runs.show(run.id))),
    memories.flat().map(({ accessCount, lastAccessedAt, ...memory }) => memory),
    await Promise.all(memories.flat().map(({ id }) => view.memories.history(id))),
    (await view.tasks.list({ limit: 1_000 })).items,
    await view.sessions.show('chat-victim'),
    (await view.templates.list({ limit: 1_000 })).items,
    await everythingLearned(view),
  ]);
}

/** All that is kept about failures, checks and names. What is worked out from how old it is changes by itself. */
async function everythingLearned({ learning, prevention }: View): Promise<unknown> {
  const failures = await learning.failures({ limit: 1_000 });
  const checks = await prevention.list({ limit: 1_000 });
  return [
    await Promise.all(['victim-failure', ...failures.map(({ slug }) => slug)].map(learning.show)),
    await Promise.all(checks.map(({ id }) => prevention.show(id))),
    (await learning.patterns({ limit: 1_000 })).map(({ slug }) => slug).sort(),
  ];
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'engram-isolation-'));
  engram = await openEngram({
    db: `file:${join(folder, 'memory.db')}`,
    surroundings: { environment: {}, folder, home: folder },
  });
  const alice = engram.agent('alice');
  await alice.tasks.create({ id: 'task-victim', description: `${secretWord} task`, category: 'auth' });
  const run = await alice.startRun({
    task: 'task-victim',
    inputs: { word: secretWord },
    approach: secretWord,
  });
  await run
    .call('fail', { word: secretWord }, () => Promise.reject(new Error(`boom ${secretWord}`)))
    .catch(() => {});
  await run.call('work', { word: secretWord }, () => ({ word: secretWord }));
  await run.finish({ outcome: 'success', summary: secretWord });
  const running = await alice.runs.start({ description: `${secretWord} is still going on` });
  const memory = await alice.memories.record({
    kind: 'knowledge',
    text: `${secretWord} memory`,
    tags: [overheard],
  });
  const decision = await alice.memories.record({
    kind: 'decision',
    content: { context: 'victim context', action: secretWord, outcome: 'success' },
  });
  // Used, believed less, contradicted: all that can happen to a memory is there to be overheard or disturbed.
  await alice.memories.search({ query: overheard, run: run.id });
  await alice.memories.feedback({ id: memory.id, outcome: 'failure' });
  for (const limit of [100, 500]) {
    await alice.memories.record({ kind: 'knowledge', text: `The ${secretWord} limit is ${limit}` });
  }
  await alice.memories.consolidate();
  await alice.session('chat-victim').append({ role: 'user', content: `${secretWord} hello` });
  const template = await alice.templates.save({ run: run.id, name: 'victim-template' });
  const taught = await alice.learning.learn({
    error: `boom ${overheard}`,
    name: 'victim-failure',
    rootCause: secretWord,
    solution: `${secretWord} helps`,
    steps: [secretWord],
    prevention: [`verify ${secretWord}`],
  });
  const check = await alice.prevention.create({
    name: 'victim-check',
    message: `${secretWord} is needed`,
    when: { tool: 'work' },
    pattern: 'victim-failure',
  });
  const warned = await alice.runs.start({
    description: `${secretWord} with a warning`,
    approach: secretWord,
  });
  await alice.prevention.check({ tool: 'work', arguments: { word: secretWord }, run: warned.id });
  await alice.runs.finish({ id: warned.id, outcome: 'failure' });
  await alice.learning.solved({ id: taught.solution?.id ?? '', outcome: 'success', run: warned.id });
  await alice.learning.rename({ id: 'victim-context', name: 'victim-decision' });
  await alice.learning.applyPattern({ pattern: 'victim-failure', task: 'task-victim' });
  const together = await alice.startRun({ description: `${shared} together`, inputs: { word: shared } });
  const help = together.subTask({ id: 'part-victim', text: `${shared} part`, agent: 'helper' });
  await help.call('work', { word: shared }, () => ({ word: shared }));
  await help.call('fail', {}, () => Promise.reject(new Error(`crash ${shared}`))).catch(() => {});
  await together.finish({ outcome: 'success', summary: shared });
  sharedRun = together.id;
  known = [
    'helper',
    'part-victim',
    sharedRun,
    'task-victim',
    'chat-victim',
    'victim-template',
    'victim context',
    overheard,
    `boom ${overheard}`,
    'alice',
    run.id,
    running.id,
    memory.id,
    decision.id,
    template.id,
    'victim-failure',
    'victim-check',
    'victim-decision',
    warned.id,
    check.id,
    taught.pattern.id ?? '',
    taught.solution?.id ?? '',
  ];
  // What waits is done now; a stranger who runs the jobs finds nothing to do.
  await engram.jobs.run();
  before = await everythingOf(alice);
  sharedBefore = JSON.stringify(await alice.runs.show(sharedRun));
});

afterAll(() => engram.close());

function requestOf({ viewer }: View): RequestContext {
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
    tools: async () => ({ work: () => ({ word: 'done' }), fail: () => 'done' }),
  };
  return requestFor(engram, installation, {
    context: engram.contextFor(viewer),
    administers: false,
    door: 'scope',
  });
}

function operationOf(name: string): (typeof operations)[number] {
  const operation = operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`There is no ${name} any more.`);
  return operation;
}

/** What a stranger hears: the answer, or the error. */
async function hears(
  view: View,
  operation: (typeof operations)[number],
  input: Record<string, unknown>,
): Promise<string> {
  try {
    return JSON.stringify(await operation.run(requestOf(view), input as never));
  } catch (error) {
    expect(EngramError.is(error), `${operation.name} threw ${error}`).toBe(true);
    expect((error as EngramError).code).not.toBe('internal');
    return (error as EngramError).message;
  }
}

/** How often each stranger tries each operation; `npm run campaigns` tries more often. */
const tries = 8;

describe('isolation: no stranger', () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'learns anything of alice by %s, or changes anything of hers',
    async (_name, operation) => {
      for (const [who, viewer] of strangers) {
        // Who owns another project of the same user is that user, and no stranger to the user as a whole.
        if (operation.spansProjects === true && viewer.user === undefined && viewer.agent === null) continue;
        const view = engram.as(viewer);
        await fc.assert(
          fc.asyncProperty(inputsFor(operation.input, known), async (input) => {
            const heard = await hears(view, operation, input);
            expect(heard, who).not.toContain(unsaid);
            expect(heard, who).not.toContain(shared);
          }),
          { numRuns: tries },
        );
      }
      expect(await everythingOf(engram.agent('alice'))).toBe(before);
      expect(JSON.stringify(await engram.agent('alice').runs.show(sharedRun))).toBe(sharedBefore);
    },
  );

  it.each(pointedQuestions)('learns anything of what alice learned by %s %j', async (name, input) => {
    for (const [who, viewer] of strangers) {
      expect(await hears(engram.as(viewer), operationOf(name), input), who).not.toContain(unsaid);
    }
  });
});

describe('CAP-8 isolation: an agent that takes part in one run of alice', () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'learns nothing by %s beyond that run, and changes nothing beyond it',
    async (_name, operation) => {
      const helper = engram.agent('helper');
      await fc.assert(
        fc.asyncProperty(inputsFor(operation.input, known), async (input) => {
          expect(await hears(helper, operation, input)).not.toContain(unsaid);
        }),
        { numRuns: tries },
      );
      expect(await everythingOf(engram.agent('alice'))).toBe(before);
    },
  );

  it.each(pointedQuestions)('learns nothing of what alice learned by %s %j', async (name, input) => {
    expect(await hears(engram.agent('helper'), operationOf(name), input)).not.toContain(unsaid);
  });

  it('sees the whole run, and knows its own failure', async () => {
    const helper = engram.agent('helper');
    expect(await hears(helper, operationOf('run.show'), { id: sharedRun })).toContain(shared);
    expect(await hears(helper, operationOf('learning.failures'), {})).toContain(`crash ${shared}`);
  });

  it('can neither end the run nor record steps in the name of another agent', async () => {
    const { runs } = engram.agent('helper');
    await expect(runs.finish({ id: sharedRun, outcome: 'failure' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const step = { run: sharedRun, tool: 'work', agent: 'alice' };
    await expect(runs.step(step)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('does not let in an agent that names itself', async () => {
    const { runs } = engram.agent('ali');
    for (const agent of ['ali', 'helper', undefined]) {
      await expect(runs.step({ run: sharedRun, tool: 'work', agent })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });
});

describe('isolation: the test itself', () => {
  it('has a memory that was used, one that hurt and one that was superseded to protect', () => {
    for (const word of ['"what":"used"', '"contradicted"', '"standing":"superseded"']) {
      expect(before).toContain(word);
    }
  });

  it('has a failure with a solution that was tried, checks that fired, a name and a pattern that was applied', () => {
    for (const word of ['"victim-failure"', '"source":"stated"', '"use":"warned"', '"victim-decision"']) {
      expect(before).toContain(word);
    }
    expect(before).toContain('"applications":{"applied":1');
  });

  it.each(pointedQuestions)(
    'would notice what was learned: alice hears the word by %s %j',
    async (name, input) => {
      expect(await hears(engram.agent('alice'), operationOf(name), input)).toContain(unsaid);
    },
  );

  it('would notice: alice and the owner of her project do hear the word', async () => {
    for (const viewer of [{ agent: 'alice' }, { agent: null }]) {
      expect(await hears(engram.as(viewer), operationOf('memory.search'), { query: overheard })).toContain(
        unsaid,
      );
    }
  });
});
