import { mayChange } from '../access/reach.ts';
import type { Context } from '../ports/context.ts';
import type { AnyWorkflow } from '../ports/workflow-definition.ts';
import type { GivenAgain } from '../ports/workflow-runtime.ts';
import type { Viewer } from '../records/scope.ts';
import type { Workflow } from '../records/workflow.ts';
import { knownOf } from '../store/holders.ts';
import { createExecutions, type Executions } from './executions.ts';
import { createPolling } from './polling.ts';

/** Goes on with workflows that nobody is at. */
export interface Worker {
  /** Looks now, and from now on again and again. */
  start(): Promise<void>;
  /** Looks again as soon as possible: something was started, or is due. */
  poke(): void;
  /** What is to be given again when this process goes on with a workflow. */
  giveAgain(id: string, again: GivenAgain): void;
}

/** The definitions that a process knows. */
export interface Definitions {
  of(workflow: Pick<Workflow, 'name' | 'version'>): AnyWorkflow | undefined;
  all(): readonly AnyWorkflow[];
}

/** The embedded worker: it takes what is due from the store, and what dead workers left behind. */
export function createWorker(context: Context, viewer: Viewer, definitions: Definitions): Worker {
  const { store, clock } = context;
  const { pollMs, leaseMs } = context.settings.workflows;
  const executions = createExecutions(context, definitions.of, () => polling.poke());
  const silence = createSilence(context);
  const polling = createPolling(async () => {
    // One that is damaged must not keep what is due from going on.
    await lookAtRunning(context, viewer, executions, silence, async (found) => {
      if (definitions.of(found) === undefined || !mayChange(viewer, found.scope)) return;
      if (silence.isDead(found, leaseMs)) await executions.take({ found, recoveries: found.recoveries + 1 });
    }).catch(() => {});
    const free = executions.free();
    if (free === 0) return;
    const due = await store.dueWorkflows(viewer, definitions.all(), clock.now(), free);
    for (const found of due) await executions.take({ found, recoveries: 0 });
  }, pollMs);
  context.leaving.addEventListener('abort', () => void polling.stop());
  return {
    start: async () => polling.start(),
    poke: polling.poke,
    giveAgain: executions.giveAgain,
  };
}

/** Looks at so many running workflows for dead holders at a time. */
const pageSize = 500;

/** Hears what is requested of this process, and hands on those that others hold. */
export async function lookAtRunning(
  { store }: Pick<Context, 'store'>,
  viewer: Viewer,
  executions: Executions,
  silence: Silence,
  heldElsewhere: (found: Workflow) => Promise<void>,
): Promise<void> {
  const running = new Set<string>();
  for (let after: Parameters<typeof store.listWorkflows>[2]['after'], more = true; more; ) {
    const page = { limit: pageSize, after };
    const { items, next } = await store.listWorkflows(viewer, { status: 'running' }, page);
    for (const found of items) {
      running.add(found.id);
      if (executions.isGoing(found.id)) executions.hear(found);
      else await heldElsewhere(found);
    }
    after = next ?? undefined;
    more = next !== null;
  }
  silence.forgetOthers(running);
}

/** How long holders gave no sign of life, by this process's own steady clock. */
export interface Silence {
  /** Whether the process of the holder is gone, or its beat stood still for this long. */
  isDead(found: Workflow, leaseMs: number): boolean;
  /** Whether its beat stood still for this long. */
  isSilent(found: Workflow, leaseMs: number): boolean;
  forgetOthers(running: ReadonlySet<string>): void;
}

export function createSilence({ clock, holder }: Pick<Context, 'clock' | 'holder'>): Silence {
  /** What was last heard of holders that cannot be asked. */
  const heard = new Map<string, { readonly said: string; readonly since: number }>();

  function isSilent(found: Workflow, leaseMs: number): boolean {
    const said = `${found.epoch} ${found.beat}`;
    const last = heard.get(found.id);
    if (last?.said === said) return clock.elapsed() - last.since >= leaseMs;
    heard.set(found.id, { said, since: clock.elapsed() });
    return false;
  }

  return {
    isSilent,
    isDead(found, leaseMs) {
      const known = knownOf(found, found.id, holder);
      return known === 'unknown' ? isSilent(found, leaseMs) : known === 'gone';
    },
    forgetOthers(running) {
      for (const id of heard.keys()) if (!running.has(id)) heard.delete(id);
    },
  };
}
