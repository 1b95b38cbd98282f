// kill -9 of workers that go on with workflows: sequential, parallel, nested, on one to four workers
import { onTestFinished } from 'vitest';
import { bundle, removeBundle } from '../crash/child-process.ts';
import { killWorkflowWorkers } from '../crash/killed-workflows.ts';
import { campaign } from './campaign.ts';

campaign(async (tell) => {
  const program = await bundle(new URL('../crash/workflow-worker.ts', import.meta.url).pathname);
  onTestFinished(() => removeBundle(program));
  const seed = Number(process.env['ENGRAM_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const found = await killWorkflowWorkers({ kills: 500, seed, program, tell });
  const { kills, workflows, recovered, lost, repeated, effectsRepeated, detectMs } = found;
  if (lost + repeated > 0) throw new Error(`${lost} lost, ${repeated} repeated (seed ${seed}).`);
  return `${kills} kills, ${workflows} workflows, ${recovered} recovered, ${effectsRepeated} effects between effect and checkpoint, next step after ${detectMs.median} ms (seed ${seed})`;
});
