import type { Json } from '../../json/json.ts';

/** Words that stand in many results without having come from one. */
const commonWords = new Set(
  'ok yes no on off true false none null all any new old open closed active inactive pending done failed success error default asc desc get put post'.split(
    ' ',
  ),
);

/** A value that two results share by accident says nothing about where it came from. */
export function isDistinctive(value: Json): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) >= 100;
  return (
    typeof value === 'string' && value.trim().length >= 3 && !commonWords.has(value.trim().toLowerCase())
  );
}
