import { openStore } from '../../../../store/open-store.ts';
import { openEngram } from '../../../library/engram.ts';
import { demoOwner } from '../owner.ts';
import { createDesk } from './desk.ts';
import { doWork } from './do-work.ts';
import * as knowledge from './knowledge.ts';
import * as long from './plans-and-workflows.ts';
import * as sessions from './sessions.ts';
import { shipTogether } from './ship-together.ts';
import { createStory, type Story } from './story.ts';
import { createStoryClock, dayMs, minuteMs, randomFrom } from './story-time.ts';
import * as support from './support-desk.ts';
import { createTasks } from './tasks.ts';
import * as report from './weekly-report.ts';
import { type WorkKind, workKinds } from './work-kinds.ts';

/** What a demo is made of, and how far it is. */
export interface DemoOptions {
  /** The database, as in `file:demo.db`. */
  readonly db: string;
  /** When the story ends. */
  readonly now: number;
  /** The same seed tells the same story. */
  readonly seed?: number;
  /** Called before each week of the story, from 1. */
  readonly onWeek?: (week: number, weeks: number) => void;
}

const weeks = 6;
const daysAWeek = 5;
/** The day on which support saves its templates and the team makes its checks. */
const turningDay = 10;
/** The day on which Eli joins the team. */
const eliJoins = 18;
/** How many runs are done without asking Engram, so that the team sees what memory is worth. */
const coldShare = 0.34;
/** Long after the story ended, so that what happens last is a moment ago. */
const lastHoursMs = 90 * minuteMs;

/**
 * Six weeks of a software team, told by the real engine on a clock of its own: agents that fail, find out what helps, and go on with
 * what they know. Scripted models stand in for language models; every figure is measured by the engine. A
 * database that has the story already stays as it is.
 */
export async function buildDemo({ db, now, seed = 3, onWeek = () => {} }: DemoOptions): Promise<void> {
  const days = workingDays(now);
  const clock = createStoryClock(days[0] ?? now);
  const random = randomFrom(seed);
  const options = {
    ...demoOwner,
    clock,
    random,
    durability: 'normal',
    workflows: { pollMs: 10, durability: 'normal' },
    backend: { use: 'local' },
  } as const;
  const engram = await openEngram({ db, ...options });
  const desk = createDesk(clock.pass);
  const story = createStory(engram, clock, desk, seed);
  const openAnother = {
    store: () => openStore(db, { durability: 'normal', now: clock.now() }),
    engram: (store: Awaited<ReturnType<typeof openStore>>) => openEngram({ store, ...options }),
  };
  try {
    if ((await engram.runs.list({ limit: 1 })).items.length > 0) return;
    await knowledge.introduceTeam(story);
    await knowledge.shareFailures(story);
    await createTasks(story);
    const diary = createDiary();
    for (const [day, midnight] of days.entries()) {
      if (day % daysAWeek === 0) {
        onWeek(day / daysAWeek + 1, weeks);
        await engram.jobs.run();
      }
      clock.goTo(midnight + 9 * 60 * minuteMs);
      await onDay(story, day, diary, openAnother);
    }
    clock.goTo(now - lastHoursMs);
    await lastHours(story, diary);
    await engram.jobs.run();
  } finally {
    await engram.close();
  }
}

/** Midnights of the working days of the six weeks before today, in UTC. */
function workingDays(now: number): number[] {
  const today = Math.floor(now / dayMs) * dayMs;
  return Array.from({ length: weeks * 7 }, (_, index) => today - (weeks * 7 - index) * dayMs).filter(
    (day) => {
      const weekday = new Date(day).getUTCDay();
      return weekday !== 0 && weekday !== 6;
    },
  );
}

/** What the story keeps in mind from day to day. */
interface Diary {
  /** The next number of everything that is numbered. */
  next(series: string, first: number): number;
  readonly refunds: string[];
  readonly tickets: string[];
  readonly cold: string[];
  readonly seeded: string[];
}

function createDiary(): Diary {
  const numbers = new Map<string, number>();
  return {
    next(series, first) {
      const number = numbers.get(series) ?? first;
      numbers.set(series, number + 1);
      return number;
    },
    refunds: [],
    tickets: [],
    cold: [],
    seeded: [],
  };
}

/** Does one piece of some kind; the agents that do it take turns. */
async function piece(story: Story, diary: Diary, kind: WorkKind, first: number): Promise<void> {
  const number = diary.next(kind.category, first);
  const index = number - first;
  const agent = kind.agents[index % kind.agents.length] ?? 'ada';
  const isCold = story.random(`cold ${kind.situation} ${number}`)() < coldShare;
  await doWork(story, { kind, number, agent, isCold });
  story.clock.pass((18 + (number % 5) * 4) * minuteMs);
}

