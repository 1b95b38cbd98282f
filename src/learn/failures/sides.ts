import { isOf, sharedFailures } from '../../access/grants.ts';
import { isWithin, maySee, reachOf } from '../../access/reach.ts';
import type { SharedRead } from '../../records/audit.ts';
import type { Grant } from '../../records/grant.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import type { Scope, Viewer } from '../../records/scope.ts';

/** Somebody whose failures are read: the viewer, or who shares them with the viewer. */
export interface FailureSide {
  /** As whom the store is asked. */
  readonly reader: Viewer;
  /** Agents whose records count; null is the project itself. Left out: those of the whole project. */
  readonly owners?: ReadonlyArray<string | null>;
  /** Only this pattern; null for all. */
  readonly pattern: string | null;
  /** Records that this viewer reads without a grant are left out: they are on its own side. */
  readonly beside?: Viewer;
}

/**
 * Whose failures a viewer knows of (SHR-1). When the project shares its failures, it is everybody's, read as by its owner; else
 * its own and those that agents share with it. No failure is on two sides.
 */
export function failureSides(viewer: Viewer, granted: readonly Grant[]): readonly FailureSide[] {
  const { owners } = reachOf(viewer);
  const own: FailureSide = { reader: viewer, ...(owners === undefined ? {} : { owners }), pattern: null };
  if (viewer.agent === null) return [own];
  const shared = sharedFailures(viewer, granted);
  if (shared.some(({ giver, pattern }) => giver.agent === null && pattern === null))
    return [{ reader: { ...viewer, agent: null }, pattern: null }];
  const all = new Set(shared.filter(({ pattern }) => pattern === null).map(({ giver }) => giver.agent));
  const sides = shared.flatMap(({ giver, pattern }): FailureSide[] =>
    pattern !== null && all.has(giver.agent)
      ? []
      : [
          {
            reader: giver,
            ...(giver.agent === null ? {} : { owners: [giver.agent] }),
            pattern,
            beside: viewer,
          },
        ],
  );
  const once = new Map(sides.map((side) => [JSON.stringify([side.reader.agent, side.pattern]), side]));
  return [own, ...once.values()];
}

/** Whether an owner's records count on this side. */
export function isOnSide({ reader, owners, beside }: FailureSide, owner: Scope): boolean {
  const { user, project } = reader;
  const isTheirs = isWithin({ user, project, ...(owners === undefined ? {} : { owners }) }, owner);
  return isTheirs && (beside === undefined || !maySee(beside, owner));
}

/** Whether a pattern may be shown; for one that is shared alone, no other. */
export function isShown({ pattern }: FailureSide, { id }: Pick<FailureLesson, 'id'>): boolean {
  return pattern === null || pattern === id;
}

/** Patterns that a viewer knows of by grants alone, and by which. */
export function sharedPatternReads(
  viewer: Viewer,
  granted: readonly Grant[],
  patterns: ReadonlyArray<Pick<FailureLesson, 'id' | 'scope'>>,
): SharedRead[] {
  return patterns
    .filter(({ scope }) => !maySee(viewer, scope))
    .map(({ id, scope }) => {
      const allowing = granted.filter(
        ({ what, scope: giver }) =>
          what.of === 'failures' && isOf(giver, scope) && (what.pattern === null || what.pattern === id),
      );
      return { kind: 'failure', id, of: scope, grants: allowing.map(({ name }) => name) };
    });
}
