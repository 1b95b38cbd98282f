import { describe, expect, it, onTestFinished } from 'vitest';
import { defineWorkflow, openEngram } from '../../src/index.ts';
import { type Place, workflowEngines } from './workflow-engines.ts';

describe.each(workflowEngines())('DUR-4: $name', (engine) => {
  engine.prepare();
  const workflows = { pollMs: 10, engine: engine.engine };

  /** Engram at a place, as a process of its own would open it. */
  async function openAt(place: Place) {
    const engram = await openEngram({ ...place, workflows });
    onTestFinished(() => engram.close());
    return engram;
  }

  describe('DUR-1: a workflow of steps', () => {
    it('is done step by step, each once, and answers what the last one did', async () => {
      const engram = await openAt(engine.newPlace());
      const did: string[] = [];
      const release = defineWorkflow('release', '1', async (flow, { tag }: { tag: string }) => {
        const built = await flow.step('build', () => {
          did.push('build');
          return { file: `${tag}.tgz` };
        });
        return flow.step('publish', ({ idempotencyKey, attempt }) => {
          did.push('publish');
          return { ...built, idempotencyKey, attempt };
        });
      });
      const first = await engram.workflows.run(release, { tag: 'v2' }, { id: 'release-v2' });
      expect(first).toMatchObject({
        status: 'done',
        output: { file: 'v2.tgz', idempotencyKey: `${first.id}/publish`, attempt: 1 },
      });
      const again = await engram.workflows.run(release, { tag: 'v2' }, { id: 'release-v2' });
      expect(again).toEqual(first);
      expect(did).toEqual(['build', 'publish']);
    });

    it('may be a list of steps over a state', async () => {
      const engram = await openAt(engine.newPlace());
      const count = defineWorkflow<{ sum: number }>('count', '1', [
        { name: 'one', run: ({ sum }) => ({ sum: sum + 1 }) },
        { name: 'two', run: async ({ sum }) => ({ sum: sum + 2 }) },
      ]);
      expect(await engram.workflows.run(count, { sum: 4 })).toMatchObject({
        status: 'done',
        output: { sum: 7 },
      });
    });

    it('is recorded as a run, a step of it with each step, so that it can be learned from', async () => {
      const engram = await openAt(engine.newPlace());
      const work = defineWorkflow('work', '1', async (flow) => flow.step('only', () => 'done'));
      const { runId } = await engram.workflows.run(work, {});
      const run = await engram.runs.show(runId);
      expect(run).toMatchObject({ outcome: 'success', task: { category: 'work' } });
      expect(run.steps).toMatchObject([{ tool: 'only', result: 'done', success: true }]);
    });

    it('that fails says why and where, and can be tried again: what is done stays done', async () => {
      const engram = await openAt(engine.newPlace());
      const did: string[] = [];
      let isBroken = true;
      const work = defineWorkflow('work', '1', async (flow) => {
        await flow.step('first', () => void did.push('first'));
        return flow.step('second', () => {
          did.push('second');
          if (isBroken) throw new Error('the disk hiccupped');
          return 'mended';
        });
      });
      const failed = await engram.workflows.run(work, {}, { id: 'w' });
      expect(failed).toMatchObject({
        status: 'failed',
        error: { message: 'the disk hiccupped', step: 'second' },
      });
      expect(await engram.runs.show(failed.runId)).toMatchObject({ outcome: 'failure' });
      isBroken = false;
      await engram.workflows.retry('w');
      const mended = await engram.workflows.result('w');
      expect(mended).toMatchObject({ status: 'done', output: 'mended', error: null });
      expect(mended.runId).not.toBe(failed.runId);
      expect(did).toEqual(['first', 'second', 'second']);
    });

    it('goes on in another process, which does no step again', async () => {
      const place = engine.newPlace();
      const did: string[] = [];
      const define = (isHere: boolean) =>
        defineWorkflow('work', '1', async (flow) => {
          await flow.step('first', () => void did.push('first'));
          await flow.waitFor('go');
          return flow.step('second', () => {
            did.push(isHere ? 'second here' : 'second elsewhere');
            return 2;
          });
        });
      const one = await openEngram({ ...place, workflows });
      await one.workflows.register(define(true));
      await one.workflows.work();
      await one.workflows.start({ name: 'work', id: 'w' });
      await expect.poll(async () => (await one.workflows.show('w')).status).toBe('waiting');
      await one.close();
      const other = await openAt(place);
      await other.workflows.register(define(false));
      await other.workflows.work();
      await other.workflows.signal({ id: 'w', topic: 'go' });
      expect(await other.workflows.result('w')).toMatchObject({ status: 'done', output: 2 });
      expect(did).toEqual(['first', 'second elsewhere']);
    });

    it('refuses a key that is used twice, and another input under the same id', async () => {
      const engram = await openAt(engine.newPlace());
      const twice = defineWorkflow('twice', '1', async (flow) => {
        await flow.step('same', () => 1);
        return flow.step('same', () => 2);
      });
      expect(await engram.workflows.run(twice, {}, { id: 't' })).toMatchObject({
        status: 'failed',
        error: { message: expect.stringContaining('"same" is used twice') },
      });
      await expect(engram.workflows.run(twice, { other: 1 }, { id: 't' })).rejects.toMatchObject({
        code: 'conflict',
      });
    });
  });

  describe('DUR-1: tasks side by side', () => {
    it('begin when those they need are done, and are given their results', async () => {
      const engram = await openAt(engine.newPlace());
      const order: string[] = [];
      const noting =
        (name: string, wait = 0) =>
        async () => {
          await new Promise((resume) => setTimeout(resume, wait));
          order.push(name);
          return name;
        };
      const checks = defineWorkflow('checks', '1', async (flow) =>
        flow.dag('all', {
          test: { needs: ['build'], run: noting('test') },
          build: { run: noting('build', 30) },
          lint: { run: noting('lint') },
          ship: { needs: ['test', 'lint'], run: (results) => ({ ...results }) },
        }),
      );
      const { output } = await engram.workflows.run(checks, {});
      expect(output).toMatchObject({ ship: { test: 'test', lint: 'lint' } });
      expect(order).toEqual(['lint', 'build', 'test']);
    });

    it('that wait for each other, or for nobody, are refused by name', async () => {
      const engram = await openAt(engine.newPlace());
      const none = () => null;
      const cycle = defineWorkflow('cycle', '1', async (flow) =>
        flow.dag('all', { a: { needs: ['b'], run: none }, b: { needs: ['a'], run: none } }),
      );
      const missing = defineWorkflow('missing', '1', async (flow) =>
        flow.dag('all', { a: { needs: ['x'], run: none } }),
      );
      expect(await engram.workflows.run(cycle, {})).toMatchObject({
        error: { message: 'Tasks in "all" wait for each other: a → b → a.' },
      });
      expect(await engram.workflows.run(missing, {})).toMatchObject({
        error: { message: '"a" in "all" needs "x", which is not there.' },
      });
    });
  });

  describe('DUR-3: a workflow', () => {
    it('tries a step again as often as it says, after a while', async () => {
      const engram = await openAt(engine.newPlace());
      let tries = 0;
      const flaky = defineWorkflow('flaky', '1', async (flow) =>
        flow.step(
          'call',
          ({ attempt }) => {
            tries += 1;
            if (attempt < 3) throw new Error('busy');
            return attempt;
          },
          { retry: { attempts: 3, delayMs: 5 } },
        ),
      );
      expect(await engram.workflows.run(flaky, {})).toMatchObject({ status: 'done', output: 3 });
      expect(tries).toBe(3);
    });

    it('gives up a step that takes too long, and tells it so', async () => {
      const engram = await openAt(engine.newPlace());
      let heard: unknown;
      const slow = defineWorkflow('slow', '1', async (flow) =>
        flow.step(
          'hang',
          ({ signal }) =>
            new Promise<null>(() => {
              signal.addEventListener('abort', () => {
                heard = signal.reason;
              });
            }),
          { timeoutMs: 20 },
        ),
      );
      expect(await engram.workflows.run(slow, {})).toMatchObject({
        status: 'failed',
        error: { code: 'timeout' },
      });
      expect(heard).toMatchObject({ code: 'timeout' });
    });

    it('sleeps, and waits for a signal or until its time is over', async () => {
      const engram = await openAt(engine.newPlace());
      const wait = defineWorkflow('wait', '1', async (flow) => {
        await flow.sleep('a moment', 5);
        const told = await flow.waitFor('news', { timeoutMs: 60_000 });
        const nothing = await flow.waitFor('never', { timeoutMs: 5 });
        return { told, nothing };
      });
      await engram.workflows.register(wait);
      await engram.workflows.work();
      await engram.workflows.start({ name: 'wait', id: 'w' });
      await engram.workflows.signal({ id: 'w', topic: 'news', payload: 'first', key: 'k' });
      await engram.workflows.signal({ id: 'w', topic: 'news', payload: 'again', key: 'k' });
      expect(await engram.workflows.result('w')).toMatchObject({ output: { told: 'first', nothing: null } });
    });

    it('starts others and waits for them; when one fails it hears why', async () => {
      const engram = await openAt(engine.newPlace());
      const child = defineWorkflow('child', '1', async (flow, { n }: { n: number }) =>
        flow.step('double', () => {
          if (n < 0) throw new Error('below zero');
          return 2 * n;
        }),
      );
      const parent = defineWorkflow('parent', '1', async (flow) => {
        const [one, two] = await Promise.all([
          flow.child('one', child, { n: 1 }),
          flow.child('two', child, { n: 2 }),
        ]);
        const why = await flow.child('bad', child, { n: -1 }).catch((error: Error) => error.message);
        return { one, two, why };
      });
      await engram.workflows.register(child);
      expect(await engram.workflows.run(parent, {})).toMatchObject({
        output: { one: 2, two: 4, why: 'below zero' },
      });
    });

    it('is paused after the step it is at, and goes on when it is resumed', async () => {
      const engram = await openAt(engine.newPlace());
      const did: string[] = [];
      let go = (): void => {};
      const going = new Promise<void>((resolve) => {
        go = resolve;
      });
      const work = defineWorkflow('work', '1', async (flow) => {
        await flow.step('long', async () => {
          did.push('long');
          await going;
        });
        return flow.step('next', () => void did.push('next'));
      });
      await engram.workflows.register(work);
      await engram.workflows.work();
      await engram.workflows.start({ name: 'work', id: 'w' });
      await expect.poll(() => did).toEqual(['long']);
      const pausing = engram.workflows.pause('w');
      setTimeout(go, 50);
      await pausing;
      expect(await engram.workflows.result('w')).toMatchObject({ status: 'paused' });
      expect(did).toEqual(['long']);
      await engram.workflows.resume('w');
      expect(await engram.workflows.result('w')).toMatchObject({ status: 'done' });
      expect(did).toEqual(['long', 'next']);
    });

    it('is cancelled at once, its step is told, and its children are cancelled with it', async () => {
      const engram = await openAt(engine.newPlace());
      let heard = false;
      const child = defineWorkflow('child', '1', async (flow) =>
        flow.step(
          'hang',
          ({ signal }) =>
            new Promise<null>((_, reject) => {
              signal.addEventListener('abort', () => {
                heard = true;
                reject(signal.reason);
              });
            }),
        ),
      );
      const parent = defineWorkflow('parent', '1', async (flow) => flow.child('c', child, {}));
      await engram.workflows.register(child, parent);
      await engram.workflows.work();
      await engram.workflows.start({ name: 'parent', id: 'p' });
      await expect
        .poll(async () => (await engram.workflows.list({ name: 'child' })).items[0]?.status)
        .toBe('running');
      expect(await engram.workflows.cancel('p')).toMatchObject({ status: 'cancelled' });
      await expect
        .poll(async () => (await engram.workflows.list({ name: 'child' })).items[0]?.status)
        .toBe('cancelled');
      expect(heard).toBe(true);
      await expect(engram.workflows.resume('p')).rejects.toMatchObject({ code: 'conflict' });
    });

    it('is forked from a step: what came before it is not done again', async () => {
      const engram = await openAt(engine.newPlace());
      const did: string[] = [];
      const work = defineWorkflow('work', '1', async (flow) => {
        for (const key of ['a', 'b', 'c']) await flow.step(key, () => void did.push(key));
        return did.length;
      });
      await engram.workflows.run(work, {}, { id: 'w' });
      await engram.workflows.fork({ id: 'w', step: 'b', as: 'copy' });
      expect(await engram.workflows.result('copy')).toMatchObject({ status: 'done' });
      expect(did).toEqual(['a', 'b', 'c', 'b', 'c']);
      await expect(engram.workflows.fork({ id: 'w', step: 'x' })).rejects.toThrow('It has a, b, c.');
    });

    it('of another version is left to who has that version', async () => {
      const place = engine.newPlace();
      const [old, next] = ['1', '2'].map((version) =>
        defineWorkflow('work', version, async (flow) => flow.step('only', () => version)),
      );
      if (old === undefined || next === undefined) throw new Error('Two were made.');
      const engram = await openAt(place);
      await engram.workflows.register(next);
      await engram.workflows.work();
      await engram.workflows.start({ name: 'work', version: '1', id: 'old' });
      expect(await engram.workflows.run(next, {}, { id: 'new' })).toMatchObject({ output: '2' });
      expect(await engram.workflows.show('old')).toMatchObject({ status: 'queued' });
      await engram.workflows.register(old);
      expect(await engram.workflows.result('old')).toMatchObject({ output: '1' });
    });
  });

  describe('DUR-1 CAP-5: a secret in a workflow', () => {
    const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

    it('is never written; who needs it after a restart stops and asks', async () => {
      const place = engine.newPlace();
      const define = (seen: string[]) =>
        defineWorkflow('secret', '1', async (flow) => {
          const key = await flow.step('log in', () => ({ token }));
          await flow.waitFor('go');
          return flow.step('use', () => {
            seen.push(key.token);
            return 'used';
          });
        });
      const one = await openEngram({ ...place, workflows });
      await one.workflows.register(define([]));
      await one.workflows.work();
      await one.workflows.start({ name: 'secret', id: 's' });
      await expect.poll(async () => (await one.workflows.show('s')).status).toBe('waiting');
      await one.close();
      const other = await openAt(place);
      const seen: string[] = [];
      await other.workflows.register(define(seen));
      await other.workflows.work();
      await other.workflows.signal({ id: 's', topic: 'go' });
      expect(await other.workflows.result('s')).toMatchObject({
        status: 'needs_input',
        error: { step: 'log in', message: expect.stringContaining('held a secret') },
      });
      expect(seen).toEqual([]);
      expect(await other.workflows.resumeWith('s', { steps: { 'log in': { token } } })).toMatchObject({
        status: 'done',
      });
      expect(seen).toEqual([token]);
    });
  });
});
