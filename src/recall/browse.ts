import type * as z from 'zod';
import { pickOne } from '../access/pick-one.ts';
import { notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import type { PageOf } from '../ports/store.ts';
import {
  byId,
  listMemoriesInput,
  listRunsInput,
  listSessionsInput,
  listTasksInput,
  showSessionInput,
} from '../records/inputs.ts';
import type { ShownMemory } from '../records/link-inputs.ts';
import { isExpired, type Memory } from '../records/memory.ts';
import { cutPage, encodeCursor } from '../records/page.ts';
import { parseInput } from '../records/parse.ts';
import type { RunWithTotals } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';
import type { Message, SessionSummary } from '../records/session.ts';
import type { Step } from '../records/step.ts';
import type { Task } from '../records/task.ts';
import type { Template } from '../records/template.ts';
import { listTemplatesInput } from '../records/template-inputs.ts';
import { linkedWith } from './linked.ts';

/** One page of a list, newest first. `next` is the cursor of the following page; null on the last one. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

type ListTasks = z.input<typeof listTasksInput>;
type ListRuns = z.input<typeof listRunsInput>;
type ListSessions = z.input<typeof listSessionsInput>;
type ShowSession = z.input<typeof showSessionInput>;
type ListMemories = z.input<typeof listMemoriesInput>;
type ListTemplates = z.input<typeof listTemplatesInput>;
type PagePromise<Item> = Promise<Listing<Item>>;

/** A run with everything that happened in it, in order. */
export interface RunDetails extends RunWithTotals {
  readonly steps: readonly Step[];
}

/** A session with its messages, in order. */
export interface SessionDetails extends Omit<SessionSummary, 'messages'> {
  readonly messages: readonly Message[];
  /** The number of the first of these messages, from 1, when only some were asked for. */
  readonly first?: number;
}

function listing<Item>({ items, next }: PageOf<Item>): Listing<Item> {
  return { items, next: next === null ? null : encodeCursor(next) };
}

export async function listTasks(context: Context, viewer: Viewer, raw: ListTasks): PagePromise<Task> {
  const { limit, cursor, ...filter } = parseInput(listTasksInput, raw, 'task list');
  return listing(await context.store.listTasks(viewer, filter, { limit, after: cursor }));
}

export async function listRuns(context: Context, viewer: Viewer, raw: ListRuns): PagePromise<RunWithTotals> {
  const { limit, cursor, outcome, task } = parseInput(listRunsInput, raw, 'run list');
  return listing(await context.store.listRuns(viewer, { outcome, taskId: task }, { limit, after: cursor }));
}

export async function showRun(context: Context, viewer: Viewer, rawId: string): Promise<RunDetails> {
  const { id } = parseInput(byId, { id: rawId }, 'run');
  const run = await context.store.getRun(viewer, id);
  if (run === undefined) throw notFound('run', id);
  return { ...run, steps: await context.store.listSteps(viewer, id) };
}

export async function listSessions(
  context: Context,
  viewer: Viewer,
  raw: ListSessions,
): PagePromise<SessionSummary> {
  const { limit, cursor } = parseInput(listSessionsInput, raw, 'session list');
  return listing(await context.store.listSessions(viewer, { limit, after: cursor }));
}

/** Messages before and after one that is asked for. */
const around = 2;

export async function showSession(
  context: Context,
  viewer: Viewer,
  raw: ShowSession,
): Promise<SessionDetails> {
  const { id, message } = parseInput(showSessionInput, raw, 'session');
  const session = pickOne('session', id, viewer, await context.store.findSessions(viewer, id));
  const messages = await context.store.listMessages(viewer, session);
  if (message === undefined) return { ...session, messages };
  if (message > messages.length)
    throw notFound('message', `${message} of the session "${id}", which has ${messages.length}`);
  const first = Math.max(1, message - around);
  return { ...session, first, messages: messages.slice(first - 1, message + around) };
}

export async function listMemories(context: Context, viewer: Viewer, raw: ListMemories): PagePromise<Memory> {
  const { limit, cursor, kind, tag, standing } = parseInput(listMemoriesInput, raw, 'memory list');
  const filter = { kind, tag, standing, now: context.clock.now() };
  return listing(await context.store.listMemories(viewer, filter, { limit, after: cursor }));
}

export async function getMemory(context: Context, viewer: Viewer, rawId: string): Promise<Memory> {
  const { id } = parseInput(byId, { id: rawId }, 'memory');
  const memory = await context.store.getMemory(viewer, id);
  if (memory === undefined || isExpired(memory, context.clock.now())) throw notFound('memory', id);
  return memory;
}

/** Links of a memory that are shown with it. */
const maxLinks = 100;

/** A memory with what it is linked with, as far as the viewer may see both ends (MEM-8). */
export async function showMemory(context: Context, viewer: Viewer, rawId: string): Promise<ShownMemory> {
  const memory = await getMemory(context, viewer, rawId);
  const links = await context.store.listLinks(viewer, [memory.id], maxLinks);
  if (links.length === 0) return memory;
  const others = await context.store.getMemories(
    viewer,
    links.flatMap(({ from, to }) => [from, to]),
  );
  const linked = linkedWith(memory.id, links, others, context.clock.now());
  return linked.length === 0 ? memory : { ...memory, linked };
}

export async function listTemplates(
  context: Context,
  viewer: Viewer,
  raw: ListTemplates,
): PagePromise<Template> {
  const { limit, cursor, status } = parseInput(listTemplatesInput, raw, 'template list');
  if (status === undefined)
    return listing(await context.store.listTemplates(viewer, { limit, after: cursor }));
  // People have dozens of templates, not thousands: those of another status are read and left out.
  const fitting: Template[] = [];
  let after = cursor;
  for (;;) {
    const { items, next } = await context.store.listTemplates(viewer, { limit: 200, after });
    fitting.push(...items.filter((template) => template.status === status));
    if (fitting.length > limit || next === null) return listing(cutPage(fitting, limit));
    after = next;
  }
}
