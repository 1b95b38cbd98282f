import type { EngramEvent, EventListener } from '../../ports/events.ts';
import { createEventIds } from './event-ids.ts';

/**
 * The latest events, in order, in bounded memory. Readers keep their own place in it, so that one who reads
 * slowly costs nothing; one who falls behind by more than its capacity has lost events and is told so.
 *
 * Places are numbers that count up from 1. Outside they are ids that tell nothing, and mean nothing to another
 * process: numbers start anew with each.
 */
export interface EventHub {
  /** Give it to `openEngram` as `onEvent`. */
  readonly publish: EventListener;
  /** The place of the event that comes next. */
  next(): number;
  /** Undefined where there is no event yet, and where there is none any more. */
  at(place: number): EngramEvent | undefined;
  /** Whether the event of this place was dropped. */
  isLost(place: number): boolean;
  idOf(place: number): string;
  /** The place after this id; undefined when it is of another process, or events after it were dropped. */
  placeAfter(id: string): number | undefined;
  /** Subscribes to every event; returns a function that unsubscribes. */
  subscribe(listener: EventListener): () => void;
}

/**
 * @example
 * const hub = createEventHub();
 * const engram = await openEngram({ onEvent: hub.publish });
 */
export function createEventHub(capacity = 10_000): EventHub {
  const ids = createEventIds();
  const ring: EngramEvent[] = [];
  const listeners = new Set<EventListener>();
  let next = 1;
  const isLost = (place: number): boolean => place < next - capacity;
  return {
    publish(event) {
      ring[next % capacity] = event;
      next += 1;
      for (const listener of listeners) listener(event);
    },
    next: () => next,
    at: (place) => (place < 1 || place >= next || isLost(place) ? undefined : ring[place % capacity]),
    isLost,
    idOf: ids.idOf,
    placeAfter(id) {
      const before = ids.placeOf(id);
      if (before === undefined) return undefined;
      const place = before + 1;
      return place > next || isLost(place) ? undefined : place;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
