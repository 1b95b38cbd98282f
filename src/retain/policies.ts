import type * as z from 'zod';
import { holdsOf } from '../access/holding-store.ts';
import { pickOne } from '../access/pick-one.ts';
import { mayChange } from '../access/reach.ts';
import { invalidInput, notFound, phrase } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { Hold } from '../records/hold.ts';
import { isExpired } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Removal, RetentionPolicy } from '../records/retention.ts';
import * as inputs from '../records/retention-inputs.ts';
import { sameScope, type Viewer } from '../records/scope.ts';
import { sampleOf } from './delete-records.ts';
import { refuseAgents, refuseOthers, selectionsOf } from './select-records.ts';
import { added, holdsWithin, noSums, surveyed } from './sums.ts';

const wholeList = { limit: 1_000 };

/** Sets a policy, or replaces the one of this name (SHR-4). */
export async function setPolicy(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof inputs.setPolicyInput>,
): Promise<RetentionPolicy> {
  const { of, tag = null, ...asked } = parseInput(inputs.setPolicyInput, raw, 'policy');
  refuseOthers(viewer, of);
  const isOfMemories = asked.kind !== 'run' && asked.kind !== 'session';
  if (tag !== null && !isOfMemories)
    throw invalidInput(phrase`Only memories have tags: leave ${{ field: 'tag' }} out.`);
  if (asked.action === 'archive' && (!isOfMemories || asked.kind === 'all'))
    throw invalidInput('Only memories can be archived: choose "delete", or a kind of memory.');
  const now = context.clock.now();
  const ofAgent = viewer.agent === null ? (of ?? null) : null;
  const found = await context.store.findRecords(viewer, 'policy', asked.name);
  const known = found.find(({ scope }) => sameScope(scope, viewer));
  const policy: RetentionPolicy = {
    ...(known ?? { schemaVersion, id: context.ids('rec'), scope: viewer, createdAt: now }),
    ...asked,
    ofAgent,
    tag,
    updatedAt: now,
    revision: known === undefined ? 0 : known.revision + 1,
  };
  await context.store.commit([
    known === undefined
      ? { type: 'create-record', kind: 'policy', record: policy }
      : { type: 'revise-record', kind: 'policy', owner: policy.scope, record: policy },
  ]);
  return policy;
}

/** The policies of a viewer: an agent's own and the project's; for the owner, those of all agents. */
export async function listPolicies(context: Context, viewer: Viewer): Promise<readonly RetentionPolicy[]> {
  return (await context.store.listRecords(viewer, 'policy', {}, wholeList)).items;
}

export async function removePolicy(
  context: Context,
  viewer: Viewer,
  rawName: string,
): Promise<{ removed: string }> {
  const { name } = parseInput(inputs.policyNameInput, { name: rawName }, 'policy');
  const found = (await context.store.findRecords(viewer, 'policy', name)).filter(({ scope }) =>
    mayChange(viewer, scope),
  );
  const { scope, id } = pickOne('policy', name, viewer, found);
  await context.store.commit([{ type: 'delete-record', kind: 'policy', owner: scope, id }]);
  return { removed: name };
}

/** Policies that a viewer may carry out: all, or the one of this name. */
export async function policiesToRun(
  context: Context,
  viewer: Viewer,
  name: string | undefined,
): Promise<readonly RetentionPolicy[]> {
  const own = (await listPolicies(context, viewer)).filter(
    (policy) => mayChange(viewer, policy.scope) && (name === undefined || name === policy.name),
  );
  if (own.length === 0 && name !== undefined) throw notFound('policy', name);
  return own;
}

/** What policies would do now. Nothing changes. Policies that overlap count the same record each. */
export async function previewPolicies(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof inputs.somePolicyInput> = {},
): Promise<readonly inputs.PolicyPreview[]> {
  const { name } = parseInput(inputs.somePolicyInput, raw, 'preview');
  const previews: inputs.PolicyPreview[] = [];
  for (const policy of await policiesToRun(context, viewer, name)) {
    const selections = selectionsOf(policy, context.clock.now());
    const counts = await Promise.all(selections.map((selection) => context.store.surveyRecords(selection)));
    const sums = counts.map(surveyed);
    const held = sums.reduce((sum, each) => sum + each.held, 0);
    const { count, byKind, oldest, newest } = sums.reduce(added, noSums);
    const holds = held === 0 ? [] : holdsWithin(await holdsOf(context.store, viewer), selections);
    const sample = await sampleOf(context, selections);
    previews.push({ policy, count, byKind, oldest, newest, held, holds, sample });
  }
  return previews;
}

/** What policies did, the latest days first. */
export async function retentionReport(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof inputs.retentionReportInput> = {},
): Promise<readonly Removal[]> {
  const { policy, limit } = parseInput(inputs.retentionReportInput, raw, 'report');
  return (await context.store.listRecords(viewer, 'removal', { policy }, { limit })).items;
}

/** Holds records of the project: from now on nothing that the hold covers is deleted. */
export async function setHold(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof inputs.setHoldInput>,
): Promise<Hold> {
  const { name, of, kind, tag, memory, reason } = parseInput(inputs.setHoldInput, raw, 'hold');
  refuseAgents(viewer);
  const isOfMemories = kind !== 'run' && kind !== 'session';
  if (!isOfMemories && (tag !== undefined || memory !== undefined))
    throw invalidInput(`A ${kind} has no tags and is no memory, so the hold would cover nothing.`);
  const now = context.clock.now();
  if (memory !== undefined) {
    const held = await context.store.getMemory(viewer, memory);
    if (held === undefined || !mayChange(viewer, held.scope) || isExpired(held, now))
      throw notFound('memory', memory);
  }
  const record: Hold = {
    schemaVersion,
    id: context.ids('rec'),
    scope: viewer,
    createdAt: now,
    updatedAt: now,
    revision: 0,
    name,
    ofAgent: of ?? null,
    ofKind: kind ?? null,
    tag: tag ?? null,
    memory: memory ?? null,
    reason,
  };
  await context.store.commit([{ type: 'create-record', kind: 'hold', record }]);
  return record;
}

/** Lifts a hold. What it kept may be deleted from now on, and expired memories are pruned. */
export async function releaseHold(
  context: Context,
  viewer: Viewer,
  rawName: string,
): Promise<{ released: string }> {
  const { name } = parseInput(inputs.holdNameInput, { name: rawName }, 'hold');
  refuseAgents(viewer);
  const { scope, id } = pickOne('hold', name, viewer, await context.store.findRecords(viewer, 'hold', name));
  await context.store.commit([{ type: 'delete-record', kind: 'hold', owner: scope, id }]);
  return { released: name };
}

export async function listHolds(context: Context, viewer: Viewer): Promise<readonly Hold[]> {
  return holdsOf(context.store, viewer);
}
