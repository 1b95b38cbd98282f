import type * as z from 'zod';
import { mayChange } from '../../access/reach.ts';
import { EngramError, invalidInput, notFound } from '../../errors.ts';
import type { Context } from '../../ports/context.ts';
import type { Command } from '../../ports/store.ts';
import { linkInput, unlinkInput } from '../../records/link-inputs.ts';
import { isExpired, type Memory } from '../../records/memory.ts';
import type { MemoryLink } from '../../records/memory-link.ts';
import { parseInput } from '../../records/parse.ts';
import { schemaVersion } from '../../records/record.ts';
import type { Viewer } from '../../records/scope.ts';
import { changed, reviseCommand } from './change.ts';

/**
 * Links two memories (MEM-8): one of one's own with any that one may see. What is superseded stops being recalled, when it is
 * one's own: its standing is `superseded`, as when consolidation settles a contradiction.
 */
export async function linkMemories(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof linkInput>,
): Promise<MemoryLink> {
  const { from, relation, to, note } = parseInput(linkInput, raw, 'link');
  if (from === to) throw invalidInput('A memory cannot be linked with itself.');
  const [one, other] = [await visible(context, viewer, from), await visible(context, viewer, to)];
  if (!mayChange(viewer, one.scope) && !mayChange(viewer, other.scope)) {
    throw new EngramError('forbidden', 'Neither of the two memories is yours: one of them must be.', {
      details: { from, to },
    });
  }
  const createdAt = context.clock.now();
  const link: MemoryLink = {
    schemaVersion,
    id: context.ids('rec'),
    scope: viewer,
    createdAt,
    from,
    relation,
    to,
    note: await context.redact(note),
  };
  const settled =
    relation === 'supersedes' && mayChange(viewer, other.scope) ? supersededBy(other, from, createdAt) : [];
  await context.store.commit([{ type: 'link-memories', link }, ...settled]);
  const kept = await context.store.listLinks(viewer, [from], maxLinks);
  return kept.find((each) => each.relation === relation && each.to === to) ?? link;
}

/** Links that are looked through for one. */
const maxLinks = 1_000;

/** Takes a link of one's own back. What it superseded is recalled again. */
export async function unlinkMemories(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof unlinkInput>,
): Promise<{ unlinked: string }> {
  const { from, relation, to } = parseInput(unlinkInput, raw, 'link');
  const other = relation === 'supersedes' ? await context.store.getMemory(viewer, to) : undefined;
  const restored =
    other !== undefined && mayChange(viewer, other.scope)
      ? restoredFrom(other, from, context.clock.now())
      : [];
  await context.store.commit([{ type: 'unlink-memories', owner: viewer, from, relation, to }, ...restored]);
  return { unlinked: `${from} ${relation} ${to}` };
}

async function visible({ store, clock }: Context, viewer: Viewer, id: string): Promise<Memory> {
  const memory = await store.getMemory(viewer, id);
  if (memory === undefined || isExpired(memory, clock.now())) throw notFound('memory', id);
  return memory;
}

function supersededBy(memory: Memory, by: string, now: number): Command[] {
  if (memory.standing !== 'active') return [];
  const links = [...memory.links, { kind: 'superseded-by' as const, id: by }];
  const life = { standing: 'superseded' as const, validUntil: now, links };
  return [
    reviseCommand(changed(memory, life, 'superseded', `Its owner says that ${by} supersedes it.`), now),
  ];
}

function restoredFrom(memory: Memory, from: string, now: number): Command[] {
  const links = memory.links.filter(({ kind, id }) => kind !== 'superseded-by' || id !== from);
  if (memory.standing !== 'superseded' || links.length === memory.links.length) return [];
  const isFree = !links.some(({ kind }) => kind === 'superseded-by');
  const life = isFree ? { standing: 'active' as const, validUntil: null, links } : { links };
  return [
    reviseCommand(changed(memory, life, 'restored', `Its owner took back that ${from} supersedes it.`), now),
  ];
}
