import type * as z from 'zod';
import { EngramError, invalidInput, phrase } from '../errors.ts';
import { memoryKinds, normaliseTopic } from '../records/memory.ts';
import type { growingKinds, RecordSelection } from '../records/record-selection.ts';
import type { RetentionPolicy } from '../records/retention.ts';
import type { deleteManyInput } from '../records/retention-inputs.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import { durationMs } from '../text/duration.ts';

/** Standings that a policy archives; the others are out of the way already. */
const toArchive = ['active', 'demoted'] as const;

/** What a policy is about at this moment. One of an agent never reaches beyond that agent. */
export function selectionsOf(policy: RetentionPolicy, now: number): RecordSelection[] {
  const { scope, kind, ofAgent, tag, olderThan, by, action } = policy;
  const common = {
    user: scope.user,
    project: scope.project,
    agent: scope.agent ?? ofAgent ?? undefined,
    before: now - durationMs(olderThan),
    by,
  };
  const memory = {
    ...common,
    of: 'memory' as const,
    kind: memoryKinds.find((each) => each === kind),
    tags: tag === null ? [] : [tag],
    ...(action === 'archive' ? { standings: toArchive } : {}),
  };
  const others: ReadonlyArray<(typeof growingKinds)[number]> =
    kind === 'run' || kind === 'session' ? [kind] : kind === 'all' && tag === null ? ['run', 'session'] : [];
  const isOfMemories = kind !== 'run' && kind !== 'session';
  return [...(isOfMemories ? [memory] : []), ...others.map((of) => ({ ...common, of }))];
}

/** What a deletion of many memories is about. */
export function selectionOf(
  viewer: Viewer,
  asked: z.output<typeof deleteManyInput>,
  now: number,
): RecordSelection {
  const { kind, tags, topic, olderThan, by, standing, of, all } = asked;
  const hasCondition = [kind, topic, olderThan, standing, of].some((given) => given !== undefined);
  if (!hasCondition && tags.length === 0 && !all) {
    throw invalidInput(phrase`Say which memories to delete, or ${{ field: 'all' }} to delete every one.`);
  }
  return {
    of: 'memory',
    user: viewer.user,
    project: viewer.project,
    agent: viewer.agent ?? of,
    kind,
    tags,
    topic: topic === undefined ? undefined : (normaliseTopic(topic) ?? undefined),
    before: olderThan === undefined ? undefined : now - durationMs(olderThan),
    by,
    standings: standing === undefined ? undefined : [standing],
  };
}

/** Only the owner of a project names another agent. */
export function refuseOthers(viewer: Viewer, of: string | undefined): void {
  if (of === undefined || viewer.agent === null || viewer.agent === of) return;
  throw new EngramError(
    'forbidden',
    `"${of}" is another agent, and only the owner of the project decides about its records.`,
    {
      hint: phrase`Act without ${{ acting: 'agent' }}, or leave ${{ field: 'of' }} out.`,
    },
  );
}

/** Only the owner of a project sets and lifts holds. */
export function refuseAgents(viewer: Scope): void {
  if (viewer.agent === null) return;
  throw new EngramError('forbidden', 'Only the owner of the project sets and lifts legal holds.', {
    hint: phrase`Act without ${{ acting: 'agent' }}.`,
  });
}
