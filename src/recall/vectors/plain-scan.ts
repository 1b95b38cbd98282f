import { relevanceSteps, type Scan, stepsPerUnit } from './scan.ts';

const pageBytes = 65_536;

/** What the kernel does, in plain JavaScript: it stands in where needed, and tests compare the two. */
export function openPlainScan(): Scan {
  const memory = {
    buffer: new ArrayBuffer(2 * pageBytes),
    grow(pages: number): number {
      const before = memory.buffer.byteLength;
      const grown = new ArrayBuffer(before + pages * pageBytes);
      new Uint8Array(grown).set(new Uint8Array(memory.buffer));
      memory.buffer = grown;
      return before / pageBytes;
    },
  };
  return {
    memory,
    score(query, block, sums, stride, quarter) {
      const view = new DataView(memory.buffer);
      for (let vector = 0; vector < 4 * quarter; vector += 1) {
        let sum = 0;
        for (let offset = 0; offset < stride; offset += 2) {
          sum += view.getInt16(query + offset, true) * view.getInt16(block + vector * stride + offset, true);
        }
        view.setInt32(sums + 4 * vector, sum, true);
      }
    },
    estimate(tables, groups, cosines, bytes, count, scale) {
      const sketches = new Uint8Array(memory.buffer, groups, count * 16 * bytes);
      const entries = new Int8Array(memory.buffer, tables, 32 * bytes);
      const into = new DataView(memory.buffer, cosines);
      for (let sketch = 0; sketch < count * 16; sketch += 1) {
        const first = (sketch >> 4) * 16 * bytes + (sketch & 15);
        let sum = 0;
        for (let place = 0; place < bytes; place += 1) {
          const byte = sketches[first + 16 * place] as number;
          sum +=
            (entries[32 * place + (byte & 15)] as number) +
            (entries[32 * place + 16 + (byte >> 4)] as number);
        }
        into.setFloat32(4 * sketch, sum * Math.fround(scale), true);
      }
    },
    weigh(
      ...[
        list,
        length,
        count,
        before,
        after,
        asks,
        lengths,
        occurrences,
        scores,
        near,
        far,
        answered,
        most,
        fixed,
        perLength,
      ]
    ) {
      const view = new DataView(memory.buffer);
      // The kernel computes with 32 bits: so does this, step by step.
      const { fround } = Math;
      const float = (array: number, slot: number): number => view.getFloat32(array + 4 * slot, true);
      const add = (array: number, slot: number, value: number): void =>
        view.setFloat32(array + 4 * slot, float(array, slot) + fround(value), true);
      const spread = (side: number, slot: number, ofNext: number, times: number): void => {
        const next = view.getInt32(side + 4 * slot, true);
        if (next < 0) return;
        add(occurrences, next, fround(ofNext) * times);
        const further = view.getInt32(side + 4 * next, true);
        if (further >= 0) add(occurrences, further, fround(far) * times);
      };
      for (let at = list; at < list + 4 * length; at += 4) {
        const number = view.getUint32(at, true);
        const [slot, times] = [number >>> 8, number & 255];
        add(occurrences, slot, times);
        spread(before, slot, near, times);
        spread(after, slot, view.getUint8(asks + slot) === 1 ? answered : near, times);
      }
      for (let slot = 0; slot < count; slot += 1) {
        const times = float(occurrences, slot);
        if (times === 0) continue;
        view.setFloat32(occurrences + 4 * slot, 0, true);
        const half = fround(fround(fixed) + fround(fround(perLength) * float(lengths, slot)));
        add(scores, slot, fround(fround(most) * times) / fround(times + half));
      }
    },
    mark(list, length, floats, value) {
      const view = new DataView(memory.buffer);
      for (let at = list; at < list + 4 * length; at += 4)
        view.setFloat32(floats + 4 * (view.getUint32(at, true) >>> 8), value, true);
    },
    relate(
      ...[
        count,
        cosines,
        words,
        extra,
        eligible,
        before,
        after,
        asks,
        norms,
        relevance,
        steps,
        near,
        far,
        answered,
        ofMeaning,
        ofQuestion,
        minMeaning,
        minSimilarity,
      ]
    ) {
      const view = new DataView(memory.buffer);
      const float = (array: number, slot: number): number => view.getFloat32(array + 4 * slot, true);
      const number = (array: number, slot: number): number => view.getInt32(array + 4 * slot, true);
      const isSet = (array: number, slot: number): boolean => view.getUint8(array + slot) === 1;
      const beside = (side: number, slot: number, weightOf: (next: number) => number): number => {
        const next = number(side, slot);
        if (next < 0) return 0;
        const further = number(side, next);
        return weightOf(next) * float(cosines, next) + (further < 0 ? 0 : far * float(cosines, further));
      };
      const relevanceOf = (slot: number): number => {
        if (!isSet(eligible, slot) || float(cosines, slot) < minSimilarity) return 0;
        const sum =
          float(cosines, slot) +
          beside(before, slot, (next) => (isSet(asks, next) ? answered : near)) +
          beside(after, slot, () => near);
        const meaning = Math.max(0, sum) / float(norms, slot);
        if (float(words, slot) === 0 && meaning < minMeaning) return 0;
        const question = isSet(asks, slot) ? ofQuestion : 0;
        const added = extra === 0 ? 0 : float(extra, slot);
        return Math.max(0, float(words, slot) + ofMeaning * meaning + added - question);
      };
      for (let slot = 0; slot < count; slot += 1) {
        const total = relevanceOf(slot);
        view.setFloat32(relevance + 4 * slot, total, true);
        if (total === 0) continue;
        const step = steps + 4 * Math.min(relevanceSteps - 1, Math.floor(total * stepsPerUnit));
        view.setInt32(step, view.getInt32(step, true) + 1, true);
      }
    },
    collect(relevance, count, least, slots) {
      const view = new DataView(memory.buffer);
      let found = 0;
      for (let slot = count - 1; slot >= 0; slot -= 1) {
        if (view.getFloat32(relevance + 4 * slot, true) < least) continue;
        view.setInt32(slots + 4 * found, slot, true);
        found += 1;
      }
      return found;
    },
  };
}
