import { describe, expect, it } from 'vitest';
import { type Circumstances, type World, worldForTest } from './world.ts';

const never = new Promise<void>(() => {});

const agents = `
  export const agents = {
    ada: ({ subTask }) => subTask.text + ': done',
    bob: ({ results }) => { if (!globalThis.isWell) throw new Error('no browser'); return results; },
  };`;

async function prepared(): Promise<World> {
  const world = worldForTest();
  world.file('agents.mjs', agents);
  await world.run(['agent', 'register', 'ada', '--specialisation', 'backend']);
  await world.run(['agent', 'register', 'bob', '--specialisation', 'testing']);
  return world;
}

const run = (world: World, words: readonly string[], circumstances: Circumstances = {}) =>
  world.run(words, { stop: never, ...circumstances });

describe('engram plan (COO-3, COO-4)', () => {
  it('creates a plan, shows it as a tree and as Mermaid, and says what to do next', async () => {
    const world = await prepared();
    const created = await run(world, [
      'plan',
      'create',
      '1. [backend] Build\n2. [testing] Test',
      '--name',
      'ship',
    ]);
    expect(created.out).toContain('ship · moderate · 2 sub-tasks in 2 groups · planned');
    expect(created.out).toMatch(/└─ ○ 1 Build \(\[backend\]\)\n {3}└─ ○ 2 Test \(\[testing\]\)/);
    expect(created.out).toContain('engram plan run ship --module ./agents.js');
    expect((await run(world, ['plan', 'show', 'ship', '--mermaid'])).out).toMatch(/^flowchart TD\n/);
    expect((await run(world, ['plan', 'list'])).out).toMatch(/^ship +planned +0\/2 +moderate/m);
  });

  it('runs it with the agents of a module, ends with 1 when a sub-task fails, and says which', async () => {
    const world = await prepared();
    await run(world, ['plan', 'create', '* [backend] Build\n* Test @bob', '--name', 'ship']);
    const failed = await run(world, ['plan', 'run', 'ship', '--module', 'agents.mjs', '--tries', '1']);
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/✓ 1 Build \(ada · \[backend\] · .+\) → Build: done/);
    expect(failed.out).toMatch(/✗ 2 Test \(bob · .+\) no browser/);
    expect((await run(world, ['plan', 'watch', 'ship'])).code).toBe(1);
    // MET-3: stats, the report and the report of agents tell of it.
    expect((await run(world, ['stats'])).out).toMatch(/^plans +0 of 1 done, 1 of 2 sub-tasks/m);
    expect((await run(world, ['report'])).out).toMatch(/^Completion of ended plans +50%/m);
    expect((await run(world, ['report', '--format', 'markdown'])).out).toContain('## Plans and workflows');
    expect((await run(world, ['agent', 'report'])).out).toMatch(/^bob +1 .* 0\/1 /m);
  });

  it('runs it with a command line, which reads the task and prints the result', async () => {
    const world = await prepared();
    await run(world, ['plan', 'create', 'Say $(hello) `twice`', '--name', 'say']);
    const command =
      "node -e \"process.stdin.resume(); let t = ''; process.stdin.on('data', (d) => { t += d; }).on('end', () => console.log(JSON.stringify({ heard: t.split('\\n')[2], agent: process.env.ENGRAM_AGENT })))\"";
    const done = await run(world, ['plan', 'run', 'say', '--command', command, '--json']);
    expect(JSON.parse(done.out)).toMatchObject({
      status: 'done',
      subTasks: [{ result: { heard: 'Say $(hello) `twice`', agent: expect.any(String) } }],
    });
    await run(world, ['plan', 'create', 'Leave', '--name', 'leave']);
    const left = await run(world, ['plan', 'run', 'leave', '--command', 'sleep 30 & echo hi', '--json']);
    expect(JSON.parse(left.out)).toMatchObject({ status: 'done', subTasks: [{ result: 'hi' }] });
    await run(world, ['plan', 'create', 'Fail', '--name', 'fail']);
    const failed = await run(world, [
      'plan',
      'run',
      'fail',
      '--command',
      'echo no >&2; exit 3',
      '--tries',
      '1',
    ]);
    expect(failed.out).toContain('The command ended with exit code 3: no');
  });

  it('says who could do the work when nobody is named', async () => {
    const world = await prepared();
    await run(world, ['plan', 'create', 'Anything', '--name', 'any']);
    const { code, err } = await run(world, ['plan', 'run', 'any']);
    expect(code).toBe(7);
    expect(err).toContain('--module ./agents.js');
    const both = await run(world, ['plan', 'run', 'any', '--module', 'agents.mjs', '--command', 'true']);
    expect(both).toMatchObject({ code: 2 });
    world.file('empty.mjs', 'export const nothing = 1;');
    expect((await run(world, ['plan', 'run', 'any', '--module', 'empty.mjs'])).err).toContain(
      'export default',
    );
  });

  it('matches an agent, with the parts of each score', async () => {
    const world = await prepared();
    const { out } = await run(world, ['agent', 'match', 'Fix the timeout', '--category', 'backend']);
    expect(out).toMatch(/^"ada" scores 0\.\d\d: its specialisation "backend" fits 100 %/);
    expect(out).toMatch(/^ada +0\.\d\d +1\.00 +0\.\d\d +0\.\d\d +0 +backend$/m);
  });

  it('does all open tasks, and lists those that are blocked (ADP-4)', async () => {
    const world = await prepared();
    expect((await run(world, ['task', 'run-pending', '--module', 'agents.mjs'])).out).toContain(
      'No open tasks.',
    );
    await run(world, ['task', 'create', 'a-1', 'Build', '--category', 'backend']);
    await run(world, ['task', 'create', 'a-2', 'Release', '--dependencies', 'gone']);
    const { code, out } = await run(world, ['task', 'run-pending', '--module', 'agents.mjs']);
    expect(code).toBe(0);
    expect(out).toMatch(/✓ a-1 Build/);
    expect(out).toContain('a-2: It depends on "gone", which is not known.');
    expect((await run(world, ['task', 'show', 'a-1'])).out).toMatch(/^status +done$/m);
  });
});
