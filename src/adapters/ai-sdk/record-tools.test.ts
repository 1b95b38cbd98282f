import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openForTest } from '../../../test/stories/open-for-test.ts';
import type { RunHandle } from '../../index.ts';
import { ai6, ai7 } from './agents.fixture.ts';
import { engramMiddleware, recordTools, replayTools } from './index.ts';

const inputSchema = z.object({ id: z.number() });
const options = { toolCallId: 'call', messages: [] };

async function begin() {
  const alice = (await openForTest()).agent('alice');
  const run = await alice.startRun({ description: 'Look at orders' });
  const steps = async () => (await alice.runs.show(run.id)).steps;
  return { alice, run, steps };
}

describe.each([ai6, ai7])('API-5 recorded tools on $name', (sdk) => {
  it('record what a tool throws, and the model hears it as before', async () => {
    const { run, steps } = await begin();
    const getOrder = {
      inputSchema,
      execute: async () => Promise.reject(new TypeError('order 42 is locked')),
    };
    const { prompts } = await sdk.generate({
      turns: [{ calls: [['getOrder', { id: 42 }]] }, { text: 'Locked.' }],
      middleware: engramMiddleware({ run }),
      tools: recordTools(run, { getOrder }),
    });
    expect(JSON.stringify(prompts[1])).toContain('order 42 is locked');
    expect((await steps()).filter(({ kind }) => kind === 'tool')).toMatchObject([
      { tool: 'getOrder', success: false, error: { type: 'TypeError', message: 'order 42 is locked' } },
    ]);
  });

  it('record calls of one turn in the order they were asked for, whichever ends first', async () => {
    const { run, steps } = await begin();
    const waiting: Array<() => void> = [];
    const getOrder = {
      inputSchema,
      async execute({ id }: { id: number }) {
        if (waiting.length < 2) await new Promise<void>((resolve) => waiting.push(resolve));
        else for (const go of waiting.reverse()) go();
        return { id };
      },
    };
    const ask = (id: number) => ['getOrder', { id }] as const;
    await sdk.stream({
      turns: [{ calls: [ask(1), ask(2), ask(3)] }, { text: 'Done.' }],
      middleware: engramMiddleware({ run }),
      tools: recordTools(run, { getOrder }),
    });
    const calls = (await steps()).filter(({ kind }) => kind === 'tool');
    expect(calls).toMatchObject([1, 2, 3].map((id) => ({ arguments: { id }, result: { id } })));
  });

  it('let a tool answer bit by bit, and record the last it said', async () => {
    const { run, steps } = await begin();
    const count = {
      inputSchema,
      async *execute({ id }: { id: number }) {
        for (let done = 1; done <= id; done += 1) yield { done };
      },
    };
    const { parts } = await sdk.stream({
      turns: [{ calls: [['count', { id: 3 }]] }, { text: 'Counted.' }],
      middleware: engramMiddleware({ run }),
      tools: recordTools(run, { count }),
    });
    // Three on the way, and the result.
    expect(parts.filter((type) => type === 'tool-result')).toHaveLength(4);
    expect((await steps()).filter(({ kind }) => kind === 'tool')).toMatchObject([
      { tool: 'count', result: { done: 3 }, success: true },
    ]);
  });

  it('ask for approval where the tool does', async () => {
    const { run, steps } = await begin();
    let called = 0;
    const refund = {
      inputSchema,
      needsApproval: true,
      execute: async () => {
        called += 1;
      },
    };
    await sdk.generate({
      turns: [{ calls: [['refund', { id: 42 }]] }],
      middleware: engramMiddleware({ run }),
      tools: recordTools(run, { refund }),
    });
    expect(called).toBe(0);
    expect((await steps()).map(({ kind }) => kind)).toEqual(['model']);
  });
});

