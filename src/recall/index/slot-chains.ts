/** Finds slots by a number that each has, such as the hash of its id: chains of slots, one for each remainder. */
export interface SlotChains {
  /** Slots from 0 up to this one are in the chains. */
  readonly end: number;
  /** Adds the slots up to this one; their numbers must be there. A slot whose number is 0 is left out. */
  extend(end: number): void;
  /** The slots that have a number, the last first. */
  slotsWith(number: number): number[];
}

const noSlot = -1;

/** @param numbers the number of each slot; read anew each time, because columns are replaced as they grow. */
export function createSlotChains(numbers: () => Float64Array): SlotChains {
  let heads = new Int32Array(0);
  let next = new Int32Array(0);
  let end = 0;

  function rebuild(size: number): void {
    const length = Math.max(64, 2 ** Math.ceil(Math.log2(size * 1.5)));
    heads = new Int32Array(length).fill(noSlot);
    next = new Int32Array(length);
    const before = end;
    end = 0;
    chain(before);
  }

  function chain(upTo: number): void {
    const column = numbers();
    const mask = heads.length - 1;
    for (let slot = end; slot < upTo; slot += 1) {
      const number = column[slot] as number;
      if (number === 0) continue;
      // The lower half of a hash of 53 bits.
      const place = (number % 0x1_0000_0000) & mask;
      next[slot] = heads[place] as number;
      heads[place] = slot;
    }
    end = upTo;
  }

  return {
    get end() {
      return end;
    },
    extend(upTo) {
      if (upTo > next.length) rebuild(upTo);
      chain(upTo);
    },
    slotsWith(number) {
      const column = numbers();
      const found: number[] = [];
      if (number === 0 || heads.length === 0) return found;
      const place = (number % 0x1_0000_0000) & (heads.length - 1);
      for (let slot = heads[place] as number; slot !== noSlot; slot = next[slot] as number)
        if (column[slot] === number) found.push(slot);
      return found;
    },
  };
}
