import { carriedGrants, grantsTo } from '../../access/grants.ts';
import { actingItself } from '../../audit/acting.ts';
import type { Context } from '../../ports/context.ts';
import type { FailureTally, UnsortedFailures } from '../../records/execution.ts';
import type { Grant } from '../../records/grant.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import { type FailureMemory, isFailureMemory, signatureOfMemory } from './failure-memory.ts';
import { type FailureSide, failureSides, isOnSide } from './sides.ts';

const maxMemories = 1_000;

/** Whose failures a viewer knows of right now. */
export async function sidesOf(context: Context, viewer: Viewer): Promise<readonly FailureSide[]> {
  return failureSides(viewer, await grantsOf(context, viewer));
}

export async function grantsOf(context: Context, viewer: Viewer): Promise<readonly Grant[]> {
  return grantsTo(viewer, await context.store.openGrants(viewer.user), context.clock.now());
}

/** Owners on these sides with failures that are in no pattern yet. Of a single pattern that is shared, all is sorted. */
export async function unsortedOn(
  { store }: Pick<Context, 'store'>,
  sides: readonly FailureSide[],
): Promise<readonly UnsortedFailures[]> {
  const found = await Promise.all(
    sides
      .filter(({ pattern }) => pattern === null)
      .map(async (side) =>
        (await store.unsortedFailures(side.reader)).filter(({ agent }) =>
          isOnSide(side, { ...side.reader, agent }),
        ),
      ),
  );
  return found.flat();
}

/** The failure memories of one side. */
export async function memoriesOn(
  context: Context,
  side: FailureSide,
  viewer: Viewer,
): Promise<FailureMemory[]> {
  const { reader } = side;
  const failures = { kind: 'failure', now: context.clock.now() } as const;
  const read = () => context.store.listMemories(reader, failures, { limit: maxMemories });
  // Read as by its owner; what of it the viewer is given is told all at once.
  const { items } = await (sameScope(reader, viewer) ? read() : actingItself('failures', read));
  return (
    items
      .filter(isFailureMemory)
      .filter(({ scope }) => isOnSide(side, scope))
      // A pattern would outlast the grant that a copy was made by.
      .filter((memory) => carriedGrants(memory).length === 0)
  );
}

/** A failure memory, counted as one failure without a tool. */
export function tallyOf(memory: FailureMemory): FailureTally {
  return {
    agent: memory.scope.agent,
    signature: signatureOfMemory(memory),
    tool: null,
    occurrences: 1,
    firstSeenAt: memory.createdAt,
    lastSeenAt: memory.createdAt,
  };
}
