import { type MemoryColumns, noSlot } from './columns.ts';

/** The memories of one session, in the order of their places in it. */
interface SessionMemories {
  readonly positions: number[];
  readonly slots: number[];
}

/** Keeps the neighbours in the columns up to date. */
export interface Conversations<Session> {
  enter(session: Session, position: number, slot: number): void;
  leave(session: Session, slot: number): void;
  /** Finds the memories of these sessions again among the slots below `end`, where they are not known yet. */
  recollect(sessions: ReadonlySet<Session>, end: number): void;
}

export function createConversations<Session = string>(columns: MemoryColumns): Conversations<Session> {
  const conversations = new Map<Session, SessionMemories>();

  function link(left: number | undefined, right: number | undefined): void {
    if (left !== undefined) columns.after[left] = right ?? noSlot;
    if (right !== undefined) columns.before[right] = left ?? noSlot;
  }

  return {
    enter(session, position, slot) {
      const conversation = conversations.get(session) ?? { positions: [], slots: [] };
      conversations.set(session, conversation);
      const { positions, slots } = conversation;
      const place = placeAfter(positions, position);
      positions.splice(place, 0, position);
      slots.splice(place, 0, slot);
      link(slots[place - 1], slot);
      link(slot, slots[place + 1]);
    },
    leave(session, slot) {
      const conversation = conversations.get(session);
      const place = conversation?.slots.indexOf(slot) ?? -1;
      if (conversation === undefined || place === -1) return;
      conversation.positions.splice(place, 1);
      conversation.slots.splice(place, 1);
      link(conversation.slots[place - 1], conversation.slots[place]);
      columns.before[slot] = noSlot;
      columns.after[slot] = noSlot;
      if (conversation.slots.length === 0) conversations.delete(session);
    },
    recollect(sessions, end) {
      const missing = new Set([...sessions].filter((session) => !conversations.has(session)));
      if (missing.size === 0) return;
      const slotsOf = new Map<Session, number[]>();
      for (let slot = 0; slot < end; slot += 1) {
        const session = columns.session[slot] as Session;
        if (columns.dead[slot] === 1 || !missing.has(session)) continue;
        const slots = slotsOf.get(session);
        if (slots === undefined) slotsOf.set(session, [slot]);
        else slots.push(slot);
      }
      for (const [session, slots] of slotsOf) {
        const positionOf = (slot: number): number => columns.position[slot] ?? 0;
        slots.sort((left, right) => positionOf(left) - positionOf(right) || left - right);
        conversations.set(session, { positions: slots.map(positionOf), slots });
      }
    },
  };
}

/** The first place whose position is above this one: mostly the end. */
function placeAfter(positions: readonly number[], position: number): number {
  let low = 0;
  let high = positions.length;
  if ((positions[high - 1] ?? Number.NEGATIVE_INFINITY) <= position) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
