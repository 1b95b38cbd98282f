import { type Checkpoint, checkpointSchema, type Workflow, workflowSchema } from '../records/workflow.ts';
import { base, later, nextId } from './builder-base.ts';

/**
 * Work that somebody has just begun.
 *
 * @example
 * const workflow = aWorkflow({ requestKey: 'request-1' });
 * await store.commit([{ type: 'begin-workflow', workflow }]);
 */
export function aWorkflow(overrides: Partial<Workflow> = {}): Workflow {
  const built = base(nextId('run'));
  return workflowSchema.parse({
    ...built,
    name: 'replay',
    version: '1',
    subject: `subject of ${overrides.id ?? built.id}`,
    requestKey: null,
    parentId: null,
    runId: overrides.id ?? built.id,
    status: 'running',
    holder: 'worker-1',
    epoch: 1,
    beat: 0,
    leaseUntil: built.createdAt + 60_000,
    updatedAt: built.createdAt,
    wakeAt: null,
    recoveries: 0,
    requested: null,
    input: {},
    output: null,
    error: null,
    ...overrides,
  });
}

/**
 * Something that work has done.
 *
 * @example
 * const checkpoint = aCheckpoint({ workflowId: workflow.id, state: 'begun' });
 * await store.commit([{ type: 'keep-checkpoint', checkpoint, epoch: workflow.epoch }]);
 */
export function aCheckpoint(overrides: Partial<Checkpoint> = {}): Checkpoint {
  const { scope } = base('');
  return checkpointSchema.parse({
    scope,
    workflowId: 'run_1',
    key: '1',
    state: 'done',
    input: null,
    result: null,
    at: later(),
    ...overrides,
  });
}
