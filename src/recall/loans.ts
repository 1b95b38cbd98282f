import { actingItself } from '../audit/acting.ts';
import type { Context } from '../ports/context.ts';
import { isExpired, type Memory } from '../records/memory.ts';
import type { OwnedOf } from '../records/owned/owned-records.ts';
import { type Source, schemaVersion } from '../records/record.ts';
import type { Scope, Viewer } from '../records/scope.ts';

const pageSize = 1_000;

/** Notes that a run was given memories that belong to somebody else. */
export async function noteLoans(
  context: Context,
  { id: runId, scope }: { readonly id: string; readonly scope: Scope },
  memories: ReadonlyArray<Pick<Memory, 'id'>>,
): Promise<void> {
  const now = context.clock.now();
  const commands = memories.map(({ id: memoryId }) => {
    const record: OwnedOf<'loan'> = {
      id: context.ids('rec'),
      scope,
      schemaVersion,
      createdAt: now,
      updatedAt: now,
      revision: 0,
      name: `${runId} ${memoryId}`,
      runId,
      memoryId,
    };
    return { type: 'create-record', kind: 'loan', record, ifAbsent: true } as const;
  });
  await context.store.commit(commands);
}

/**
 * The runs whose loans are over: they were given a memory that is no longer shared with them, or is gone. What was made from
 * such a run must not be used (SHR-1). Asked when it is to be used, so that a grant that runs out counts like one that is revoked.
 *
 * @example
 * const withdrawn = await withdrawnRuns(context, template.scope);
 */
export async function withdrawnRuns(context: Context, viewer: Viewer): Promise<ReadonlySet<string>> {
  const loans = await allLoans(context, viewer);
  if (loans.length === 0) return new Set();
  const now = context.clock.now();
  const withdrawn = new Set<string>();
  // The owner sees what all agents see: each loan is looked at as the agent that has it.
  for (const [holder, own] of byHolder(loans)) {
    const ids = [...new Set(own.map(({ memoryId }) => memoryId))];
    // Nobody is shown them.
    const there = await actingItself('loans', () =>
      context.store.getMemories({ ...viewer, agent: holder }, ids),
    );
    const readable = new Set(there.filter((memory) => !isExpired(memory, now)).map(({ id }) => id));
    for (const { runId, memoryId } of own) if (!readable.has(memoryId)) withdrawn.add(runId);
  }
  return withdrawn;
}

/** Whether something was made from one of these runs. */
export function restsOn(sources: readonly Source[], runs: ReadonlySet<string>): boolean {
  return sources.some(({ kind, id }) => kind === 'run' && runs.has(id));
}

/** The run as a source of what is made from it, when it was given something that may be taken back. */
export async function loanedRun(
  context: Context,
  { id, scope }: { readonly id: string; readonly scope: Scope },
): Promise<Source[]> {
  const { items } = await context.store.listRecords(scope, 'loan', { runId: id }, { limit: 1 });
  return items.length === 0 ? [] : [{ kind: 'run', id }];
}

async function allLoans(context: Context, viewer: Viewer): Promise<Array<OwnedOf<'loan'>>> {
  const loans: Array<OwnedOf<'loan'>> = [];
  let after: Parameters<Context['store']['listRecords']>[3]['after'];
  do {
    const page = await context.store.listRecords(viewer, 'loan', {}, { limit: pageSize, after });
    loans.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return loans;
}

function byHolder(loans: ReadonlyArray<OwnedOf<'loan'>>): Map<string | null, Array<OwnedOf<'loan'>>> {
  const groups = new Map<string | null, Array<OwnedOf<'loan'>>>();
  for (const loan of loans) groups.set(loan.scope.agent, [...(groups.get(loan.scope.agent) ?? []), loan]);
  return groups;
}
