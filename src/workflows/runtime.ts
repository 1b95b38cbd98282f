import { setTimeout as pause } from 'node:timers/promises';
import { EngramError } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { AnyWorkflow } from '../ports/workflow-definition.ts';
import type { WorkflowRuntime } from '../ports/workflow-runtime.ts';
import type { Viewer } from '../records/scope.ts';
import { isUnderWay } from '../records/workflow.ts';
import { findWorkflow } from './find-workflow.ts';
import { createWorker, type Worker } from './worker.ts';

const maxPauseMs = 500;

/** The workflows of one engine. */
export function createWorkflowRuntime(context: Context, viewer: Viewer): WorkflowRuntime {
  const definitions = new Map<string, AnyWorkflow>();
  const latest = new Map<string, AnyWorkflow>();
  const keyOf = (name: string, version: string) => JSON.stringify([name, version]);
  const find = (name: string, version?: string) =>
    version === undefined ? latest.get(name) : definitions.get(keyOf(name, version));
  let opened: Worker | undefined;
  const worker = () =>
    (opened ??= createWorker(
      context,
      viewer,
      ({ name, version }) => find(name, version),
      () => [...definitions.values()],
    ));
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
    work: () => worker().start(),
    poke: () => opened?.poke(),
    giveAgain: ({ id }, again) => worker().giveAgain(id, again),
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
