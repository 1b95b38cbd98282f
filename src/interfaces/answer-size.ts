import { EngramError } from '../errors.ts';
import { jsonSizeUpTo } from '../json/json-size.ts';

/** Refuses an answer that would be larger than an interface on a network gives, before it is written. */
export function refuseLargeAnswer(answer: unknown, limit: number): void {
  if (jsonSizeUpTo(answer, limit) <= limit) return;
  throw new EngramError(
    'too_large',
    `The answer would be larger than ${limit} bytes. Ask for less: a smaller limit, one record instead of a list, shorter inputs.`,
    { details: { limit } },
  );
}
