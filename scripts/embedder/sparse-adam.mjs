// Adam for a table of which each batch touches only some rows.
const firstDecay = 0.9;
const secondDecay = 0.999;
const tiny = 1e-8;

/** `paces` says how fast each row may move: frequent words, which are short, must not grow long by being met often. */
export function openSparseAdam(table, dimensions, paces) {
  const rows = table.length / dimensions;
  const gradient = new Float32Array(table.length);
  const first = new Float32Array(table.length);
  const second = new Float32Array(table.length);
  const touched = new Uint8Array(rows);
  const list = [];
  let steps = 0;
  return {
    /** Adds a gradient that lies in `values` from `from` on to a row. */
    add(row, values, from) {
      if (touched[row] === 0) {
        touched[row] = 1;
        list.push(row);
      }
      const start = row * dimensions;
      for (let index = 0; index < dimensions; index += 1) gradient[start + index] += values[from + index];
    },
    /** Moves the rows that were touched since the last step. */
    step(learningRate) {
      steps += 1;
      const rate = (learningRate * Math.sqrt(1 - secondDecay ** steps)) / (1 - firstDecay ** steps);
      for (const row of list) {
        const pace = rate * paces[row];
        for (let index = row * dimensions; index < (row + 1) * dimensions; index += 1) {
          const slope = gradient[index];
          first[index] = firstDecay * first[index] + (1 - firstDecay) * slope;
          second[index] = secondDecay * second[index] + (1 - secondDecay) * slope * slope;
          table[index] -= (pace * first[index]) / (Math.sqrt(second[index]) + tiny);
          gradient[index] = 0;
        }
        touched[row] = 0;
      }
      list.length = 0;
    },
  };
}
