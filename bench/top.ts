/**
 * The slots with the highest scores, best first. Of equal scores the lower slot comes first. Only the first `count`
 * scores are looked at; they must be numbers.
 *
 * @example topOf(Float32Array.of(0.1, 0.9, 0.5), 3, 2) // Uint32Array [1, 2]
 */
export function topOf(scores: Float32Array, count: number, limit: number): Uint32Array {
  const end = Math.min(count, scores.length);
  const scoreOf = (slot: number): number => scores[slot] ?? 0;
  const isBetter = (slot: number, other: number): boolean =>
    scoreOf(slot) > scoreOf(other) || (scoreOf(slot) === scoreOf(other) && slot < other);

  // A heap with the worst of the best on top: whatever is better takes its place.
  const heap = Uint32Array.from({ length: Math.max(0, Math.min(limit, end)) }, (_, slot) => slot);
  for (let place = Math.floor(heap.length / 2) - 1; place >= 0; place -= 1) sink(heap, place, isBetter);
  let worst = scoreOf(heap[0] ?? 0);
  for (let slot = heap.length; slot < end; slot += 1) {
    // Of equal scores the one that is there already has the lower slot.
    if (scoreOf(slot) <= worst || heap.length === 0) continue;
    heap[0] = slot;
    sink(heap, 0, isBetter);
    worst = scoreOf(heap[0]);
  }
  return heap.sort((left, right) => (isBetter(left, right) ? -1 : 1));
}

/** Moves a slot down the heap until both below it are better. */
function sink(heap: Uint32Array, from: number, isBetter: (slot: number, other: number) => boolean): void {
  const slot = heap[from] ?? 0;
  let place = from;
  for (;;) {
    const left = 2 * place + 1;
    if (left >= heap.length) break;
    const right = Math.min(left + 1, heap.length - 1);
    const worse = isBetter(heap[left] ?? 0, heap[right] ?? 0) ? right : left;
    const below = heap[worse] ?? 0;
    if (isBetter(below, slot)) break;
    heap[place] = below;
    place = worse;
  }
  heap[place] = slot;
}
