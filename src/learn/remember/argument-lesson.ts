import { sameJson } from '../../json/json.ts';
import type { AnsweredCall } from './said-message.ts';

/** Arguments that may differ between the call that failed and the one that worked. */
const maxChanged = 2;
const minValue = 3;
const maxValue = 100;

/** Arguments that made a call work, of which its error had spoken. */
export interface ChangedArguments {
  /** Names of arguments that were added. */
  readonly added: readonly string[];
  /** A value that the error names, and the one that worked. */
  readonly replaced: readonly { readonly name: string; readonly failed: string; readonly worked: string }[];
}

/**
 * What made the same call work, when the error itself spoke of it: an argument it names was added, or a value it names was replaced.
 * Null when all else changed, too, or the error says nothing about it.
 */
export function changedArguments(failed: AnsweredCall, worked: AnsweredCall): ChangedArguments | null {
  if (worked.failed || worked.tool !== failed.tool) return null;
  const [before, after] = [failed.arguments, worked.arguments];
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !sameJson(before[name] ?? null, after[name] ?? null),
  );
  if (names.length === 0 || names.length > maxChanged) return null;
  const added = names.filter(
    (name) => before[name] === undefined && new RegExp(`\\b${escaped(name)}\\b`).test(failed.output),
  );
  const replaced = names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (typeof old !== 'string' || typeof now !== 'string') return [];
    const isNamed = old.length >= minValue && old.length <= maxValue && failed.output.includes(old);
    return isNamed && now.length <= maxValue ? [{ name, failed: old, worked: now }] : [];
  });
  return added.length + replaced.length === names.length ? { added, replaced } : null;
}

function escaped(name: string): string {
  return name.replace(/[^\w]/g, '\\$&');
}
