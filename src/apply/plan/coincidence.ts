import type { Binding } from '../../model/plan.ts';
import type { Wanted } from './candidate.ts';
import { letters, likeness } from './sources.ts';

/** So much more must a number say to be an input that goes by another name. */
const unlikeBits = 8;

/**
 * How much less an equal number counts as an explanation. Three of something and version 3 are equal by accident; an input
 * called `ticket` and the `id` of `getTicket` are hardly.
 */
export function coincidenceOf(
  { value, key }: Pick<Wanted, 'value' | 'key'>,
  tool: string,
  name: string,
  { from }: Binding,
): number {
  const isGiven = from === 'parameter' || from === 'member';
  if (!isGiven || !Number.isInteger(value) || likeness(key, name) > 0) return 0;
  return isIdentity(key) && letters(tool).includes(letters(name)) ? 0 : unlikeBits;
}

/** The same for a number that was given as a text, as on a command line. */
export function coincidenceOfText(
  wanted: Pick<Wanted, 'value' | 'key'>,
  tool: string,
  binding: Binding,
): number {
  const isGiven = binding.from === 'number' && binding.of.from === 'parameter';
  return isGiven ? coincidenceOf(wanted, tool, binding.of.name, binding.of) : 0;
}

/** Whether an argument tells which thing is meant, without saying what kind of thing. */
function isIdentity(key: string): boolean {
  return ['id', 'number', 'no', 'nr', 'key'].includes(letters(key));
}
