import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { isJsonObject, type Json } from '../../json/json.ts';
import type { Context } from '../../ports/context.ts';
import type { ProjectOfUser } from '../../ports/store.ts';
import { dayMs } from '../../records/lifetime.ts';
import { consolidation } from './consolidate.ts';
import { pruneExpired } from './prune.ts';
import { settleUses } from './uses.ts';

/** Background work for `startJobs`, which may store where to continue. */
export interface MaintenanceWork {
  readonly name: string;
  waiting(): Promise<number | null>;
  doPiece(state: Json): Promise<{ readonly done: number; readonly left: number | null; state?: Json }>;
}

/** Memories or uses in one piece. */
const pieceSize = 200;
/** How often the memories of a project are consolidated. */
const betweenRoundsMs = dayMs;
/** How long other processes leave a project alone after a piece of its round, or after a round that failed. */
const reservedMs = 300_000;
/** When to look for projects again after none was due. */
const lookAgainMs = 60_000;
export const consolidationJob = 'consolidate-memories';

/** Maintains memories in bounded pieces (MEM-3, MEM-4, MEM-5): settles uses, prunes, and consolidates once a day. */
export function maintenanceWork(context: Context): MaintenanceWork[] {
  const { store, clock } = context;
  return [
    {
      name: 'settle-uses',
      waiting: async () => (await store.dueUses(pieceSize)).length,
      doPiece: () => pieceOf(settleUses(context, pieceSize)),
    },
    {
      name: 'prune-memories',
      waiting: async () => (await store.expiredMemories(clock.now(), pieceSize)).length,
      doPiece: () => pieceOf(pruneExpired(context, pieceSize)),
    },
    consolidationWork(context),
  ];
}

/** A piece that was not full was the last one. */
async function pieceOf(work: Promise<number>): Promise<{ done: number; left: number | null }> {
  const done = await work;
  return { done, left: done < pieceSize ? 0 : null };
}

/** When each project is due next, by its name. */
type Agenda = Readonly<Record<string, number>>;

function consolidationWork(context: Context): MaintenanceWork {
  const { store, clock } = context;
  /** The round of this process. If another does the same project, the second to write is refused and skips. */
  let current: { readonly name: string; readonly round: ReturnType<typeof consolidation> } | undefined;
  let agenda: Agenda = {};
  let inOrderUntil = 0;

  async function due(): Promise<ProjectOfUser[]> {
    const now = clock.now();
    return (await store.listPlaces()).filter((place) => (agenda[nameOf(place)] ?? 0) <= now);
  }

  async function waiting(): Promise<number | null> {
    if (current !== undefined) return null;
    const now = clock.now();
    if (now < inOrderUntil) return 0;
    const job = (await store.listJobs()).find(({ name }) => name === consolidationJob);
    agenda = joined(agenda, agendaIn(job?.state ?? null));
    const places = await due();
    if (places.length === 0) inOrderUntil = now + lookAgainMs;
    return places.length;
  }

  async function doPiece(state: Json): ReturnType<MaintenanceWork['doPiece']> {
    agenda = ofPlaces(joined(agenda, agendaIn(state)), await store.listPlaces());
    const [next] = current === undefined ? await due() : [];
    if (next !== undefined) {
      current = { name: nameOf(next), round: consolidation(context, { ...next, agent: null }, false) };
    }
    if (current === undefined) return { done: 0, left: 0, state: agenda };
    const { name, round } = current;
    agenda = { ...agenda, [name]: clock.now() + reservedMs };
    const { done, isOver } = await advance(round).catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    if (!isOver) return { done, left: null, state: agenda };
    current = undefined;
    agenda = { ...agenda, [name]: clock.now() + betweenRoundsMs };
    // A round counts as work done, even if it found nothing.
    return { done: Math.max(1, done), left: (await due()).length, state: agenda };
  }

  return { name: consolidationJob, waiting, doPiece };
}

/** Continues a round for one piece. */
async function advance(round: ReturnType<typeof consolidation>): Promise<{ done: number; isOver: boolean }> {
  let done = 0;
  while (done < pieceSize) {
    const step = await round.next();
    if (step.done === true) return { done, isOver: true };
    // A step that found nothing counts, too.
    done += Math.max(1, step.value);
    await pause();
  }
  return { done, isOver: false };
}

/** A digest: jobs are of the store as a whole, and a user who is erased leaves no name in them. */
function nameOf({ user, project }: ProjectOfUser): string {
  return createHash('sha256')
    .update(JSON.stringify([user, project]))
    .digest('hex')
    .slice(0, 24);
}

/** The agenda without projects that are gone. */
function ofPlaces(agenda: Agenda, places: readonly ProjectOfUser[]): Agenda {
  const names = new Set(places.map(nameOf));
  return Object.fromEntries(Object.entries(agenda).filter(([name]) => names.has(name)));
}

function agendaIn(state: Json): Agenda {
  if (!isJsonObject(state)) return {};
  return Object.fromEntries(
    Object.entries(state).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

/** The later moment of each project. */
function joined(left: Agenda, right: Agenda): Agenda {
  const names = [...Object.keys(left), ...Object.keys(right)];
  return Object.fromEntries(names.map((name) => [name, Math.max(left[name] ?? 0, right[name] ?? 0)]));
}
