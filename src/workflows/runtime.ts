import { setTimeout as pause } from 'node:timers/promises';
import { EngramError } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { AnyWorkflow } from '../ports/workflow-definition.ts';
import type { WorkflowFleet } from '../ports/workflow-fleet.ts';
import type { GivenAgain, WorkflowRuntime } from '../ports/workflow-runtime.ts';
import type { Viewer } from '../records/scope.ts';
import { isUnderWay } from '../records/workflow.ts';
import { findWorkflow } from './find-workflow.ts';
import { createFleetWorker } from './fleet-worker.ts';
import { createWorker, type Worker } from './worker.ts';

const maxPauseMs = 500;

/** The workflows of one engine. `openFleet` answers null when this process works alone, with the embedded worker. */
export function createWorkflowRuntime(
  context: Context,
  viewer: Viewer,
  openFleet: () => Promise<WorkflowFleet | null>,
): WorkflowRuntime {
  const definitions = new Map<string, AnyWorkflow>();
  const latest = new Map<string, AnyWorkflow>();
  const keyOf = (name: string, version: string) => JSON.stringify([name, version]);
  const find = (name: string, version?: string) =>
    version === undefined ? latest.get(name) : definitions.get(keyOf(name, version));
  const known = {
    of: ({ name, version }: Pick<AnyWorkflow, 'name' | 'version'>) => find(name, version),
    all: () => [...definitions.values()],
  };
  let opened: Worker | undefined;
  let opening: Promise<void> | undefined;
  /** What was given before there is a worker. */
  const given = new Map<string, GivenAgain>();

  async function open(): Promise<void> {
    const fleet = await openFleet();
    const worker =
      fleet === null
        ? createWorker(context, viewer, known)
        : createFleetWorker(context, viewer, known, fleet);
    await worker.start();
    opened = worker;
    for (const [id, again] of given) worker.giveAgain(id, again);
    given.clear();
  }

  return {
    register(given) {
      for (const definition of given) {
        const { name, version } = definition;
        const known = find(name, version);
        if (known !== undefined && known !== definition) {
          throw new EngramError(
            'conflict',
            `Another workflow "${name}" of version ${version} is registered. Give it another version.`,
            { details: { name, version } },
          );
        }
        definitions.set(keyOf(name, version), definition);
        latest.set(name, definition);
      }
      opened?.poke();
    },
    find,
    work() {
      opening ??= open().catch((error: unknown) => {
        // The cause may be mended: the next caller tries again.
        opening = undefined;
        throw error;
      });
      return opening;
    },
    poke: () => opened?.poke(),
    giveAgain({ id }, again) {
      if (opened === undefined) given.set(id, again);
      else opened.giveAgain(id, again);
    },
    async whenSettled(asking, id, signal) {
      for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
        const workflow = await findWorkflow(context, asking, id);
        if (!isUnderWay(workflow)) return workflow;
        await pause(pauseMs, undefined, {
          signal: AbortSignal.any([context.leaving, ...(signal ? [signal] : [])]),
        });
      }
    },
  };
}
