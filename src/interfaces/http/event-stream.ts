import { maySeeRun } from '../../access/reach.ts';
import { EngramError } from '../../errors.ts';
import type { EngramEvent } from '../../ports/events.ts';
import type { Viewer } from '../../records/scope.ts';
import type { EventHub } from './event-hub.ts';

/** Who listens, and to what. */
export interface Listening {
  readonly hub: EventHub;
  readonly viewer: Viewer;
  /** The last event the client has; without it, the stream begins with what happens next. */
  readonly after: string | undefined;
  /** Only these types; all when undefined. */
  readonly types: ReadonlySet<string> | undefined;
  readonly heartbeatMs: number;
  /** Called with every heartbeat; throws when the client may not listen any more, because its token was revoked. */
  readonly stillWelcome: () => Promise<unknown>;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
  /** Cuts the connection, where there is one. */
  readonly cutOff: (() => void) | undefined;
  readonly onEnd: () => void;
}

/** Bytes that may wait for a client here. What comes after them waits in the hub, where it costs nothing. */
const waitingBytes = 16_384;

/**
 * The events a viewer may hear, as server-sent events. A client that does not read is cut off when the hub
 * drops what it has yet to read; it comes back with its last id and is told to reload.
 */
export function openEventStream(listening: Listening): ReadableStream<Uint8Array> {
  const { hub, viewer, types, after, closing } = listening;
  const resumed = after === undefined ? hub.next() : hub.placeAfter(after);
  let place = resumed ?? hub.next();
  /** Releases everything; returns false when that was done before. */
  let end = (): boolean => false;

  const mayHear = (event: EngramEvent): boolean =>
    maySeeRun(viewer, { scope: event.scope, agents: event.members ?? [] }) &&
    (types === undefined || types.has(event.type));

  /** Sends what the client takes at once. */
  function flow(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (hub.isLost(place)) {
      cutOff(controller);
      return;
    }
    while (place < hub.next() && hasRoom(controller)) {
      const event = hub.at(place);
      const id = hub.idOf(place);
      // Before it is sent: sending to a client that waits asks for the next one at once.
      place += 1;
      if (event !== undefined && mayHear(event)) send(controller, eventText(id, event));
    }
  }

  function cutOff(controller: ReadableStreamDefaultController<Uint8Array>): void {
    end();
    if (listening.cutOff !== undefined) listening.cutOff();
    else controller.error(new EngramError('timeout', 'The client did not read its events.'));
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = (): void => {
          if (end()) controller.close();
        };
        const heartbeat = setInterval(() => {
          listening
            .stillWelcome()
            .then(() => hasRoom(controller) && send(controller, ': still here\n\n'), close);
        }, listening.heartbeatMs);
        const unsubscribe = hub.subscribe(({ type }) => {
          // It may have been this client's own.
          if (type === 'token-revoked') listening.stillWelcome().catch(close);
          flow(controller);
        });
        closing.addEventListener('abort', close);
        end = () => {
          end = () => false;
          clearInterval(heartbeat);
          unsubscribe();
          closing.removeEventListener('abort', close);
          listening.onEnd();
          return true;
        };
        const last = hub.idOf(place - 1);
        send(controller, resumed === undefined ? resetText(last) : `retry: 2000\nid: ${last}\n\n`);
      },
      pull: flow,
      cancel: () => void end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waitingBytes }),
  );
}

function hasRoom(controller: ReadableStreamDefaultController<Uint8Array>): boolean {
  return (controller.desiredSize ?? 0) > 0;
}

const encoder = new TextEncoder();

function send(controller: ReadableStreamDefaultController<Uint8Array>, text: string): void {
  controller.enqueue(encoder.encode(text));
}

function eventText(id: string, event: EngramEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Tells a client that it missed events: what it shows may be old. */
function resetText(last: string): string {
  const reason = 'Events were missed. Load everything anew.';
  return `retry: 2000\nid: ${last}\nevent: reset\ndata: ${JSON.stringify({ type: 'reset', reason })}\n\n`;
}
