/** Writes with a way back: `undo` restores what was there before. */
export interface UndoJournal {
  set<Value>(map: Map<string, Value>, key: string, value: Value): void;
  remove<Value>(map: Map<string, Value>, key: string): void;
  undo(): void;
}

export function createJournal(): UndoJournal {
  const restores: Array<() => void> = [];
  // The order of a map is the order of insertion, and messages are listed by it: a removed key is only ever
  // restored by undoing everything after it too, in reverse.
  const remember = <Value>(map: Map<string, Value>, key: string): void => {
    const had = map.has(key);
    const before = map.get(key) as Value;
    restores.push(() => (had ? map.set(key, before) : map.delete(key)));
  };
  return {
    set(map, key, value) {
      remember(map, key);
      map.set(key, structuredClone(value));
    },
    remove(map, key) {
      remember(map, key);
      map.delete(key);
    },
    undo() {
      for (const restore of restores.reverse()) restore();
    },
  };
}
