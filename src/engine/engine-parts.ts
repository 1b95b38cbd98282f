import type { Observer } from '../capture/observed-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Context } from '../ports/context.ts';
import type { EngramEvent, EventListener } from '../ports/events.ts';
import { counted } from '../text/counted.ts';

export { createRetrievals } from './retrieval-times.ts';

/** Waits for work, but no longer than this. */
export async function atMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, given]);
  clearTimeout(timer);
}

/** Runs work under the same name one after the other. */
export function createTurns(): Context['inTurn'] {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    const quiet = turn
      .catch(() => {})
      .then(() => {
        if (last.get(name) === quiet) last.delete(name);
      });
    last.set(name, quiet);
    return turn;
  };
}

/** Tells a listener what a committed command means. */
export function announcing(emit: EventListener, clock: Clock): Observer {
  return (command, meaningOf) => {
    const event = meaningOf(command, clock.now());
    if (event !== undefined) emit(event);
  };
}

/** A listener that throws must not break the engine. The first loss of records is also a process warning. */
export function createEmitter(listener: EventListener | undefined): EventListener {
  let warned = false;
  return (event: EngramEvent) => {
    if (event.type === 'records-lost' && !warned) {
      warned = true;
      process.emitWarning(
        `Engram could not keep ${counted(event.count, 'record')}: ${event.reason}`,
        'EngramWarning',
      );
    }
    try {
      listener?.(event);
    } catch {}
  };
}
