import { describe, expect, it } from 'vitest';
import type { ToolStep } from '../../records/step.ts';
import { aStep } from '../../testing/index.ts';
import { experienceOf, workedNext } from './worked-next.ts';

const broke = 'the build broke';

/** The steps of a run, in a second each. A call is a tool, and what it failed with or the file it was about. */
function aRunOf(
  runId: string,
  calls: ReadonlyArray<readonly [tool: string, failed?: string | undefined, file?: string]>,
) {
  return calls.map(([tool, failed, file], position) =>
    aStep({
      runId,
      tool,
      position,
      startedAt: position * 1_000,
      durationMs: 500,
      arguments: file === undefined ? {} : { file },
      success: failed === undefined,
      error:
        failed === undefined ? null : { type: 'Error', message: `${failed}: main.rs`, signature: failed },
    }),
  );
}

/** What will work, as far as these runs tell; the last one is the newest. */
function toldBy(...runs: ReadonlyArray<readonly ToolStep[]>) {
  const failed = runs
    .flat()
    .reverse()
    .filter(({ success }) => !success);
  const isThis = ({ error }: ToolStep) => error?.signature === broke;
  const experiences = (calls: readonly ToolStep[]) =>
    calls.flatMap(
      ({ id, runId }) =>
        experienceOf(
          id,
          runs.flat().filter((step) => step.runId === runId),
        ) ?? [],
    );
  return workedNext(
    'pattern',
    experiences(failed.filter(isThis)),
    experiences(failed.filter((step) => !isThis(step))),
  );
}

describe('LRN-2 what worked next', () => {
  it('is counted over the occurrences of the failure', () => {
    const looked = (runId: string) => aRunOf(runId, [['build', broke], ['open'], ['edit']]);
    expect(toldBy(looked('a'), looked('b'))).toEqual([{ tool: 'open', times: 2, probability: 1 }]);
  });

  it('depends on what led to the failure, when it has just happened', () => {
    const opened = (runId: string, ...then: string[]) =>
      aRunOf(runId, [
        ['open', undefined, 'main.rs'],
        ['build', broke],
        ...then.map((tool) => [tool] as const),
      ]);
    const unseen = (runId: string, ...then: string[]) =>
      aRunOf(runId, [['list'], ['build', broke], ...then.map((tool) => [tool] as const)]);
    const history = [opened('a', 'edit'), unseen('b', 'open'), opened('c', 'edit'), unseen('d', 'open')];
    expect(toldBy(...history, opened('now'))[0]?.tool).toBe('edit');
    expect(toldBy(...history, unseen('now'))[0]?.tool).toBe('open');
  });

  it('is drawn from other failures too, but told only when it is likely', () => {
    const other = (runId: string) => aRunOf(runId, [['build', 'no memory left'], ['wait']]);
    const own = aRunOf('own', [['build', broke], ['open']]);
    expect(toldBy(other('a'), own)).toMatchObject([{ tool: 'open', times: 1 }]);
    const many = Array.from({ length: 30 }, (_, number) => other(`run ${number}`));
    expect(toldBy(...many, own)).toMatchObject([
      { tool: 'wait', times: 0 },
      { tool: 'open', times: 1 },
    ]);
  });

  it('is no call that was under way already, or was made inside another', () => {
    const [failed, beside, inside, after] = aRunOf('a', [['build', broke], ['lint'], ['fetch'], ['open']]);
    if (failed === undefined || beside === undefined || inside === undefined || after === undefined) return;
    const steps = [failed, { ...beside, startedAt: 100 }, { ...inside, parentId: beside.id }, after];
    expect(toldBy(steps)).toMatchObject([{ tool: 'open', times: 1 }]);
  });

  it('is not known while nothing has worked', () => {
    expect(toldBy(aRunOf('a', [['build', broke]]))).toEqual([]);
  });
});
