// kill -9 of workers of a fleet: workflows on DBOS over PostgreSQL, a DAG as often as not
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCluster, findPrograms } from '../../scripts/postgres.mjs';
import { bundle, removeBundle } from '../crash/child-process.ts';
import { aKilledSchema } from '../crash/killed-places.ts';
import { killWorkflowWorkers } from '../crash/killed-workflows.ts';
import { campaign, firstSeed } from './campaign.ts';

campaign(
  async (tell) => {
    const program = await bundle(new URL('../crash/workflow-worker.ts', import.meta.url).pathname);
    const cluster = await createCluster(mkdtempSync(join(tmpdir(), 'engram-fleet-server-')));
    onTestFinished(async () => {
      removeBundle(program);
      await cluster.stop();
    });
    const seed = firstSeed();
    const place = aKilledSchema(cluster.url);
    const shapes = ['parallel', 'sequential', 'parallel', 'nested'] as const;
    const found = await killWorkflowWorkers({ kills: 150, seed, program, place, shapes, tell });
    const { kills, workflows, recovered, lost, repeated, effectsRepeated, detectMs } = found;
    if (lost + repeated > 0) throw new Error(`${lost} lost, ${repeated} repeated (seed ${seed}).`);
    return `${kills} kills, ${workflows} workflows, ${recovered} recovered, ${effectsRepeated} effects between effect and checkpoint, next step after ${detectMs.median} ms (seed ${seed})`;
  },
  findPrograms() === undefined ? 'PostgreSQL is not installed' : undefined,
);
