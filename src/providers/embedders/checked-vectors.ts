import { counted } from '../../text/counted.ts';
import { malformed, type ServiceAttempt } from '../attempts.ts';

/**
 * What a model answered, as vectors: one for each text, all of one length, finite numbers only. Without
 * `dimensions` the first vector says the length.
 */
export function checkedVectors(
  answers: readonly unknown[],
  texts: number,
  dimensions?: number,
): ServiceAttempt<readonly Float32Array[]> {
  if (answers.length !== texts) {
    return malformed(`it gave ${counted(answers.length, 'vector')} for ${counted(texts, 'text')}`);
  }
  const vectors: Float32Array[] = [];
  let expected = dimensions;
  for (const answer of answers) {
    const vector = toVector(answer);
    if (vector === undefined) return malformed('it gave a vector that is not a list of numbers');
    expected ??= vector.length;
    if (vector.length !== expected) {
      return malformed(`it gave a vector of ${vector.length} numbers where ${expected} were expected`);
    }
    // Checked as it is kept: a number may be finite, and too large for 32 bits.
    if (!vector.every(Number.isFinite)) return malformed('it gave a vector with numbers that are not finite');
    vectors.push(vector);
  }
  return { kind: 'done', value: vectors };
}

/** JSON has no NaN; servers write null instead, which must not be taken for zero. */
function toVector(answer: unknown): Float32Array | undefined {
  if (answer instanceof Float32Array) return answer.length === 0 ? undefined : answer;
  if (!Array.isArray(answer) || answer.length === 0) return undefined;
  return answer.every((number) => typeof number === 'number') ? Float32Array.from(answer) : undefined;
}
