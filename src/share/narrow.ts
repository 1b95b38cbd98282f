import { invalidInput } from '../errors.ts';
import type { Selection } from '../records/grant.ts';

type SelectedMemories = Extract<Selection, { of: 'memories' }>;

/**
 * What is left when something that was shared is shared on in part: only what both select. Refused when they have nothing in
 * common by what they say.
 *
 * @example
 * narrow(knowledge, reviewed); // memories of kind knowledge with the tag reviewed
 */
export function narrow(given: Selection, wanted: Selection): Selection {
  if (given.of === 'memories' && wanted.of === 'memories') return narrowMemories(given, wanted);
  if (given.of === 'failures' && wanted.of === 'failures')
    return { of: 'failures', pattern: both('pattern', given.pattern, wanted.pattern) };
  if (given.of === 'pattern' && wanted.of === 'pattern' && given.slug === wanted.slug) return given;
  throw beyond('what is wanted');
}

function narrowMemories(given: SelectedMemories, wanted: SelectedMemories): SelectedMemories {
  return {
    of: 'memories',
    id: both('memory', given.id, wanted.id),
    kind: both('kind', given.kind, wanted.kind),
    domain: both('domain', given.domain, wanted.domain),
    topic: both('pattern', given.topic, wanted.topic),
    tags: [...new Set([...given.tags, ...wanted.tags])],
  };
}

function both<Value>(name: string, given: Value | null, wanted: Value | null): Value | null {
  if (given !== null && wanted !== null && given !== wanted) throw beyond(`this ${name}`);
  return given ?? wanted;
}

function beyond(what: string): Error {
  return invalidInput(`The grant does not cover ${what}. Share on what it covers, or a part of that.`);
}
