import { expect, it, onTestFinished } from 'vitest';
import { bundle, removeBundle } from './child-process.ts';
import { killWorkflowWorkers } from './killed-workflows.ts';

it('DUR-2: workflows whose workers are killed all come to their end; no step that was recorded runs again', async () => {
  const program = await bundle(new URL('./workflow-worker.ts', import.meta.url).pathname);
  onTestFinished(() => removeBundle(program));
  const found = await killWorkflowWorkers({ kills: 6, seed: 7, program });
  expect(found).toMatchObject({ kills: 6, lost: 0, repeated: 0, effectsRepeatedWithKey: 0 });
  expect(found.workflows).toBeGreaterThan(6);
}, 240_000);
