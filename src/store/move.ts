import { createHash } from 'node:crypto';
import { EngramError, phrase } from '../errors.ts';
import { canonicalJson, type Json } from '../json/json.ts';
import type { Command, Store } from '../ports/store.ts';
import { claimed, type Lease, released, renewed, unheld } from '../records/lease.ts';
import { holdHere, mayBeAlive } from './holders.ts';

/** How many records of one type a store holds, and a checksum of their content. */
export interface MoveTally {
  readonly count: number;
  /** The sum of the hashes of the records, so that their order does not matter. */
  readonly checksum: string;
}
/** By the type of the command that writes a record. */
export type Tallies = Readonly<Record<string, MoveTally>>;

/** What a move did and found. */
export interface Moved {
  /** Records this call went through; fewer than there are when it went on with an earlier one. */
  readonly copied: number;
  readonly verified: boolean;
  readonly from: Tallies;
  readonly to: Tallies;
}

/** What a move tells about itself while it goes on. */
export type OnMoving = (phase: 'copying' | 'comparing', records: number) => void;

export interface MoveOptions {
  /** Names the source, so that an interrupted move is only ever continued from the same one. */
  readonly source: string;
  readonly now: () => number;
  /** Unique to this process. */
  readonly holder: string;
  readonly onMoving?: OnMoving;
}

const jobName = 'move-store';
const pieceSize = 500;
const leaseMs = 20_000;

interface MoveProgress {
  readonly source: string;
  readonly after: string | null;
  readonly copied: boolean;
}

/**
 * Copies a whole store into another, piece by piece, and compares the two. Each piece and the progress of
 * the copy are written together, so an interrupted move goes on where it stopped and writes nothing twice.
 */
export async function moveStore(from: Store, to: Store, options: MoveOptions): Promise<Moved> {
  const begun = await findProgress(to, options.source);
  const progress = begun ?? { source: options.source, after: null, copied: false };
  const progressCommand = await claimMove(to, options, progress);
  const letGo = holdHere(options.holder, jobName);
  try {
    return await copyAndCompare(from, to, options, progress, progressCommand);
  } finally {
    letGo();
  }
}

async function copyAndCompare(
  from: Store,
  to: Store,
  { source: name, onMoving = () => {} }: MoveOptions,
  begun: MoveProgress,
  progressCommand: ProgressCommand,
): Promise<Moved> {
  let progress = begun;
  let copied = 0;
  while (!progress.copied) {
    const { commands, next } = await from.export(progress.after, pieceSize);
    progress = { source: name, after: next, copied: next === null };
    copied += commands.length;
    await to.commit([...commands, progressCommand(progress, copied)]);
    onMoving('copying', copied);
  }
  await to.commit([progressCommand(progress, copied)]);
  const [source, target] = [await tally(from, onMoving), await tally(to, onMoving)];
  // Let go, and begin from the start the next time: what came since is copied then.
  await to.commit([progressCommand({ source: name, after: null, copied: false }, copied, true)]);
  return { copied, verified: sameTallies(source, target), from: source, to: target };
}

/** How far an earlier move got; undefined when the target is empty. Anything else in the target refuses the move. */
async function findProgress(to: Store, source: string): Promise<MoveProgress | undefined> {
  const job = (await to.listJobs()).find(({ name }) => name === jobName);
  const progress = job?.state as MoveProgress | null | undefined;
  if (progress?.source === source) return progress;
  const { commands } = await firstRecords(to);
  if (commands.length === 0) return undefined;
  throw new EngramError(
    'conflict',
    'The target already holds records that were not copied from this source.',
    { details: { source }, hint: phrase`Choose an empty database with ${{ field: 'to' }}.` },
  );
}

async function firstRecords(store: Store): Promise<{ commands: readonly Command[] }> {
  for (let after: string | null = null; ; ) {
    const { commands, next } = await store.export(after, 1);
    if (commands.length > 0 || next === null) return { commands };
    after = next;
  }
}

type ProgressCommand = (progress: MoveProgress, done: number, letGo?: boolean) => Command;

/** Claims the move and returns the function that makes the command to save its progress. */
async function claimMove(
  to: Store,
  { holder, now }: MoveOptions,
  progress: MoveProgress,
): Promise<ProgressCommand> {
  const known = (await to.listJobs()).find(({ name }) => name === jobName) ?? unheld;
  if (mayBeAlive(known, jobName, holder, now(), leaseMs)) throw underWay(known, now());
  let lease = claimed(known, holder, now() + leaseMs);
  const commandFor = (state: MoveProgress, count: number, letGo: boolean, epoch: number): Command => {
    lease = letGo ? released(lease) : renewed(lease, now() + leaseMs);
    const rest = { left: letGo ? 0 : null, state: { ...state }, error: null, updatedAt: now() };
    return { type: 'hold-job', job: { name: jobName, ...lease, done: count, ...rest }, epoch };
  };
  try {
    await to.commit([commandFor(progress, 0, false, known.epoch)]);
  } catch (error) {
    throw EngramError.is(error) && error.code === 'conflict' ? underWay(lease, now()) : error;
  }
  return (state, count, letGo = false) => commandFor(state, count, letGo, lease.epoch);
}

/** One on another machine may have been killed: its lease must run out first. */
function underWay({ leaseUntil }: Lease, now: number): EngramError {
  const seconds = Math.max(1, Math.ceil((leaseUntil - now) / 1_000));
  return new EngramError(
    'conflict',
    `Another process copies into this database, or was stopped while it did. Try again in ${seconds} s.`,
    { details: { seconds } },
  );
}

/** Counts and sums up all records of a store. */
async function tally(store: Store, onMoving: OnMoving): Promise<Tallies> {
  const sums = new Map<string, { count: number; sum: bigint }>();
  let records = 0;
  for (let after: string | null = null, more = true; more; ) {
    const { commands, next } = await store.export(after, pieceSize);
    for (const command of commands) {
      const { count, sum } = sums.get(command.type) ?? { count: 0, sum: 0n };
      sums.set(command.type, { count: count + 1, sum: BigInt.asUintN(128, sum + hashOf(command)) });
    }
    records += commands.length;
    onMoving('comparing', records);
    after = next;
    more = next !== null;
  }
  return Object.fromEntries(
    [...sums].map(([type, { count, sum }]) => [
      type,
      { count, checksum: sum.toString(16).padStart(32, '0') },
    ]),
  );
}

function hashOf(command: Command): bigint {
  // By way of JSON, so that a field that is undefined and one that is absent are the same.
  const record = JSON.parse(JSON.stringify(command)) as Json;
  return BigInt(`0x${createHash('sha256').update(canonicalJson(record)).digest('hex').slice(0, 32)}`);
}

function sameTallies(left: Tallies, right: Tallies): boolean {
  return canonicalJson(left as unknown as Json) === canonicalJson(right as unknown as Json);
}
