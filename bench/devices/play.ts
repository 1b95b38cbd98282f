import { type Engram, EngramError, type View } from '../../src/index.ts';
import type { Case, Cause } from './cases.ts';
import { createHome, type Home, type Visit } from './home.ts';
import { toolsOf } from './home-tools.ts';
import { isSolved } from './trials.ts';
import { troubleshoot } from './troubleshooter.ts';

/** What came of a replay in a home. */
export interface Played {
  readonly verdict: 'solved' | 'stopped' | 'unsolved';
  /** What is wrong now and was not before. */
  readonly worse: readonly string[];
  /** Changes that the agent itself would not have made there. */
  readonly needless: readonly string[];
  /** Whether all changes that were needed had been made when it stopped. */
  readonly isSolvedAnyway: boolean;
  readonly reason: string;
}

/** Which home a case is met in: what is behind it, at what moment, and which measured values vary between moments. */
export interface Moment extends Visit {
  readonly cause: Cause;
}

/** A template, and how many runs it refused to learn from although the agent had called the same tools in them. */
export interface Learned {
  readonly id: string;
  readonly refused: number;
}

/** Lets the agent deal with the same cause at some moments, recorded, and makes them one approved template. */
export async function learnCase(
  agent: View,
  situation: Case,
  first: Moment,
  further: readonly Moment[],
): Promise<Learned> {
  const { household } = situation;
  const { functions } = toolsOf(createHome(household, [], first));
  const run = await recordCase(agent, situation, first);
  const name = `${situation.ticket.complaint}-${run.slice(-8).toLowerCase()}`;
  const { id } = await agent.templates.save({ run, name }, functions);
  let refused = 0;
  for (const moment of further) {
    const other = await recordCase(agent, situation, moment);
    await agent.templates.learn({ id, run: other }, functions).catch((error: unknown) => {
      if (!EngramError.is(error)) throw error;
      refused += 1;
    });
  }
  await agent.templates.approve({ id });
  return { id, refused };
}

async function recordCase(
  agent: View,
  { ticket, household, habits }: Case,
  { cause, ...visit }: Moment,
): Promise<string> {
  const home = createHome(household, cause.faults, visit);
  const tools = toolsOf(home);
  const run = await agent.startRun({ description: ticket.words(household) });
  const isWell = await troubleshoot(ticket, habits, (tool) => run.call(tool, {}, () => tools.call(tool)));
  if (!isWell || !isSolved(home, ticket.complaint))
    throw new Error(`The agent did not find "${cause.name}" behind "${ticket.complaint}".`);
  await run.finish({ outcome: 'success' });
  return run.id;
}

/** Replays a template in a home. */
export async function replayCase(
  agent: View,
  id: string,
  { ticket, household, habits }: Case,
  { cause, ...visit }: Moment,
): Promise<Played> {
  const home = createHome(household, cause.faults, visit);
  const before = new Set(home.wrong);
  const tools = toolsOf(home);
  const end = await endOf(agent, id, tools.functions);
  const ownTools = toolsOf(createHome(household, cause.faults, visit));
  await troubleshoot(ticket, habits, ownTools.call);
  const isDone = isSolved(home, ticket.complaint);
  return {
    verdict: end.status === 'completed' ? (isDone ? 'solved' : 'unsolved') : 'stopped',
    worse: worseIn(home, before),
    needless: tools.changed.filter((name) => !ownTools.changed.includes(name)),
    isSolvedAnyway: isDone,
    reason: end.reason,
  };
}

const worseIn = ({ wrong }: Home, before: ReadonlySet<string>): string[] =>
  [...wrong].filter((fault) => !before.has(fault));

async function endOf(
  agent: View,
  id: string,
  functions: ReturnType<typeof toolsOf>['functions'],
): Promise<{ readonly status: string; readonly reason: string }> {
  try {
    const { status, divergence } = await agent.templates.run({ id, asRecorded: true }, functions);
    if (divergence === undefined) return { status, reason: '' };
    const { call, tool, reason, expected, found } = divergence;
    return { status, reason: `call ${call} (${tool}): ${reason}; expected ${expected}, found ${found}` };
  } catch (error) {
    if (!EngramError.is(error)) throw error;
    return { status: 'refused', reason: `${error.code}: ${error.message}` };
  }
}

/** How a household of templates is opened: nothing is kept, and a stop in one home is no reason to distrust a template. */
export async function withAgent<Result>(
  open: () => Promise<Engram>,
  work: (agent: View) => Promise<Result>,
): Promise<Result> {
  const engram = await open();
  try {
    return await work(engram.agent('support'));
  } finally {
    await engram.close();
  }
}
