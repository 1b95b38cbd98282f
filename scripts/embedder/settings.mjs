// What was chosen, and can be chosen otherwise. A change gives another table with another id.
export const seed = 20;
export const dimensions = 256;
export const wordCount = 48_000;
/** Each of so many pieces of a word's vector is kept as one byte. */
export const pieces = 64;

export const training = {
  batch: 512,
  epochs: 2,
  temperature: 0.05,
  wordDropOut: 0.15,
  learningRate: 2e-3,
  /**
   * How far to go from the start to what was learned. All the way knows its texts best, but conversations, which are none of
   * them, less well than before.
   */
  trust: 0.65,
};
