import type { Context } from '../../ports/context.ts';
import { getMemory } from '../../recall/browse.ts';
import { confidenceAt } from '../../records/confidence.ts';
import { isExpired, type Link, type Memory, memoryText, type Standing } from '../../records/memory.ts';
import type { RevisionReason } from '../../records/memory-life.ts';
import type { Source } from '../../records/record.ts';
import type { Viewer } from '../../records/scope.ts';
import { generatedTag, summaryTag } from './compress.ts';
import { type HistoryEntry, historyFrom, inOrder, type UseWithOutcome } from './history.ts';
import { type Lifetime, lifetimeOf } from './lifetime.ts';

/** Something with a title of one line; null when it is gone, or the viewer may not see it. */
export type Titled<Thing> = Thing & { readonly title: string | null };

/** Everything that explains a memory. */
export interface Why {
  readonly memory: Memory;
  readonly title: string;
  /** What it was made from. */
  readonly sources: ReadonlyArray<Titled<Source>>;
  /** Rules and summaries that were made from it. */
  readonly derived: ReadonlyArray<Titled<Source>>;
  readonly links: ReadonlyArray<Titled<Link>>;
  readonly confidence: {
    /** When it was recorded. */
    readonly stated: number;
    /** After the last outcome that counted for or against it. */
    readonly earned: number;
    /** Faded until now. */
    readonly now: number;
    readonly halfLifeDays: number;
    readonly fadesSince: number;
  };
  readonly standing: {
    readonly now: Standing;
    readonly since: number;
    readonly reason: RevisionReason | null;
    readonly note: string;
  };
  readonly lifetime: Lifetime;
  readonly uses: readonly UseWithOutcome[];
}

const maxUses = 50;
/** Generated memories and summaries that are searched for this source; sources that are read for their titles. */
const maxDerived = 200;
const maxTitleLength = 120;

/** Explains the sources, the confidence and the standing of a memory. */
export async function whyOf(context: Context, viewer: Viewer, id: string): Promise<Why> {
  const memory = await getMemory(context, viewer, id);
  const [listed, uses, derived] = await Promise.all([
    context.store.listRevisions(viewer, memory.id),
    usesOf(context, viewer, memory.id),
    derivedFrom(context, viewer, memory.id),
  ]);
  const revisions = inOrder(listed);
  const now = context.clock.now();
  const halfLifeDays = context.settings.memory.confidenceHalfLifeDays;
  const turned = revisions.findLast(
    ({ before }, index) => before.standing !== (revisions[index + 1]?.before ?? memory).standing,
  );
  return {
    memory,
    title: titleOf(memory),
    sources: await titledSources(context, viewer, memory.derivedFrom),
    derived,
    links: await titledMemories(context, viewer, memory.links),
    confidence: {
      stated: revisions[0]?.before.confidence ?? memory.confidence,
      earned: memory.confidence,
      now: confidenceAt(memory, now, halfLifeDays),
      halfLifeDays,
      fadesSince: memory.confirmedAt ?? memory.createdAt,
    },
    standing: {
      now: memory.standing,
      since: turned?.at ?? memory.createdAt,
      reason: turned?.reason ?? null,
      note: turned?.note ?? '',
    },
    lifetime: lifetimeOf(memory, context.settings.memory),
    uses,
  };
}

/** The history of a memory, oldest first, with the fields that each change changed. */
export async function historyOf(context: Context, viewer: Viewer, id: string): Promise<HistoryEntry[]> {
  const memory = await getMemory(context, viewer, id);
  const [revisions, uses] = await Promise.all([
    context.store.listRevisions(viewer, memory.id),
    usesOf(context, viewer, memory.id),
  ]);
  return historyFrom(memory, revisions, uses);
}

/** A memory of the project is used by all its agents; each sees its own runs only. */
async function usesOf(context: Context, viewer: Viewer, id: string): Promise<UseWithOutcome[]> {
  const uses = await context.store.listUses(viewer, id, maxUses);
  const known = await Promise.all(
    uses.map(async (use) => {
      const run = await context.store.getRun(viewer, use.runId);
      return run === undefined ? [] : [{ ...use, outcome: run.outcome }];
    }),
  );
  return known.flat();
}

async function derivedFrom(context: Context, viewer: Viewer, id: string): Promise<Array<Titled<Source>>> {
  const lists = await Promise.all(
    [generatedTag, summaryTag].map((tag) =>
      context.store.listMemories(viewer, { tag, now: context.clock.now() }, { limit: maxDerived }),
    ),
  );
  return lists
    .flatMap(({ items }) => items)
    .filter((memory) => memory.derivedFrom.some((source) => source.kind === 'memory' && source.id === id))
    .map((memory) => ({ kind: 'memory' as const, id: memory.id, title: titleOf(memory) }));
}

async function titledMemories<Thing extends { readonly id: string }>(
  context: Context,
  viewer: Viewer,
  things: readonly Thing[],
): Promise<Array<Titled<Thing>>> {
  if (things.length === 0) return [];
  const ids = things.map(({ id }) => id);
  const now = context.clock.now();
  const memories = (await context.store.getMemories(viewer, ids)).filter((memory) => !isExpired(memory, now));
  const titles = new Map(memories.map((memory) => [memory.id, titleOf(memory)]));
  return things.map((thing) => ({ ...thing, title: titles.get(thing.id) ?? null }));
}

async function titledSources(
  context: Context,
  viewer: Viewer,
  sources: readonly Source[],
): Promise<Array<Titled<Source>>> {
  const memories = sources.filter(({ kind }) => kind === 'memory');
  const others = sources.filter(({ kind }) => kind !== 'memory').slice(0, maxDerived);
  return [
    ...(await titledMemories(context, viewer, memories)),
    ...(await Promise.all(
      others.map(async (source) => ({ ...source, title: await sourceTitle(context, viewer, source) })),
    )),
  ];
}

async function sourceTitle({ store }: Context, viewer: Viewer, { kind, id }: Source): Promise<string | null> {
  const run = kind === 'run' ? await store.getRun(viewer, id) : undefined;
  const [task = run?.task] = kind === 'task' ? await store.findTasks(viewer, id) : [];
  return task === undefined ? null : shortened(task.description);
}

function titleOf(memory: Memory): string {
  return shortened(memoryText(memory));
}

function shortened(text: string): string {
  const line = text
    .slice(0, 10 * maxTitleLength)
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length > maxTitleLength ? `${line.slice(0, maxTitleLength - 1).toWellFormed()}…` : line;
}