async function onDay(story: Story, day: number, diary: Diary, openAnother: long.OpenAnother): Promise<void> {
  const { fixBuild, deploy, migrate, visualTest } = workKinds;
  await piece(story, diary, fixBuild, 412);
  await piece(story, diary, fixBuild, 412);
  if (day === eliJoins) await knowledge.welcomeEli(story);
  if (day >= eliJoins) await eliBuilds(story, diary);
  await piece(story, diary, deploy, 140);
  await piece(story, diary, migrate, 58);
  if (day >= 4) await piece(story, diary, visualTest, 433);
  await supportDay(story, day, diary);
  await sessionDay(story, day, diary);
  if (day === 8) await knowledge.shareKnowledge(story);
  if (day === turningDay || day === eliJoins + 2) await knowledge.preventFailures(story);
  if (day === 4) await report.writeFirstReport(story, 1);
  if (day > 4 && day % daysAWeek === 4) await report.writeReportAgain(story, Math.ceil(day / daysAWeek));
  if (day === 16) await long.launchGiftCards(story);
  if (day === 19) await long.moveOrdersDespiteCrash(story, openAnother);
  if (day === 21) await knowledge.revokeKnowledge(story);
  if (day === 22) await knowledge.keepHouse(story);
}

async function eliBuilds(story: Story, diary: Diary): Promise<void> {
  const number = diary.next('builds of eli', 612);
  await doWork(story, { kind: workKinds.fixBuild, number, agent: 'eli', isCold: false });
  story.clock.pass(21 * minuteMs);
}

/** Before the templates a model refunds and routes; afterwards replays do. */
async function supportDay(story: Story, day: number, diary: Diary): Promise<void> {
  const orders = day < turningDay ? 2 : 3;
  for (let index = 0; index < orders; index += 1) {
    const order = nextOrder(diary, day);
    if (day < turningDay)
      diary.refunds.push(
        await support.refundByModel(story, order, story.random(`cold ${order}`)() < coldShare),
      );
    else await support.refundByReplay(story, order);
    story.clock.pass(11 * minuteMs);
  }
  const tickets = day < turningDay ? 1 : 3;
  for (let index = 0; index < tickets; index += 1) {
    const ticket = `T-${diary.next('tickets', 381)}`;
    if (day < turningDay) diary.tickets.push(await support.triageByModel(story, ticket));
    else await support.triageByReplay(story, ticket);
    story.clock.pass(7 * minuteMs);
  }
  if (day === turningDay - 1) {
    await support.saveSupportTemplates(story, await succeeded(story, diary.refunds), diary.tickets.slice(-3));
  }
}

/** Orders that were refunded by hand (they end in 7) come up now and then, once replays are used. */
function nextOrder(diary: Diary, day: number): number {
  const order = diary.next('orders', 1_041);
  const isForeseen = order % 10 !== 7 || (day >= turningDay && order % 30 === 7);
  return isForeseen ? order : nextOrder(diary, day);
}

/** The latest runs that ended in success, which templates are made of. */
async function succeeded(story: Story, runs: readonly string[]): Promise<string[]> {
  const shown = await Promise.all(runs.map((id) => story.as('cleo').runs.show(id)));
  return shown
    .filter(({ outcome, approach }) => outcome === 'success' && approach === 'cancel-shipment-first')
    .slice(-3)
    .map(({ id }) => id);
}

async function sessionDay(story: Story, day: number, diary: Diary): Promise<void> {
  if (day < turningDay && day % 2 === 1) diary.cold.push(await sessions.coldSession(story, day));
  if (day === turningDay) await sessions.saveSessionTemplate(story, diary.cold.at(0) ?? '');
  if (day > turningDay && day % 3 === 0) diary.seeded.push(await sessions.seededSession(story, day));
  if (day === 29) await sessions.compareSessions(story, diary.cold, diary.seeded);
}

/** What happened a moment ago. */
async function lastHours(story: Story, diary: Diary): Promise<void> {
  const { clock } = story;
  await support.saveWorkerTemplate(story);
  clock.pass(9 * minuteMs);
  await support.refundByReplay(story, 2_904);
  clock.pass(6 * minuteMs);
  await support.refundByReplay(story, 2_907);
  clock.pass(4 * minuteMs);
  await piece(story, diary, workKinds.fixBuild, 412);
  await shipTogether(story);
  clock.pass(3 * minuteMs);
  await long.planNextQuarter(story);
  await long.beginRelease(story);
  clock.pass(5 * minuteMs);
  await support.triageByReplay(story, 'T-499');
}
