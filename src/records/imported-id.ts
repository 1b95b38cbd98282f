import { createHash } from 'node:crypto';
import type { Scope } from './scope.ts';

/**
 * The id of a record that an import makes: the same whenever the same source is imported, so that doing it again adds only
 * what is new, and so that the run of an imported session can be found. The owner is part of it: ids of runs are unique
 * across all users, ids of sources are not.
 *
 * @example
 * importedId('run', scope, 'chat-1'); // 'run_' and 26 hex digits
 */
export function importedId(
  prefix: 'run' | 'step' | 'msg' | 'mem',
  scope: Scope,
  ...parts: readonly string[]
): string {
  const name = JSON.stringify([scope.user, scope.project, scope.agent, ...parts]);
  return `${prefix}_${createHash('sha256').update(name).digest('hex').slice(0, 26)}`;
}

/** Whether an import made this id. Ids of what is recorded live have capital letters. */
export function isImportedId(id: string): boolean {
  return /^[a-z]+_[0-9a-f]{26}$/.test(id);
}
