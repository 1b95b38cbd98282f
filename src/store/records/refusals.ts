import { EngramError, type Phrase } from '../../errors.ts';

/** The place of a new record is taken. */
export function taken(what: string, id: string, advice: string | Phrase): EngramError {
  return new EngramError('conflict', `The ${what} "${id}" exists already.`, {
    details: { what, id },
    hint: typeof advice === 'string' ? [advice] : advice,
  });
}

/** The record is not as the caller has read it. */
export function changedMeanwhile(what: string, id: string): EngramError {
  return new EngramError(
    'conflict',
    `The ${what} "${id}" was changed meanwhile. Read it again and repeat the change.`,
    { details: { what, id } },
  );
}

/** A hold covers what the command would delete. `withHolds` adds which one. */
export function held(what: string, id: string): EngramError {
  return new EngramError('held', `The ${what} "${id}" cannot be deleted: it is under a legal hold.`, {
    details: { what, id },
  });
}

/** For a change that would take a memory out of the reach of a hold. */
export function heldByTag(id: string): EngramError {
  return new EngramError(
    'held',
    `The memory "${id}" is under a legal hold by one of its tags, which cannot be taken away.`,
    { details: { what: 'memory', id } },
  );
}

/** Like `notFound`, for records that no command lists. */
export function gone(what: string, id: string): EngramError {
  return new EngramError(
    'not_found',
    `No ${what} "${id}" here. It may have been deleted; look it up again and repeat the change.`,
    { details: { what, id } },
  );
}
