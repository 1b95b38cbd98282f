import { describe, expect, it } from 'vitest';
import type { ShownSubTask } from '../records/task-plan.ts';
import type { Checkpoint } from '../records/workflow.ts';
import { coordinationFigures } from './coordination-figures.ts';
import { durabilityFigures } from './durability-figures.ts';

type Tried = ShownSubTask['tried'][number];

const tried = (agent: string, from: number, to: number, success = true): Tried => ({
  ...{ agent, success, tries: 1, runId: null, error: success ? null : 'no' },
  startedAt: from,
  durationMs: to - from,
});
const subTask = (id: string, status: ShownSubTask['status'], ...tries: Tried[]): ShownSubTask => ({
  ...{ id, text: id, category: null, type: null, needs: [], agent: null, taskId: null },
  ...{ status, assigned: tries.at(-1)?.agent ?? null, why: null, tried: tries, result: null },
});

describe('MET-3: figures of coordination', () => {
  it('count complex tasks, sub-tasks, take-overs, and the time in which no agent worked', () => {
    const plan = {
      complexity: 'complex' as const,
      status: 'done' as const,
      subTasks: [
        // Side by side from 0 to 40; nobody works until 60, then bob takes over until 80.
        subTask('a', 'done', tried('ada', 0, 40)),
        subTask('b', 'done', tried('carol', 10, 30, false), tried('bob', 60, 80)),
      ],
    };
    const failed = {
      complexity: 'moderate' as const,
      status: 'failed' as const,
      subTasks: [subTask('a', 'failed', tried('ada', 0, 100, false)), subTask('b', 'skipped')],
    };
    const figures = coordinationFigures([
      { plan, startedAt: 0, endedAt: 100 },
      { plan: failed, startedAt: 0, endedAt: 100 },
    ]);
    expect(figures).toMatchObject({
      ...{ plans: 2, plansDone: 1, complexPlans: 1, complexPlansDone: 1 },
      ...{ subTasks: 4, subTasksDone: 2, completion: 0.5, reassigned: 1 },
    });
    expect(figures.overhead).toBeCloseTo(1 - (60 + 100) / 200, 10);
    expect(figures.agents).toEqual([
      { agent: 'ada', done: 1, failed: 1, busyMs: 140, utilisation: 0.7 },
      { agent: 'bob', done: 1, failed: 0, busyMs: 20, utilisation: 0.2 },
      { agent: 'carol', done: 0, failed: 1, busyMs: 20, utilisation: 0.2 },
    ]);
  });

  it('are unknown, not zero, where nothing was run', () => {
    expect(coordinationFigures([])).toMatchObject({ plans: 0, completion: null, overhead: null, agents: [] });
  });
});

describe('MET-3: figures of durability', () => {
  const checkpoint = (key: string, note: object): Checkpoint => ({
    ...{ scope: { user: 'u', project: 'p', agent: null }, workflowId: 'w', key, state: 'done' },
    ...{ input: { ...note }, result: null, at: 0 },
  });

  it('tell recoveries, how soon a death was noticed, and what checkpoints cost', () => {
    const steps = [checkpoint('one', { workMs: 50 }), checkpoint('two', { workMs: 100, writeMs: 2 })];
    const takenOver = [
      ...steps,
      checkpoint('~taken over 2', { detectMs: 80 }),
      checkpoint('~taken over 3', { detectMs: 120 }),
    ];
    expect(
      durabilityFigures(
        [
          { workflow: { status: 'done', recoveries: 0 }, checkpoints: steps },
          { workflow: { status: 'done', recoveries: 0 }, checkpoints: takenOver },
          { workflow: { status: 'failed', recoveries: 6 }, checkpoints: [checkpoint('~taken over 9', {})] },
        ],
        5,
      ),
    ).toEqual({
      ...{
        workflows: 3,
        workflowsDone: 2,
        workflowsFailed: 1,
        checkpoints: 7,
        takenOver: 2,
        recoveryRate: 0.5,
      },
      ...{ detectMs: 100, checkpointMs: 2, checkpointOverhead: 0.02 },
    });
  });
});
