import { setImmediate as pause } from 'node:timers/promises';
import type * as z from 'zod';
import { because } from '../audit/acting.ts';
import { retryOnConflict } from '../learn/lessons.ts';
import { changed, reviseCommand } from '../learn/life/change.ts';
import { committed } from '../learn/life/round.ts';
import type { Context } from '../ports/context.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { RecordSelection } from '../records/record-selection.ts';
import type { Removal, RetentionPolicy } from '../records/retention.ts';
import { type PolicyResult, somePolicyInput } from '../records/retention-inputs.ts';
import type { Viewer } from '../records/scope.ts';
import { sameScope } from '../records/scope.ts';
import { deleteSelected } from './delete-records.ts';
import { policiesToRun } from './policies.ts';
import { selectionsOf } from './select-records.ts';
import { added, addedToDay, noSums, type RecordSums } from './sums.ts';

/** Records that one piece of background work deletes, and how often it looks for some. */
const pieceSize = 200;
const lookAgainMs = 600_000;
/** Days of policies that the report of a project keeps. */
const maxRemovals = 1_000;

/** What became of records by a policy. */
interface Enforced {
  readonly deleted: RecordSums;
  readonly archived: RecordSums;
  readonly held: number;
}

/** Carries out policies now (SHR-4): all that the viewer may, or the one of this name. */
export async function runPolicies(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof somePolicyInput> = {},
): Promise<readonly PolicyResult[]> {
  const { name } = parseInput(somePolicyInput, raw, 'run');
  const results: PolicyResult[] = [];
  for (const policy of await policiesToRun(context, viewer, name)) {
    const { deleted, archived, held } = await enforce(context, policy, Number.POSITIVE_INFINITY);
    const { byKind } = added(deleted, archived);
    results.push({ policy: policy.name, deleted: deleted.count, archived: archived.count, held, byKind });
  }
  return results;
}

/** Carries out every policy of the store in bounded pieces, and keeps what each did for the report. */
export function retentionWork(context: Context) {
  const { store, clock } = context;
  let lookAt = 0;

  async function hasWork(policy: RetentionPolicy): Promise<boolean> {
    for (const selection of selectionsOf(policy, clock.now())) {
      if ((await store.selectRecords(selection, null, 1)).items.length > 0) return true;
    }
    return false;
  }

  return {
    name: 'apply-retention',
    async waiting(): Promise<number | null> {
      if (clock.now() < lookAt) return 0;
      for (const policy of await store.retentionPolicies()) if (await hasWork(policy)) return null;
      lookAt = clock.now() + lookAgainMs;
      return 0;
    },
    async doPiece(): Promise<{ done: number; left: number | null }> {
      for (const policy of await store.retentionPolicies()) {
        const { deleted, archived } = await enforce(context, policy, pieceSize);
        const done = deleted.count + archived.count;
        if (done > 0) return { done, left: null };
      }
      lookAt = clock.now() + lookAgainMs;
      return { done: 0, left: 0 };
    },
  };
}

async function enforce(context: Context, policy: RetentionPolicy, maxRecords: number): Promise<Enforced> {
  let deleted = noSums;
  let archived = noSums;
  let held = 0;
  for (const selection of selectionsOf(policy, context.clock.now())) {
    if (policy.action === 'archive') {
      archived = added(archived, await archiveSelected(context, policy, selection, maxRecords));
    } else {
      const deletion = await because(`policy ${policy.name}`, () =>
        deleteSelected(context, selection, maxRecords),
      );
      deleted = added(deleted, deletion.gone);
      held += deletion.held;
    }
  }
  const enforced = { deleted, archived, held };
  if (deleted.count + archived.count > 0) await noteRemoval(context, policy, enforced);
  return enforced;
}

async function archiveSelected(
  context: Context,
  { name, olderThan }: RetentionPolicy,
  selection: RecordSelection,
  maxRecords: number,
): Promise<RecordSums> {
  const { store, clock } = context;
  let gone = noSums;
  let after: string | null = null;
  do {
    const piece: Awaited<ReturnType<Context['store']['selectRecords']>> = await store.selectRecords(
      selection,
      after,
      50,
    );
    const ids = piece.items.map(({ id }) => id);
    const owner = { user: selection.user, project: selection.project, agent: null };
    for (const memory of await store.getMemories(owner, ids)) {
      const note = `The policy "${name}" archives what is older than ${olderThan}.`;
      const change = changed(memory, { standing: 'archived' }, 'archived', note);
      const { kind, createdAt } = memory;
      if (await committed(context, [reviseCommand(change, clock.now())]))
        gone = added(gone, { count: 1, byKind: { [kind]: 1 }, oldest: createdAt, newest: createdAt });
    }
    after = piece.next;
    await pause();
  } while (after !== null && gone.count < maxRecords);
  return gone;
}

/** Adds to what the policy did on this day. The oldest days of a project make room for new ones. */
async function noteRemoval(context: Context, policy: RetentionPolicy, enforced: Enforced): Promise<void> {
  const { store, clock, ids } = context;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const name = `${policy.name} ${day}`;
  await retryOnConflict(context, async () => {
    const now = clock.now();
    const found = await store.findRecords(policy.scope, 'removal', name);
    const known = found.find(({ scope }) => sameScope(scope, policy.scope));
    const gone = added(enforced.deleted, enforced.archived);
    const first: Removal = {
      schemaVersion,
      id: ids('rec'),
      scope: policy.scope,
      createdAt: now,
      updatedAt: now,
      revision: 0,
      name,
      policy: policy.name,
      day,
      deleted: 0,
      archived: 0,
      held: 0,
      byKind: {},
      oldest: gone.oldest ?? now,
      newest: gone.newest ?? now,
    };
    const record = { ...addedToDay(known ?? first, enforced), updatedAt: now };
    if (known === undefined) {
      await store.commit([{ type: 'create-record', kind: 'removal', record }]);
      await forgetOldest(context, policy);
    } else {
      const revised = { ...record, revision: known.revision + 1 };
      await store.commit([{ type: 'revise-record', kind: 'removal', owner: known.scope, record: revised }]);
    }
  });
}

async function forgetOldest({ store }: Context, { scope }: RetentionPolicy): Promise<void> {
  const { items, next } = await store.listRecords(scope, 'removal', {}, { limit: maxRemovals });
  if (next === null) return;
  const older = await store.listRecords(scope, 'removal', {}, { limit: maxRemovals, after: next });
  const own = older.items.filter((removal) => sameScope(removal.scope, scope) && items.length > 0);
  await store.commit(
    own.map(({ id, scope: owner }) => ({ type: 'delete-record', kind: 'removal', owner, id })),
  );
}
