import type { Json } from '../../model/json.ts';

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

/** A text that names one thing and says nothing else: `#W2378156`, `credit_card_9513926`, an UUID. */
export function isIdentifier(value: Json): value is string {
  return typeof value === 'string' && /^#?[\w-]{4,80}$/.test(value) && /\d.*\d.*\d/.test(value);
}

/** Letters and digits alone: `order_id` and `orderId` are one name. */
export function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** As a whole: `42` is in "order 42", not in "order 1423". */
export function tokenPlaces(text: string, token: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + token.length)) {
    const before = text[at - 1];
    const after = text[at + token.length];
    if (!joins(before, token[0]) && !joins(token.at(-1), after)) places.push(at);
  }
  return places;
}

/** Two letters or digits side by side belong to one token. */
function joins(left: string | undefined, right: string | undefined): boolean {
  const word = /[\p{L}\p{N}]/u;
  return left !== undefined && right !== undefined && word.test(left) && word.test(right);
}
