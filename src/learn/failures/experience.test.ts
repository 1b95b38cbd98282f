import { expect, it } from 'vitest';
import type { Context } from '../../ports/context.ts';
import type { MetFailure } from '../../records/execution.ts';
import type { ToolStep } from '../../records/step.ts';
import { aStep } from '../../testing/index.ts';
import { experiencesOf } from './experience.ts';

const failed: MetFailure = {
  id: 'broke',
  runId: 'first',
  agent: 'ali',
  position: 0,
  createdAt: 1,
  signature: 'the build broke',
  tool: 'build',
  callsInRun: 1,
};

const call = (runId: string, id: string, position: number, tool: string, success = true): ToolStep =>
  aStep({ id, runId, position, tool, success, startedAt: position * 1_000, durationMs: 1 });

it('LRN-2 what came of a failed call is looked at again when its run goes on, and for a step of another run with its id', async () => {
  const steps = [call('first', 'broke', 0, 'build', false), call('second', 'broke', 0, 'build', false)];
  const asked: string[] = [];
  const listCallsAfter = async (_: unknown, places: ReadonlyArray<{ readonly runId: string }>) => {
    asked.push(...places.map(({ runId }) => runId));
    return steps.filter(({ runId }) => places.some((place) => place.runId === runId));
  };
  const context = { store: { listCallsAfter } } as unknown as Pick<Context, 'store'>;
  const nextToolAfter = async (failure: MetFailure) =>
    (await experiencesOf(context, { user: 'ada', project: 'shop', agent: 'ali' }, [failure])).get(failure)
      ?.nextTool;
  expect(await nextToolAfter(failed)).toBeNull();
  expect(await nextToolAfter({ ...failed })).toBeNull();
  expect(asked).toEqual(['first']);
  steps.push(call('first', 'fixed', 1, 'clean'), call('second', 'mended', 1, 'install'));
  expect(await nextToolAfter({ ...failed, callsInRun: 2 })).toBe('clean');
  expect(await nextToolAfter({ ...failed, runId: 'second', callsInRun: 2 })).toBe('install');
  expect(asked).toEqual(['first', 'first', 'second']);
});
