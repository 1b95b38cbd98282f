import { describe, expect, it } from 'vitest';
import { type Circumstances, type World, worldForTest } from './world.ts';

const never = new Promise<void>(() => {});

const workflows = `
  const step = (name, run) => ({ name, run });
  export const release = {
    name: 'release',
    version: '1',
    async run(flow, { tag }) {
      const built = await flow.step('build', () => ({ file: tag + '.tgz' }));
      await flow.waitFor('approved', { timeoutMs: 20 });
      return flow.step('publish', () => built.file + ' is out');
    },
  };
  export const broken = {
    name: 'broken',
    version: '1',
    run: (flow) => flow.step('only', () => { throw new Error('no network'); }),
  };`;

function run(world: World, words: readonly string[], circumstances: Circumstances = {}) {
  world.file('workflows.mjs', workflows);
  return world.run(['workflow', ...words], { stop: never, ...circumstances });
}

describe('engram workflow (DUR-1, DUR-3)', () => {
  it('is done here when a module is named, and shows how it ended', async () => {
    const world = worldForTest();
    const started = [
      'start',
      'release',
      '--module',
      'workflows.mjs',
      '--with',
      '{"tag":"v2"}',
      '--id',
      'release-v2',
    ];
    const { code, out } = await run(world, started);
    expect(code).toBe(0);
    expect(out).toMatch(/^status +done$/m);
    expect(out).toMatch(/^output +v2\.tgz is out$/m);
    const shown = await run(world, ['show', 'release-v2']);
    expect(shown.out).toMatch(/^build +done +1 .*\{"file":"v2\.tgz"\}$/m);
    expect((await run(world, ['list'])).out).toMatch(/^release-v2 +release 1 +done/m);
  });

  it('that fails ends with 1, says why, and what to do next', async () => {
    const world = worldForTest();
    const { code, out } = await run(world, ['start', 'broken', '--module', 'workflows.mjs', '--id', 'b']);
    expect(code).toBe(1);
    expect(out).toMatch(/^why +only: no network$/m);
    expect(out).toContain('engram workflow retry b --module FILE');
    expect((await run(world, ['retry', 'b', '--module', 'workflows.mjs'])).code).toBe(1);
  });

  it('is queued without a module, and says who goes on with it', async () => {
    const world = worldForTest();
    const { code, out } = await run(world, ['start', 'release', '--version', '1']);
    expect(code).toBe(0);
    expect(out).toContain('engram workflow work --module FILE');
    expect(await run(world, ['start', 'release'])).toMatchObject({ code: 2 });
  });

  it('is gone on with by "work" until that is stopped, and watched meanwhile', async () => {
    const world = worldForTest();
    await run(world, ['start', 'release', '--version', '1', '--with', '{"tag":"v3"}', '--id', 'r']);
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const working = run(world, ['work', '--module', 'workflows.mjs'], { stop: stopped });
    expect((await run(world, ['watch', 'r'])).out).toMatch(/^status +done$/m);
    stop();
    expect(await working).toMatchObject({ code: 0 });
  });

  it('says what is missing: a module without workflows, the name of a workflow, a module to work with', async () => {
    const world = worldForTest();
    world.file('empty.mjs', 'export const x = 1;');
    expect((await run(world, ['start', 'release', '--module', 'empty.mjs'])).err).toContain(
      'exports no workflow',
    );
    expect((await run(world, ['watch'])).err).toContain('engram workflow watch ID');
    expect((await run(world, ['work'])).err).toContain('--module');
    expect(await run(world, ['show', 'nobody'])).toMatchObject({ code: 3 });
  });
});
