import type { FailureLesson } from '../../records/lesson.ts';
import { sharedKeys } from './same-failure.ts';

/** Signatures that are kept as keys of a pattern, the newest; older ones are found by their group. */
const maxKeys = 900;

const groupPrefix = 'group:';
/** Before what a signature has in common with others of the same failure. By itself: all of these keys are there. */
const samePrefix = 'same::';
const mergedPrefix = 'merged::';

type Keyed = Pick<FailureLesson, 'keys'>;
type KeyedPattern = Pick<FailureLesson, 'keys' | 'content'>;

/** Key of a pattern by its group. */
export function groupKey(id: string): string {
  return `${groupPrefix}${id}`;
}

export function isGroupKey(key: string): boolean {
  return key.startsWith(groupPrefix);
}

/** Key of patterns that were merged into the one of this id. */
export function mergedKey(id: string): string {
  return `${mergedPrefix}${id}`;
}

/** The signatures among the keys of a pattern. */
export function signaturesOf({ keys }: Keyed): string[] {
  return keys.filter(
    (key) => !isGroupKey(key) && !key.startsWith(samePrefix) && !key.startsWith(mergedPrefix),
  );
}

export function isFull(pattern: Keyed): boolean {
  return signaturesOf(pattern).length >= maxKeys;
}

/**
 * The keys of a pattern with others added: its groups, its newest signatures, and what each of these has in common with others of the
 * same failure, so that a pattern is found without reading all of them.
 */
export function keysWith(pattern: KeyedPattern, added: readonly string[]): string[] {
  const keys = [...new Set([...pattern.keys, ...added])];
  const signatures = signaturesOf({ keys });
  const kept = signatures.slice(-maxKeys);
  const before = new Set(signaturesOf(pattern));
  const isComplete = hasAllKeys(pattern) && kept.length === signatures.length;
  const known = isComplete ? pattern.keys.filter((key) => key.startsWith(samePrefix)) : [samePrefix];
  const unknown = isComplete ? kept.filter((signature) => !before.has(signature)) : kept;
  const same = unknown.flatMap((signature) =>
    [...sharedKeys(signature)].filter((key) => key !== signature).map((key) => samePrefix + key),
  );
  return [...keys.filter(isGroupKey), ...kept, ...new Set([...known, ...same])];
}

/** Whether a pattern is found by all it has in common with others. Those of earlier versions are not. */
export function hasAllKeys({ keys, content: { mergedInto } }: KeyedPattern): boolean {
  return keys.includes(mergedInto === null ? samePrefix : mergedKey(mergedInto));
}

/** All that a pattern is found by. */
export function allKeysOf(pattern: KeyedPattern): string[] {
  const { mergedInto } = pattern.content;
  return mergedInto === null ? keysWith(pattern, []) : [mergedKey(mergedInto)];
}

/** The keys by which patterns of the same failure as one of these signatures are found, and a few others. */
export function keysOfSameFailure(signatures: readonly string[]): string[] {
  const shared = new Set(signatures.flatMap((signature) => [...sharedKeys(signature)]));
  return [...shared].flatMap((key) => [key, samePrefix + key]);
}
