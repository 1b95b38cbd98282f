import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, removeBundle, start } from '../crash/child-process.ts';
import { oddServer, processList } from './odd-servers.ts';

let program: string;
beforeAll(async () => {
  program = await bundle(`${import.meta.dirname}/open-and-wait.ts`);
});
afterAll(() => removeBundle(program));

/** A process with a server open, and its list of servers. */
async function opened(behaviour: string, then = 'wait') {
  const processes = processList();
  const { child, ended } = start(program, [oddServer, behaviour, processes.path, then]);
  await once(child.stdout ?? child, 'data');
  expect(processes.started()).toBe(1);
  return { child, ended, processes };
}

describe('servers end with the process that started them (TPL-12)', () => {
  it.each(['odd', 'stubborn'])(
    'when it is interrupted, which ends it as it would without servers: %s',
    async (behaviour) => {
      const { child, ended, processes } = await opened(behaviour);
      expect(processes.running()).toBe(1);
      child.kill('SIGINT');
      expect(await ended).toMatchObject({ signal: 'SIGINT' });
      await expect.poll(processes.running, { timeout: 10_000 }).toBe(0);
    },
  );

  it('when it is interrupted and has ideas of its own about that', async () => {
    const { child, ended, processes } = await opened('odd', 'listen');
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ exitCode: 7 });
    await expect.poll(processes.running, { timeout: 10_000 }).toBe(0);
  });

  it('when it leaves without closing them', async () => {
    const { ended, processes } = await opened('odd', 'exit');
    expect(await ended).toMatchObject({ exitCode: 5 });
    await expect.poll(processes.running, { timeout: 10_000 }).toBe(0);
  });
});
