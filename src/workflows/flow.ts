import { EngramError } from '../errors.ts';
import type { Json } from '../json/json.ts';
import type { Flow, WorkflowDefinition } from '../ports/workflow-definition.ts';
import type { Checkpoint } from '../records/workflow.ts';
import {
  type Checkpoints,
  childEndKey,
  isStep,
  metBefore,
  noteOf,
  signalsOf,
  sleepKey,
  waitKey,
} from './checkpoints.ts';
import { runDag } from './dag.ts';
import type { OneExecution } from './execution.ts';
import type { StepRunner } from './run-step.ts';

/** What a flow works with. */
export interface FlowParts {
  readonly id: string;
  readonly now: () => number;
  readonly execution: OneExecution;
  readonly checkpoints: Checkpoints;
  readonly runStep: StepRunner;
  /** Starts a child under this key, once, and answers the name of its request. */
  startChild(key: string, definition: WorkflowDefinition, input: Json): Promise<string>;
}

/** Signals are looked for at least so often, should a wake-up get lost. */
const lookAgainMs = 60_000;

/** What a workflow is done with, in one execution of it. */
export function createFlow(parts: FlowParts): Flow {
  const { id, now, execution, checkpoints, runStep, startChild } = parts;
  const used = new Set<string>();

  /** Two that share a key would share a result. */
  function claim(key: string): string {
    if (used.has(key)) {
      throw new EngramError(
        'invalid_input',
        `The key "${key}" is used twice in one workflow. Give each its own.`,
        {
          details: { key },
        },
      );
    }
    used.add(key);
    return key;
  }

  /** Written once; a branch whose writing failed does not go on. */
  async function keep(key: string, state: Checkpoint['state'], input: Json, result: Json): Promise<void> {
    const halt = await execution.during(() => checkpoints.keep({ key, state, input, result }));
    if (halt === undefined) return;
    execution.halt(halt);
    await execution.forEver();
  }

  /** The moment something waits for, the same after a crash. */
  async function deadline(key: string, milliseconds: number | undefined): Promise<number | null> {
    const known = checkpoints.get(key);
    if (known !== undefined) return (known.input as { until?: number | null }).until ?? null;
    if (milliseconds === undefined) return null;
    const until = now() + Math.max(0, milliseconds);
    await keep(key, 'begun', { until }, null);
    return until;
  }

  const step: Flow['step'] = async (key, work, options) => {
    if (!isStep(key) || key === '') {
      throw new EngramError('invalid_input', 'The key of a step is a name that does not begin with "~".');
    }
    return runStep(claim(key), work, options) as never;
  };

  return {
    id,
    step,
    dag: (key, tasks, options) => runDag(key, tasks, step, options),
    async sleep(name, milliseconds) {
      const key = claim(sleepKey(name));
      if (checkpoints.get(key)?.state === 'done') return;
      const until = (await deadline(key, milliseconds)) ?? 0;
      await execution.waitUntil(async () => (now() >= until ? true : undefined), until);
      await keep(key, 'done', { until }, null);
    },
    async waitFor(topic, { key: name = topic, timeoutMs } = {}) {
      const key = claim(waitKey(name));
      const known = checkpoints.get(key);
      if (known?.state === 'done') return payloadOf(execution, name, known);
      const until = await deadline(key, timeoutMs);
      const taken = () => takenSignals(checkpoints);
      const signal = await execution.waitUntil(
        async () => {
          const sent = (await checkpoints.refresh()).filter(({ key: one }) =>
            one.startsWith(signalsOf(topic)),
          );
          const next = sent.sort(byArrival).find((one) => !taken().has(one.key));
          return next ?? (until !== null && now() >= until ? null : undefined);
        },
        until ?? now() + lookAgainMs,
      );
      const payload = signal?.result ?? null;
      await keep(
        key,
        'done',
        { signal: signal?.key ?? null, isRedacted: signal && noteOf(signal).isRedacted === true },
        payload,
      );
      return signal === null ? null : payloadOf(execution, name, signal);
    },
    async child(name, definition, input) {
      const requestKey = await execution.during(() =>
        startChild(claim(`~child ${name}`), definition as never, input),
      );
      const end = await execution.waitUntil(async () => {
        await checkpoints.refresh();
        return checkpoints.get(childEndKey(requestKey));
      }, now() + lookAgainMs);
      if (noteOf(end).isRedacted === true) return payloadOf(execution, name, end) as never;
      const { status, output, error } = end.result as {
        status: string;
        output: Json;
        error: { message: string };
      };
      if (status !== 'done')
        throw metBefore({ message: error?.message ?? `The workflow "${name}" was ${status}.` });
      return output as never;
    },
  };
}

const byArrival = (left: Checkpoint, right: Checkpoint): number =>
  left.at - right.at || (left.key < right.key ? -1 : 1);

/** Signals that a wait has answered: each is answered once. */
function takenSignals(checkpoints: Checkpoints): ReadonlySet<unknown> {
  const waits = checkpoints.all().filter(({ key, state }) => key.startsWith(waitKey('')) && state === 'done');
  return new Set(waits.map(({ input }) => (input as { signal?: string | null }).signal));
}

/** A signal with a secret cannot be read again. */
function payloadOf(execution: OneExecution, name: string, kept: Checkpoint): Json | Promise<never> {
  if (noteOf(kept).isRedacted !== true) return kept.result;
  const message = `What the signal "${name}" carried held a secret, which is not kept. Send it again under another key.`;
  execution.halt({ kind: 'needs_input', step: name, message });
  return execution.forEver();
}
