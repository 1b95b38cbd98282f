import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defineWorkflow, type Engram, type EngramOptions, openEngram } from '../../src/index.ts';
import type { Json } from '../../src/json/json.ts';
import type { Flow } from '../../src/ports/workflow-definition.ts';
import { workflowEngines } from './workflow-engines.ts';

/** Starts a workflow `w` that a worker of this process goes on with. */
async function startHere(engram: Engram, run: (flow: Flow) => Promise<Json>): Promise<void> {
  await engram.workflows.register(defineWorkflow('w', '1', run));
  await engram.workflows.work();
  await engram.workflows.start({ name: 'w', id: 'w' });
}

const standing = async (engram: Engram, id: string) => (await engram.workflows.show(id)).status;
const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
/** A result that TypeScript would not let through. */
const any = (value: unknown) => value as Json;

describe.each(workflowEngines())('DUR-4: $name', (engine) => {
  engine.prepare();
  const workflows = { pollMs: 10, engine: engine.engine };

  async function openNew(options: EngramOptions = {}) {
    const engram = await openEngram({ ...engine.newPlace(), workflows, ...options });
    onTestFinished(() => engram.close());
    return engram;
  }

  describe('DUR-1: what cannot be kept', () => {
    it.each([
      ['spaces around it', 'build '],
      ['nothing in it', ' '],
      ['several lines', 'a\nb'],
      ['half a character', '\ud800'],
      ['too many characters', 'x'.repeat(151)],
      ['a mark of Engram itself', '~wait go'],
    ])('is a key with %s: it is refused before anything is done', async (_, key) => {
      const engram = await openNew();
      let times = 0;
      const step = defineWorkflow('step', '1', async (flow) =>
        flow.step(key, () => {
          times += 1;
        }),
      );
      const sleep = defineWorkflow('sleep', '1', async (flow) => flow.sleep(key, 1).then(() => null));
      for (const workflow of [step, sleep]) {
        expect(await engram.workflows.run(workflow, {})).toMatchObject({
          status: 'failed',
          error: { code: 'invalid_input', message: expect.stringContaining('cannot be kept') },
        });
      }
      expect(times).toBe(0);
    });

    it.each([
      ['a NUL', 'a\u0000b'],
      ['half a character', ['\ud800']],
      ['what is nested without end', Array.from({ length: 300 }).reduce((inner) => [inner], [])],
      ['a number that is too big', 1n],
    ])('is %s: the step fails once, and says why', async (_, value) => {
      const engram = await openNew();
      let times = 0;
      const inStep = defineWorkflow('step', '1', async (flow) =>
        flow.step('only', () => {
          times += 1;
          return any(value);
        }),
      );
      const atTheEnd = defineWorkflow('end', '1', async () => any(value));
      const failed = await engram.workflows.run(inStep, {});
      expect(failed).toMatchObject({ status: 'failed', error: { step: 'only' } });
      expect(await engram.workflows.run(atTheEnd, {})).toMatchObject({ status: 'failed', recoveries: 0 });
      expect((await engram.workflows.show(failed.id)).steps).toMatchObject([
        { state: 'failed', attempts: 1 },
      ]);
      expect(times).toBe(1);
    });

    it.each([
      ['a NUL', new Error('a\u0000b')],
      ['half a character', new Error('\ud800')],
      ['five million characters', new Error('x'.repeat(5_000_000))],
      ['no text at all', Object.create(null)],
    ])('is an error with %s: what can be kept of it is', async (_, thrown) => {
      const engram = await openNew();
      const work = defineWorkflow('work', '1', async (flow) =>
        flow.step('only', (): null => {
          throw thrown;
        }),
      );
      const { id } = await engram.workflows.run(work, {});
      expect(await engram.workflows.show(id)).toMatchObject({
        status: 'failed',
        steps: [{ state: 'failed' }],
      });
      expect((await engram.workflows.list({})).items).toHaveLength(1);
    });

    it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300])('is a time of %s milliseconds', async (time) => {
      const engram = await openNew();
      const sleep = defineWorkflow('sleep', '1', async (flow) => flow.sleep('s', time).then(() => null));
      const wait = defineWorkflow('wait', '1', async (flow) => flow.waitFor('s', { timeoutMs: time }));
      for (const workflow of [sleep, wait])
        expect(await engram.workflows.run(workflow, {})).toMatchObject({ error: { code: 'invalid_input' } });
    });

    it('is no time below zero or between two milliseconds, and a step may take longer than a timer can', async () => {
      const engram = await openNew();
      const work = defineWorkflow('work', '1', async (flow) => {
        await flow.sleep('back', -5);
        await flow.sleep('a bit', 0.5);
        return flow.step('long', () => pause(20, 'done'), { timeoutMs: 2 ** 32 });
      });
      expect(await engram.workflows.run(work, {})).toMatchObject({ status: 'done', output: 'done' });
    });
  });

  describe('DUR-3: a signal', () => {
    it('is for its topic alone, however another begins, and two names never make one', async () => {
      const engram = await openNew();
      await startHere(engram, async (flow) => [await flow.waitFor('go'), await flow.waitFor('go on')]);
      await engram.workflows.signal({ id: 'w', topic: 'go on', key: 'a', payload: 'second' });
      await engram.workflows.signal({ id: 'w', topic: 'go', key: 'on a', payload: 'first' });
      expect(await engram.workflows.result('w')).toMatchObject({ output: ['first', 'second'] });
    });

    it('is answered once, when two wait for its topic at the same time as well', async () => {
      const engram = await openNew();
      await startHere(engram, (flow) =>
        Promise.all(['a', 'b'].map((key) => flow.waitFor('go', { key, timeoutMs: 60_000 }))),
      );
      await engram.workflows.signal({ id: 'w', topic: 'go', payload: 1, key: '1' });
      await pause(400);
      expect(await standing(engram, 'w')).not.toBe('done');
      await engram.workflows.signal({ id: 'w', topic: 'go', payload: 2, key: '2' });
      const { output } = await engram.workflows.result('w');
      expect([...(output as number[])].sort()).toEqual([1, 2]);
    });

    it('is read once, not with every signal before it', async () => {
      const engram = await openNew({ workflows: { ...workflows, durability: 'normal' } });
      const many = 150;
      const { store } = engram.contextFor();
      const read = vi.spyOn(store, 'listCheckpoints');
      await engram.workflows.start({ name: 'w', version: '1', id: 'w' });
      for (let count = 0; count < many; count += 1)
        await engram.workflows.signal({ id: 'w', topic: 'go', key: `${count}` });
      await startHere(engram, async (flow) => {
        for (let count = 0; count < many; count += 1) await flow.waitFor('go', { key: `${count}` });
        return many;
      });
      expect(await engram.workflows.result('w')).toMatchObject({ output: many });
      expect(read.mock.calls.length).toBeLessThan(20);
    });

    it('with the longest names there are does not make the workflow unreadable', async () => {
      const engram = await openNew();
      await startHere(engram, (flow) => flow.waitFor('go'));
      await engram.workflows.signal({ id: 'w', topic: '"'.repeat(200), key: '"'.repeat(200) });
      await engram.workflows.signal({ id: 'w', topic: 'go', payload: 1 });
      expect(await engram.workflows.result('w')).toMatchObject({ status: 'done', output: 1 });
    });

    it('from a machine whose clock goes ahead is heard at once', async () => {
      const place = engine.newPlace();
      const engram = await openNew(place);
      const clock = { now: () => Date.now() + 3_600_000, elapsed: () => performance.now() };
      const elsewhere = await openNew({ ...place, clock });
      await startHere(engram, (flow) => flow.waitFor('go'));
      await expect.poll(() => standing(engram, 'w')).toBe('waiting');
      await elsewhere.workflows.signal({ id: 'w', topic: 'go', payload: 'heard' });
      expect(await engram.workflows.result('w')).toMatchObject({ output: 'heard' });
    });

    it('or a child that told a secret can be given again, and so can the input while it waits', async () => {
      const engram = await openNew();
      const child = defineWorkflow('child', '1', async (_, input: { token: string }) => input);
      await engram.workflows.register(child);
      const lengthOf = (told: Json) => (told as { token: string }).token.length;
      const parent = defineWorkflow('w', '1', async (flow, input: { token: string }) => {
        await flow.sleep('long enough to be let go', 1_100);
        const told = await flow.waitFor('go');
        const answered = await flow.child('ask', child, input);
        return [lengthOf(input), lengthOf(told), lengthOf(answered)];
      });
      await engram.workflows.register(parent);
      await engram.workflows.work();
      await engram.workflows.start({ name: 'w', id: 'w', input: { token } });
      await engram.workflows.signal({ id: 'w', topic: 'go', payload: { token } });
      expect(await engram.workflows.result('w')).toMatchObject({
        status: 'needs_input',
        error: { step: 'go' },
      });
      const steps = { go: { token } };
      expect(await engram.workflows.resumeWith('w', { input: { token }, steps })).toMatchObject({
        status: 'needs_input',
        error: { step: 'ask' },
      });
      expect(
        await engram.workflows.resumeWith('w', { input: { token }, steps: { ...steps, ask: { token } } }),
      ).toMatchObject({ status: 'done', output: [40, 40, 40] });
    });
  });

  describe('DUR-3: children and copies', () => {
    it('a child that failed is tried again with its parent, and its new end counts', async () => {
      const engram = await openNew();
      const did: string[] = [];
      let isBroken = true;
      const child = defineWorkflow('child', '1', async (flow) => {
        await flow.step('first', () => void did.push('first'));
        return flow.step('second', () => {
          if (isBroken) throw new Error('broken');
          return 'mended';
        });
      });
      const parent = defineWorkflow('parent', '1', async (flow) => flow.child('c', child, {}));
      await engram.workflows.register(child);
      expect(await engram.workflows.run(parent, {}, { id: 'p' })).toMatchObject({ status: 'failed' });
      await engram.workflows.retry('p');
      expect(await engram.workflows.result('p')).toMatchObject({ status: 'failed' });
      isBroken = false;
      await engram.workflows.retry('p');
      expect(await engram.workflows.result('p')).toMatchObject({ status: 'done', output: 'mended' });
      expect(did).toEqual(['first']);
    });

    it('a cancelled parent that is retried has its children back; paused ones were cancelled with it', async () => {
      const engram = await openNew();
      const child = defineWorkflow('child', '1', async (flow) => flow.waitFor('go'));
      await engram.workflows.register(child);
      await startHere(engram, (flow) => flow.child('c', child, {}));
      const theChild = async () => (await engram.workflows.list({ name: 'child' })).items[0];
      await expect.poll(async () => (await theChild())?.status).toBe('waiting');
      const id = (await theChild())?.id ?? '';
      await engram.workflows.pause(id);
      await engram.workflows.cancel('w');
      expect(await standing(engram, id)).toBe('cancelled');
      await engram.workflows.retry('w');
      await engram.workflows.signal({ id, topic: 'go', payload: 'back' });
      expect(await engram.workflows.result('w')).toMatchObject({ status: 'done', output: 'back' });
    });

    it('a copy does nothing again that came before, on a clock that stands still', async () => {
      const moment = Date.now();
      const engram = await openNew({ clock: { now: () => moment, elapsed: () => performance.now() } });
      const did: string[] = [];
      const child = defineWorkflow('child', '1', async (flow) =>
        flow.step('c', () => void did.push('child')),
      );
      await engram.workflows.register(child);
      await startHere(engram, async (flow) => {
        await flow.step('a', () => void did.push('a'));
        await flow.waitFor('go');
        await flow.child('c', child, {});
        return flow.step('b', (): null => {
          did.push('b');
          throw new Error('broken');
        });
      });
      await engram.workflows.signal({ id: 'w', topic: 'go' });
      expect(await engram.workflows.result('w')).toMatchObject({ status: 'failed' });
      await engram.workflows.fork({ id: 'w', step: 'b', as: 'copy' });
      expect(await engram.workflows.result('copy')).toMatchObject({ status: 'failed' });
      expect(did).toEqual(['a', 'child', 'b', 'b']);
    });
  });

  describe('DUR-1: branches that are left behind', () => {
    it('begin nothing new once the workflow is done', async () => {
      const engram = await openNew();
      const did: string[] = [];
      const race = defineWorkflow('race', '1', async (flow) => {
        const slow = async () => {
          await flow.step('slow', () => pause(100).then(() => void did.push('slow')));
          await flow.step('after slow', () => void did.push('after slow'));
        };
        await Promise.race([slow(), flow.step('quick', () => void did.push('quick'))]);
        return null;
      });
      expect(await engram.workflows.run(race, {})).toMatchObject({ status: 'done' });
      await pause(300);
      expect(did).not.toContain('after slow');
    });

    it('are recorded when another fails meanwhile, so that a retry does not do them again', async () => {
      const engram = await openNew();
      let isBroken = true;
      let times = 0;
      const both = defineWorkflow('both', '1', async (flow) => {
        await Promise.all([
          flow.step('bad', () => {
            if (isBroken) throw new Error('broken');
          }),
          flow.step('slow', () =>
            pause(100).then(() => {
              times += 1;
            }),
          ),
        ]);
        return null;
      });
      expect(await engram.workflows.run(both, {}, { id: 'b' })).toMatchObject({ status: 'failed' });
      isBroken = false;
      await engram.workflows.retry('b');
      expect(await engram.workflows.result('b')).toMatchObject({ status: 'done' });
      expect(times).toBe(1);
    });
  });

  describe('DUR-3: stopping', () => {
    it('what was to be paused and is then cancelled is cancelled, also when a step hangs', async () => {
      const engram = await openNew();
      let isGoing = false;
      await startHere(engram, (flow) =>
        flow.step('hang', () => {
          isGoing = true;
          return new Promise<null>(() => {});
        }),
      );
      await expect.poll(() => isGoing).toBe(true);
      await engram.workflows.pause('w');
      expect(await engram.workflows.cancel('w')).toMatchObject({ status: 'cancelled' });
    }, 15_000);
  });

  describe('DUR-2: a worker', () => {
    it('goes on with its own version, however many of another are queued before', async () => {
      const engram = await openNew();
      for (let count = 0; count < 31; count += 1) await engram.workflows.start({ name: 'w', version: '1' });
      const next = defineWorkflow('w', '2', async (flow) => flow.step('only', () => 'begun'));
      expect(await engram.workflows.run(next, {})).toMatchObject({ output: 'begun' });
    });

    it('lets go of a wait beside a step that takes longer than a minute', async () => {
      let ahead = 0;
      const engram = await openNew({
        clock: { now: () => Date.now() + ahead, elapsed: () => performance.now() },
      });
      let finish = (): void => {};
      const long = new Promise<void>((resolve) => {
        finish = resolve;
      });
      await startHere(engram, async (flow) => {
        await Promise.all([flow.waitFor('go'), flow.step('long', () => long)]);
        return 'both';
      });
      await expect.poll(() => standing(engram, 'w')).toBe('running');
      await pause(300);
      ahead = 61_000;
      await pause(300);
      finish();
      await expect.poll(() => standing(engram, 'w')).toBe('waiting');
      await engram.workflows.signal({ id: 'w', topic: 'go' });
      expect(await engram.workflows.result('w')).toMatchObject({ output: 'both' });
    });

    it('outlives a step that fails before anybody waits for it', async () => {
      const engram = await openNew();
      const work = defineWorkflow('work', '1', async (flow) => {
        const early = flow.step('early', (): null => {
          throw new Error('nobody is here yet');
        });
        await flow.step('slow', () => pause(50).then(() => null));
        return early;
      });
      expect(await engram.workflows.run(work, {})).toMatchObject({
        status: 'failed',
        error: { step: 'early' },
      });
    });
  });

  describe('DUR-2: two workers of one process', () => {
    it('leave each other what is just being let go of', async () => {
      const place = engine.newPlace();
      // Where DBOS is in use, the second worker of the process is the embedded one.
      const either = { ...place, workflows: { pollMs: 10, engine: 'auto' } } as const;
      const engines = [await openNew(either), await openNew(either)] as const;
      for (const engram of engines) await engram.workflows.work();
      const [one, other] = engines;
      let isBroken = true;
      const define = () =>
        defineWorkflow('w', '1', async (flow) =>
          flow.step('only', () => {
            if (isBroken) throw new Error('broken');
            return 1;
          }),
        );
      for (const engram of engines) await engram.workflows.register(define());
      const ids = Array.from({ length: 10 }, (_, index) => `w${index}`);
      for (const id of ids) await one.workflows.start({ name: 'w', id });
      for (const id of ids) expect(await other.workflows.result(id)).toMatchObject({ status: 'failed' });
      isBroken = false;
      for (const id of ids) await one.workflows.retry(id);
      for (const id of ids) expect(await other.workflows.result(id)).toMatchObject({ status: 'done' });
    });
  });
});
