import type { AnyWorkflow, StepContext } from '../../src/ports/workflow-definition.ts';
import { defineWorkflow } from '../../src/workflows/define-workflow.ts';

/** Workflows of several shapes whose every step has one effect outside. */
export function crashWorkflows(effect: (idempotencyKey: string) => Promise<void>): readonly AnyWorkflow[] {
  const doing = async ({ idempotencyKey }: StepContext) => {
    await effect(idempotencyKey);
    return { did: idempotencyKey, filling: 'x'.repeat(500) };
  };
  const sequential = defineWorkflow('sequential', '1', async (flow, { steps }: { steps: number }) => {
    for (let number = 1; number <= steps; number += 1) await flow.step(`step ${number}`, doing);
    return steps;
  });
  const task = (...needs: string[]) => ({ needs, run: (_: unknown, step: StepContext) => doing(step) });
  const parallel = defineWorkflow('parallel', '1', async (flow) => {
    const done = await flow.dag('work', {
      a: task(),
      b: task(),
      c: task('a'),
      d: task('a', 'b'),
      e: task('c', 'd'),
      f: task('b'),
    });
    return Object.keys(done).length;
  });
  const nested = defineWorkflow('nested', '1', async (flow) => {
    await flow.step('before', doing);
    const children = [1, 2].map((number) => flow.child(`child ${number}`, sequential, { steps: 2 }));
    const [one, two] = await Promise.all([...children, flow.step('beside', doing)]);
    await flow.step('after', doing);
    return { one: one ?? null, two: two ?? null };
  });
  return [sequential, parallel, nested];
}
