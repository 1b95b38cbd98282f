import * as z from 'zod';
import { type EngramError, invalidInput } from '../errors.ts';

/** Refuses fields that an operation does not have, so that a typo is not lost: not every operation hands its whole input to the engine. */
export function refuseUnknownFields(name: string, given: object, input: z.ZodObject): void {
  if (takesOthers(input)) return;
  const { shape } = input;
  const unknown = Object.keys(given).filter((field) => !Object.hasOwn(shape, field));
  if (unknown.length > 0) throw unknownFields(name, unknown, Object.keys(shape));
}

/** An answer must not grow with what was sent. */
const maxNamed = 10;

function unknownFields(name: string, unknown: readonly string[], known: readonly string[]): EngramError {
  const named = unknown.slice(0, maxNamed);
  const more = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : '';
  const names = named.map((field) => `"${field.slice(0, 100)}"`).join(', ') + more;
  const takes = known.length === 0 ? 'It takes nothing.' : `It takes: ${known.join(', ')}.`;
  return invalidInput(`${name} does not have ${names}. ${takes}`, { details: { fields: named } });
}

/** Whether an input says itself what other fields are: the rows of clients have fields of their own. */
function takesOthers(input: z.ZodObject): boolean {
  const { catchall } = input._zod.def;
  return catchall !== undefined && !(catchall instanceof z.ZodNever);
}
