import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngram } from '../../src/index.ts';
import { aNewSchema, requireServer } from '../store/postgres-server.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';
import { aKilledSchema } from './killed-places.ts';
import { killWorkflowWorkers } from './killed-workflows.ts';

async function aWorkerProgram(): Promise<string> {
  const program = await bundle(join(import.meta.dirname, 'workflow-worker.ts'));
  onTestFinished(() => removeBundle(program));
  return program;
}

describe('DUR-4: a worker of a fleet', () => {
  it('that is frozen past its lease is taken for dead by the clock of the server; once woken it writes nothing', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const effects = join(temporaryFolder(), 'effects');
    writeFileSync(effects, '');
    const program = await aWorkerProgram();
    const engram = await openEngram({ db: url });
    onTestFinished(() => engram.close());
    await engram.workflows.start({ name: 'sequential', version: '1', input: { steps: 60 }, id: 'w' });
    const isHeldBy = async (pid: number | undefined) =>
      (await engram.workflows.show('w')).holder?.includes(`/${pid}/`) ?? false;
    const frozen = start(program, [url, effects, 'dbos']);
    const lines = () => readFileSync(effects, 'utf8').split('\n').length - 1;
    await expect.poll(lines).toBeGreaterThan(3);
    frozen.child.kill('SIGSTOP');
    const other = start(program, [url, effects, 'dbos']);
    await expect.poll(() => isHeldBy(other.child.pid)).toBe(true);
    // DBOS delivered it again: it was not found by its silence, which takes longer.
    const attempts = await administrator.ask(
      `SELECT recovery_attempts::int AS attempts FROM ${schema}_dbos.workflow_status WHERE workflow_uuid LIKE 'engram:%:0'`,
    );
    expect(attempts).toEqual([{ attempts: 2 }]);
    frozen.child.kill('SIGCONT');
    await expect.poll(async () => (await engram.workflows.show('w')).status).toBe('done');
    expect((await engram.workflows.show('w')).steps).toHaveLength(60);
    // The step it was frozen in was done again; none that was recorded.
    expect(lines()).toBeLessThanOrEqual(62);
    for (const { child, ended } of [frozen, other]) {
      child.kill('SIGKILL');
      const { output, errors } = await ended;
      expect(`${output}${errors}`).toBe('ready\n');
    }
  }, 120_000);

  it('that is killed loses nothing: its workflows all come to their end; no step that was recorded runs again', async (context) => {
    const place = aKilledSchema(requireServer(context));
    const program = await aWorkerProgram();
    const found = await killWorkflowWorkers({ kills: 4, seed: 7, program, place });
    expect(found).toMatchObject({ kills: 4, lost: 0, repeated: 0, effectsRepeatedWithKey: 0 });
    expect(found.workflows).toBeGreaterThan(4);
  }, 240_000);
});
