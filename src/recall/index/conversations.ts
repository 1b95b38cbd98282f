import { type MemoryColumns, noSlot } from './columns.ts';

/** The memories of one session, in the order of their places in it. */
interface SessionMemories {
  readonly positions: number[];
  readonly slots: number[];
}

/** Keeps the neighbours in the columns up to date. */
export interface Conversations {
  enter(session: number, position: number, slot: number): void;
  leave(session: number, slot: number): void;
  /** Gives up what `slotsIn` can tell again. */
  forget(): void;
}

/** @param slotsIn the slots of a session that are there, in any order. */
export function createConversations(
  columns: MemoryColumns,
  slotsIn: (session: number) => readonly number[],
): Conversations {
  const conversations = new Map<number, SessionMemories>();

  function link(left: number | undefined, right: number | undefined): void {
    if (left !== undefined) columns.after[left] = right ?? noSlot;
    if (right !== undefined) columns.before[right] = left ?? noSlot;
  }

  function conversationOf(session: number): SessionMemories {
    const known = conversations.get(session);
    if (known !== undefined) return known;
    const positionOf = (slot: number): number => columns.position[slot] ?? 0;
    const slots = slotsIn(session).toSorted(
      (left, right) => positionOf(left) - positionOf(right) || left - right,
    );
    const conversation = { positions: slots.map(positionOf), slots };
    conversations.set(session, conversation);
    return conversation;
  }

  return {
    enter(session, position, slot) {
      const { positions, slots } = conversationOf(session);
      const place = placeAfter(positions, position);
      positions.splice(place, 0, position);
      slots.splice(place, 0, slot);
      link(slots[place - 1], slot);
      link(slot, slots[place + 1]);
    },
    leave(session, slot) {
      const { positions, slots } = conversationOf(session);
      const place = slots.indexOf(slot);
      if (place === -1) return;
      positions.splice(place, 1);
      slots.splice(place, 1);
      link(slots[place - 1], slots[place]);
      columns.before[slot] = noSlot;
      columns.after[slot] = noSlot;
      if (slots.length === 0) conversations.delete(session);
    },
    forget: () => conversations.clear(),
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
