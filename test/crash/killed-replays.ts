import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';
import {
  type Cut,
  type OrderWorld,
  type ReplayingSettings,
  recordOrder,
  startOrderWorld,
  type Write,
  writes,
} from './order-world.ts';

/** Whether looks of the plan show what was written, or nothing does. */
export type Witnesses = 'looks' | 'none';

/** When a process is killed: at the nth commit or call, when a write is at this point, or after a while. */
type Death =
  | { readonly moment: number }
  | { readonly write: Write; readonly cut: Cut; readonly isLate: boolean }
  | { readonly afterMs: number };

/** What a process said before its end; nothing when it was killed. */
interface Told {
  readonly status: string;
  readonly runId?: string;
  readonly uncertain?: boolean;
  readonly reason: string;
  readonly at?: Write;
  readonly moments: number;
}

/** What became of all replays. */
export interface KilledReplays {
  kills: number;
  replays: number;
  /** Writes that a plan asked for, and how often they took effect. */
  asked: number;
  made: number;
  /** How often a run said that it cannot tell whether a write was made. */
  uncertain: number;
}

interface KillingOptions {
  readonly random?: () => number;
  /** Replays that go on at the same time, each in a world and a file of its own. */
  readonly lanes?: number;
  readonly tell?: (progress: string) => void;
}

/**
 * Kills processes that replay a template with five writes, at every point of it, and lets others go on until all is done.
 * Expects that each write takes effect exactly once.
 */
export async function killReplays(
  kills: number,
  witnesses: Witnesses,
  { random = Math.random, lanes = 1, tell = () => {} }: KillingOptions = {},
): Promise<KilledReplays> {
  const program = await bundle(join(import.meta.dirname, 'replaying.ts'));
  onTestFinished(() => removeBundle(program));
  const folder = temporaryFolder();
  const saved = join(folder, 'saved.db');
  await recordOrder(saved, witnesses === 'looks' ? 'get_order' : 'get_customer');
  const found: KilledReplays = { kills: 0, replays: 0, asked: 0, made: 0, uncertain: 0 };
  const moments = await countMoments(program, saved, join(folder, 'counted.db'));
  let planned = 0;
  async function replayAgain(): Promise<void> {
    while (planned < kills) {
      const deaths = Math.min(1 + Math.floor(random() * 3), kills - planned);
      planned += deaths;
      found.replays += 1;
      const path = join(folder, `replay-${found.replays}.db`);
      copyFileSync(saved, path);
      const world = await startOrderWorld();
      await replayUntilDone({ program, world, path, witnesses, found, moments, random }, deaths);
      tell(`${found.kills} of ${kills} processes killed`);
    }
  }
  await Promise.all(Array.from({ length: lanes }, replayAgain));
  return found;
}

interface Surroundings {
  readonly program: string;
  readonly world: OrderWorld;
  readonly path: string;
  readonly witnesses: Witnesses;
  readonly found: KilledReplays;
  readonly moments: number;
  readonly random: () => number;
}

async function replayUntilDone(around: Surroundings, deaths: number): Promise<void> {
  const { world, path, witnesses, found, moments, random } = around;
  const asked = { path, url: world.url, idempotencyKey: 'order-W2' };
  let next: Pick<ReplayingSettings, 'resume' | 'uncertain'> = {};
  // More than one process is needed for each death, and one more for each doubt.
  for (let left = deaths, tries = 0; ; tries += 1) {
    expect(tries).toBeLessThan(30);
    const death = left > 0 ? anyDeath(moments, random) : undefined;
    const told = await live(around, { ...asked, ...next }, death);
    next = {};
    if (told === undefined) {
      left -= 1;
      found.kills += 1;
      continue;
    }
    if (told.status === 'completed') break;
    // Only a doubt keeps a run from its end here; it is resolved by the truth.
    expect(told, told.reason).toMatchObject({ status: 'failed', uncertain: true });
    expect(witnesses).toBe('none');
    found.uncertain += 1;
    const isMade = told.at !== undefined && world.counts.has(told.at);
    next = { resume: told.runId, uncertain: isMade ? 'made' : 'not made' };
  }
  expect(Object.fromEntries(world.counts)).toEqual(Object.fromEntries(writes.map((write) => [write, 1])));
  found.asked += writes.length;
  found.made += [...world.counts.values()].reduce((sum, count) => sum + count, 0);
}

function anyDeath(moments: number, random: () => number): Death {
  const kind = random();
  if (kind < 0.5) return { moment: 1 + Math.floor(random() * moments) };
  if (kind > 0.9) return { afterMs: random() * 150 };
  const write = writes[Math.floor(random() * writes.length)] ?? 'reserve';
  return { write, cut: random() < 0.5 ? 'arrived' : 'acted', isLate: random() < 0.5 };
}

/** Lets a process live until its end, or its death. Undefined when it was killed. */
async function live(
  { program, world }: Surroundings,
  settings: ReplayingSettings,
  death: Death | undefined,
): Promise<Told | undefined> {
  const killAt = death !== undefined && 'moment' in death ? death.moment : undefined;
  let settled = Promise.resolve();
  const { child, ended } = start(program, [JSON.stringify({ ...settings, killAt })]);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  world.onWrite = async (write, cut) => {
    if (death === undefined) return;
    if ('afterMs' in death && write === 'reserve' && cut === 'arrived')
      setTimeout(() => child.kill('SIGKILL'), death.afterMs);
    if (!('write' in death) || death.write !== write || death.cut !== cut) return;
    child.kill('SIGKILL');
    // What has arrived takes effect although nobody waits for it any more; or it never does.
    settled = gone;
    await gone;
    if (cut === 'arrived' && !death.isLate) await new Promise(() => {});
  };
  const { signal, output, errors } = await ended;
  await settled;
  // What arrived before the death is over before anybody looks.
  await pause(1);
  world.onWrite = async () => {};
  if (signal === 'SIGKILL') return undefined;
  expect(errors).toBe('');
  return JSON.parse(output) as Told;
}

/** How many commits and calls a replay has, so that each of them can be the last. */
async function countMoments(program: string, saved: string, path: string): Promise<number> {
  copyFileSync(saved, path);
  const world = await startOrderWorld();
  const asked = { path, url: world.url, idempotencyKey: 'order-W2' };
  const { ended } = start(program, [JSON.stringify(asked)]);
  const { output, errors } = await ended;
  expect(errors).toBe('');
  const told = JSON.parse(output) as Told;
  expect(told.status).toBe('completed');
  return told.moments;
}
