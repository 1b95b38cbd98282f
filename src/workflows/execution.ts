import { setMaxListeners } from 'node:events';

/** Why a workflow stops before its end. */
export type Halt =
  /** For a time, a signal or a child. */
  | { readonly kind: 'waiting'; readonly wakeAt: number }
  | { readonly kind: 'paused' | 'cancelled' }
  /** Something it needs was never written down. */
  | { readonly kind: 'needs_input'; readonly step: string | null; readonly message: string }
  /** The process is about to end; another may go on at once. */
  | { readonly kind: 'leaving' }
  /** Its function came to its end; what it left behind begins nothing new. */
  | { readonly kind: 'done' | 'failed' }
  /** Another has taken over. */
  | { readonly kind: 'lost' }
  /** Nothing can be written, for too long. Whoever can goes on later. */
  | { readonly kind: 'storage'; readonly error: unknown };

/**
 * What goes on in one execution of a workflow, and when it has come to rest. A branch that has to stop waits for ever instead of
 * failing: the code of the workflow cannot catch that by mistake, and what it runs side by side comes to its end first.
 */
export interface OneExecution {
  /** Aborted when nobody wants results any more. */
  readonly signal: AbortSignal;
  /** Why nothing new is begun; undefined while all goes on. */
  halted(): Halt | undefined;
  halt(reason: Halt): void;
  /** Does work that is waited for before the workflow rests. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits until something is found, or the workflow rests: then for ever. `wakeAt` tells when to look; null when nobody knows. */
  waitUntil<Found>(look: () => Promise<Found | undefined>, wakeAt: number | null): Promise<Found>;
  /** For a branch that must not go on. */
  forEver(): Promise<never>;
  /** Resolves when nothing goes on any more, and something has to be waited for. */
  readonly rest: Promise<Halt>;
}

/** Shorter than this it is waited for on the spot. */
const patienceMs = 1_000;
/** How often is looked again while other branches go on. */
const lookAgainMs = 250;
/** What is no question of time is looked for at least so often, should a wake-up get lost. */
const restMs = 60_000;
/** How long steps that are going on may still take. When they are paused or something is missing they may end in peace. */
const graceMs: Readonly<Partial<Record<Halt['kind'], number>>> = {
  leaving: 20_000,
  failed: 20_000,
  cancelled: 5_000,
  storage: 5_000,
};

export function createExecution(now: () => number): OneExecution {
  const aborting = new AbortController();
  // Every step that is under way listens, and Node would warn of more than ten.
  setMaxListeners(0, aborting.signal);
  const waits = new Set<{ readonly wakeAt: number | null }>();
  let going = 0;
  let halted: Halt | undefined;
  let isAtRest = false;
  let comeToRest!: (halt: Halt) => void;
  const rest = new Promise<Halt>((resolve) => {
    comeToRest = resolve;
  });

  const forEver = () => new Promise<never>(() => {});

  function restAs(halt: Halt): void {
    isAtRest = true;
    comeToRest(halt);
  }

  /** After all that follows from what has just happened. */
  function lookForRest(): void {
    setImmediate(() => {
      if (going > 0 || isAtRest) return;
      if (halted !== undefined) return restAs(halted);
      const wakeAt = earliest(waits, now() + restMs);
      if (waits.size > 0 && wakeAt > now() + patienceMs) restAs({ kind: 'waiting', wakeAt });
    });
  }

  async function during<Result>(work: () => Promise<Result>): Promise<Result> {
    // Others may be at it by now.
    if (isAtRest) return forEver();
    going += 1;
    try {
      return await work();
    } finally {
      going -= 1;
      lookForRest();
    }
  }

  return {
    signal: aborting.signal,
    halted: () => halted,
    halt(reason) {
      // Who has lost the workflow has nothing more to say about it, and what is cancelled is not left paused.
      const isStronger = reason.kind === 'lost' || (reason.kind === 'cancelled' && halted?.kind === 'paused');
      if (halted === undefined || isStronger) halted = reason;
      if (['done', 'lost', 'cancelled', 'storage'].includes(reason.kind)) aborting.abort();
      if (reason.kind === 'done' || reason.kind === 'lost') restAs(reason);
      const grace = graceMs[reason.kind];
      if (grace !== undefined) {
        const end = () => {
          aborting.abort();
          restAs(halted ?? reason);
        };
        setTimeout(end, grace).unref();
      }
      lookForRest();
    },
    during,
    async waitUntil(look, wakeAt) {
      for (;;) {
        if (isAtRest || halted !== undefined) return forEver();
        const found = await during(look);
        if (found !== undefined) return found;
        const wait = { wakeAt };
        waits.add(wait);
        lookForRest();
        const pause = Math.max(1, Math.min(lookAgainMs, (wakeAt ?? Number.POSITIVE_INFINITY) - now()));
        await new Promise((resume) => setTimeout(resume, pause));
        if (isAtRest) return forEver();
        waits.delete(wait);
      }
    },
    forEver,
    rest,
  };
}

/** When the first of those that wait is to be looked at. */
function earliest(waits: ReadonlySet<{ readonly wakeAt: number | null }>, atTheLatest: number): number {
  let first = atTheLatest;
  for (const { wakeAt } of waits) first = Math.min(first, wakeAt ?? atTheLatest);
  return first;
}