describe('API-5 recorded tools', () => {
  it('leave alone what is not executed here, and all else about a tool', async () => {
    const { run } = await begin();
    const search = { type: 'provider', id: 'openai.web_search', args: {}, inputSchema };
    const getOrder = { inputSchema, toModelOutput: () => ({}), strict: true, execute: () => 1 };
    const recorded = recordTools(run, { search, getOrder });
    expect(recorded.search).toBe(search);
    expect({ ...recorded.getOrder, execute: null }).toEqual({ ...getOrder, execute: null });
  });

  it('hand the options of the call and the tool itself on', async () => {
    const { run } = await begin();
    const tool = {
      inputSchema,
      prefix: 'order',
      execute(this: { prefix: string }, { id }: { id: number }, given: object) {
        return { name: `${this.prefix} ${id}`, given };
      },
    };
    const { execute } = recordTools(run, { tool }).tool;
    expect(await execute.call(tool, { id: 7 }, options)).toEqual({ name: 'order 7', given: options });
  });

  it('record calls inside a call as its own, also of a tool that answers bit by bit', async () => {
    const { run, steps } = await begin();
    const inner = recordTools(run, { look: { inputSchema, execute: async () => 'seen' } });
    const outer = recordTools(run, {
      walk: {
        inputSchema,
        async *execute({ id }: { id: number }) {
          yield 'going';
          yield await inner.look.execute();
          await Promise.resolve();
          yield `${id} ${await inner.look.execute()}`;
        },
      },
    });
    const said: string[] = [];
    for await (const output of outer.walk.execute({ id: 7 })) said.push(output);
    expect(said).toEqual(['going', 'seen', '7 seen']);
    const [walk, ...looks] = await steps();
    expect(walk).toMatchObject({ tool: 'walk', parentId: null, result: '7 seen' });
    expect(looks).toMatchObject([{ parentId: walk?.id }, { parentId: walk?.id }]);
  });

  it('record a tool that breaks on the way, and one that nobody listens to any more', async () => {
    const { run, steps } = await begin();
    const broken = new Error('lost the way');
    let isTold = false;
    const { breaks, endless } = recordTools(run, {
      breaks: {
        async *execute() {
          yield 1;
          throw broken;
        },
      },
      endless: {
        async *execute() {
          try {
            for (let step = 1; ; step += 1) yield step;
          } finally {
            isTold = true;
          }
        },
      },
    });
    const first = (async () => {
      for await (const _ of breaks.execute());
    })();
    await expect(first).rejects.toBe(broken);
    for await (const output of endless.execute()) if (output === 2) break;
    expect(isTold).toBe(true);
    expect(await steps()).toMatchObject([
      { tool: 'breaks', success: false, error: { message: 'lost the way' } },
      { tool: 'endless', success: true, result: 2 },
    ]);
  });

  it('answer with the result alone where the run makes the call later', async () => {
    const { run } = await begin();
    const later: RunHandle = {
      ...run,
      call: (tool, given, execute) => Promise.resolve().then(() => run.call(tool, given, execute)),
    };
    const count = {
      async *execute() {
        yield 1;
        yield 2;
      },
    };
    expect(await recordTools(later, { count }).count.execute()).toBe(2);
  });

  it('TPL-12 capture what makes a call safe, and a replay with the same checks compares it', async () => {
    const { alice, run, steps } = await begin();
    const held = new Set([7]);
    const called: number[] = [];
    const cancel = { inputSchema, execute: async ({ id }: { id: number }) => called.push(id) > 0 };
    const checks = { cancel: { capture: ({ id }: { id: number }) => ({ held: held.has(id) }) } };
    await recordTools(run, { cancel }, { checks }).cancel.execute({ id: 6 });
    await run.finish({ outcome: 'success' });
    expect((await steps())[0]).toMatchObject({ captured: { value: { held: false } } });
    await alice.templates.save({ run: run.id, name: 'cancel', approve: true });
    held.add(6);
    const tools = await replayTools({ cancel }, { checks });
    expect(await alice.templates.run({ id: 'cancel', asRecorded: true }, tools)).toMatchObject({
      status: 'diverged',
    });
    expect(called).toEqual([6]);
  });

  it('LRN-4 do not call what a check blocks, and say why', async () => {
    const { alice } = await begin();
    await alice.prevention.create({
      name: 'small-orders',
      message: 'Orders above 12 must stay as they are.',
      when: { tool: 'getOrder' },
      verify: { kind: 'predicate', all: [{ of: 'argument', path: '$.id', is: 'at-most', value: 12 }] },
      action: 'block',
    });
    const run = await alice.startRun({ description: 'Look at orders' });
    const called: number[] = [];
    const execute = async ({ id }: { id: number }) => called.push(id);
    const { getOrder } = recordTools(run, { getOrder: { inputSchema, execute } });
    await expect(getOrder.execute({ id: 13 })).rejects.toMatchObject({
      code: 'blocked',
      message: expect.stringContaining('Orders above 12'),
    });
    await getOrder.execute({ id: 12 });
    expect(called).toEqual([12]);
  });
});
