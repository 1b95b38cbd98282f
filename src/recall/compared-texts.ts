import { termsOf } from '../text/terms.ts';
import type { MeaningSpace } from './meaning.ts';
import type { VectorMatrix } from './vectors/vectors.ts';

/** Texts in the cache; when there are more, it is cleared. */
const maxCompared = 5_000;

interface KeptText {
  readonly meaning: MeaningSpace;
  readonly matrix: VectorMatrix;
  /** The slots of texts in the matrix; texts that were given the same vector share one. */
  readonly slots: Map<string, number>;
  /** How many slots of the matrix are taken. */
  taken: number;
}

/** The words and the vectors of texts that are compared again and again, such as descriptions of tasks. */
export interface ComparedTexts {
  termsIn(text: string): ReadonlySet<string>;
  /** How close the meaning of a text is to that of each of the others, from 0 to 1. */
  cosines(meaning: MeaningSpace, text: string, others: readonly string[]): Promise<number[]>;
  free(): void;
}

export function createComparedTexts(): ComparedTexts {
  let terms = new Map<string, ReadonlySet<string>>();
  let kept: KeptText | undefined;

  function keptFor(meaning: MeaningSpace): KeptText {
    if (kept !== undefined && (kept.meaning !== meaning || kept.slots.size > maxCompared)) forget();
    kept ??= { meaning, matrix: meaning.space.newMatrix(), slots: new Map(), taken: 0 };
    return kept;
  }

  function forget(): void {
    kept?.matrix.free();
    kept = undefined;
  }

  async function cosines(meaning: MeaningSpace, text: string, others: readonly string[]): Promise<number[]> {
    const current = keptFor(meaning);
    const { matrix, slots } = current;
    const unknown = [...new Set(others.filter((other) => !slots.has(other)))];
    const [asked, ...made] = await meaning.embedder.embed([text, ...unknown]);
    // Another call may have cleared the cache meanwhile.
    if (kept !== current) return cosines(meaning, text, others);
    const sharing = new Map<Float32Array, number>();
    unknown.forEach((other, index) => {
      const vector = made[index];
      if (vector === undefined || slots.has(other)) return;
      const slot = sharing.get(vector) ?? current.taken;
      if (slot === current.taken) {
        matrix.set(slot, vector);
        current.taken += 1;
      }
      sharing.set(vector, slot);
      slots.set(other, slot);
    });
    const scores = new Float32Array(current.taken);
    if (asked !== undefined) matrix.score(asked, current.taken, scores);
    return others.map((other) => rounded(scores[slots.get(other) ?? current.taken] ?? 0));
  }

  return {
    termsIn(text) {
      if (terms.size > maxCompared) terms = new Map();
      const known = terms.get(text) ?? new Set(termsOf(text));
      terms.set(text, known);
      return known;
    },
    cosines,
    free: forget,
  };
}

/** As many digits as are exact. A negative cosine means nothing in common. */
function rounded(cosine: number): number {
  return cosine > 0 ? Math.round(cosine * 1e4) / 1e4 : 0;
}
