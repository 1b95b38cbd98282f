import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defineWorkflow, type EngramOptions, openEngram } from '../../src/index.ts';
import { aSmallDisk, fillDisk } from '../store/small-disk.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';

const quick = { pollMs: 10, leaseMs: 2_000 };

async function openAt(path: string, options: EngramOptions = {}) {
  const engram = await openEngram({ db: `file:${path}`, workflows: quick, ...options });
  onTestFinished(() => engram.close());
  return engram;
}

const newPath = () => join(temporaryFolder(), 'memory.db');

describe('DUR-2: a workflow', () => {
  it('whose worker is frozen past its lease is taken over; the woken worker writes nothing', async () => {
    const path = newPath();
    const effects = join(temporaryFolder(), 'effects');
    writeFileSync(effects, '');
    const program = await bundle(join(import.meta.dirname, 'workflow-worker.ts'));
    onTestFinished(() => removeBundle(program));
    const engram = await openAt(path);
    await engram.workflows.start({ name: 'sequential', version: '1', input: { steps: 40 }, id: 'w' });
    const { child } = start(program, [`file:${path}`, effects]);
    const lines = () => readFileSync(effects, 'utf8').split('\n').length - 1;
    await expect.poll(lines, { timeout: 20_000 }).toBeGreaterThan(3);
    child.kill('SIGSTOP');
    const other = start(program, [`file:${path}`, effects]);
    await expect
      .poll(async () => (await engram.workflows.show('w')).holder?.includes(`/${other.child.pid}/`), {
        timeout: 40_000,
      })
      .toBe(true);
    child.kill('SIGCONT');
    await expect
      .poll(async () => (await engram.workflows.show('w')).status, { timeout: 40_000 })
      .toBe('done');
    const { steps } = await engram.workflows.show('w');
    expect(steps).toHaveLength(40);
    // The step it was frozen in was done again; none that was recorded.
    expect(lines()).toBeLessThanOrEqual(42);
  }, 120_000);

  it('whose step kills its worker each time has failed after some deaths, and says so', async () => {
    const path = newPath();
    const engram = await openAt(path, { workflows: { ...quick, maxRecoveries: 2 } });
    const poison = defineWorkflow('poison', '1', async (flow) => flow.step('never', () => 'not here'));
    const { id } = await engram.workflows.start({ name: 'poison', version: '1' });
    // As three workers would leave it that died of it.
    const database = new DatabaseSync(path);
    database
      .prepare(
        "UPDATE workflows SET status = 'running', holder = 'nowhere/1/job', recoveries = 2, standing_checksum = '' WHERE id = ?",
      )
      .run(id);
    database.close();
    await engram.workflows.register(poison);
    await engram.workflows.work();
    expect(await engram.workflows.result(id)).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('3 times from workers that died') },
    });
  }, 30_000);

  it('whose kept state was damaged is refused with a typed error, and the others go on', async () => {
    const path = newPath();
    const engram = await openAt(path);
    const work = defineWorkflow('work', '1', async (flow) => {
      const before = await flow.step('first', () => ({ sum: 1 }));
      await flow.waitFor('go');
      return flow.step('second', () => before.sum + 1);
    });
    await engram.workflows.register(work);
    await engram.workflows.work();
    await engram.workflows.start({ name: 'work', id: 'damaged' });
    await expect.poll(async () => (await engram.workflows.show('damaged')).status).toBe('waiting');
    const database = new DatabaseSync(path);
    database.exec(
      `UPDATE checkpoints SET body = replace(body, '{"sum":1}', '{"sum":9}') WHERE checkpoint_key = 'first'`,
    );
    database.close();
    await expect(engram.workflows.show('damaged')).rejects.toMatchObject({ code: 'store_corrupt' });
    await engram.workflows.signal({ id: 'damaged', topic: 'go' });
    await engram.workflows.start({ name: 'work', id: 'sound' });
    await engram.workflows.signal({ id: 'sound', topic: 'go' });
    expect(await engram.workflows.result('sound')).toMatchObject({ status: 'done', output: 2 });
    expect(
      (await engram.workflows.list({})).items.find(({ requestKey }) => requestKey === 'damaged')?.status,
    ).not.toBe('done');
  }, 60_000);

  it('whose own row was damaged is told to who asks for it, and does not keep the others from going on', async () => {
    const path = newPath();
    const engram = await openAt(path);
    const { id } = await engram.workflows.start({ name: 'work', version: '1', input: { sum: 1 } });
    const database = new DatabaseSync(path);
    database.exec(`UPDATE workflows SET input = '{"sum":9}'`);
    database.close();
    await expect(engram.workflows.show(id)).rejects.toMatchObject({ code: 'store_corrupt' });
    const work = defineWorkflow('work', '1', async (flow) => flow.step('only', () => 'sound'));
    expect(await engram.workflows.run(work, {})).toMatchObject({ status: 'done', output: 'sound' });
  });

  it('goes on whether the clock is set back an hour or forward a year while it is at work', async () => {
    let offset = 0;
    const clock = { now: () => Date.now() + offset, elapsed: () => performance.now() };
    const engram = await openAt(newPath(), { clock });
    const work = defineWorkflow('work', '1', async (flow) => {
      await flow.step('first', () => {
        offset = -3_600_000;
      });
      await flow.step('second', () => {
        offset = 365 * 86_400_000;
      });
      return flow.step('third', () => 'on time');
    });
    expect(await engram.workflows.run(work, {})).toMatchObject({ status: 'done', output: 'on time' });
  });

  it('that two processes start at once under one id is one workflow', async () => {
    const path = newPath();
    const engines = await Promise.all([openAt(path), openAt(path), openAt(path)]);
    let times = 0;
    const define = () =>
      defineWorkflow('work', '1', async (flow) =>
        flow.step('only', () => {
          times += 1;
          return times;
        }),
      );
    const ended = await Promise.all(
      engines.map((engram) => engram.workflows.run(define(), {}, { id: 'same' })),
    );
    expect(new Set(ended.map(({ id }) => id)).size).toBe(1);
    expect(ended.every(({ status }) => status === 'done')).toBe(true);
    expect(times).toBe(1);
  });

  it('outlives a disk that is full in the middle of a checkpoint: the step is not done again', async (context) => {
    const disk = aSmallDisk(context, 6);
    const engram = await openAt(join(disk, 'memory.db'));
    let times = 0;
    let makeRoom = (): void => {};
    const work = defineWorkflow('work', '1', async (flow) => {
      await flow.step('fill', () => {
        times += 1;
        makeRoom = fillDisk(disk);
        return 'x'.repeat(200_000);
      });
      return flow.step('after', () => 'room again');
    });
    const running = engram.workflows.run(work, {});
    await expect.poll(() => times).toBe(1);
    setTimeout(() => makeRoom(), 1_500);
    expect(await running).toMatchObject({ status: 'done', output: 'room again' });
    expect(times).toBe(1);
  }, 60_000);
});

describe('DUR-2: many workflows', () => {
  it('10,000 that are queued are found by an index, and none is begun before its turn', async () => {
    const engram = await openAt(newPath(), { workflows: { ...quick, durability: 'normal' } });
    const context = engram.contextFor();
    const { prepareWorkflow } = await import('../../src/workflows/start-workflow.ts');
    const asked = { scope: context.viewer, name: 'work', version: '1', input: {}, requestKey: null };
    for (let piece = 0; piece < 20; piece += 1) {
      const prepared = await Promise.all(Array.from({ length: 500 }, () => prepareWorkflow(context, asked)));
      await context.store.commit(prepared.flatMap(({ commands }) => commands));
    }
    const work = defineWorkflow('work', '1', async (flow) => flow.step('only', () => 1));
    expect(await engram.workflows.run(work, {}, { id: 'last' }).then(({ status }) => status)).toBe('done');
    const left = await context.store.dueWorkflows(context.viewer, [work], Date.now(), 20_000);
    expect(left).toEqual([]);
  }, 240_000);
});
