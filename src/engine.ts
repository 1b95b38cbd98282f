import { saveTemplate, showTemplate } from './apply/apply.ts';
import { type Learning, learningFor } from './apply/gate.ts';
import { openRun, recordRun } from './capture/capture.ts';
import { eventOf } from './capture/events.ts';
import { importMemories } from './capture/import-memories.ts';
import { importSessions, importSessionText } from './capture/import-sessions.ts';
import { deleteMemory, recordMemory } from './capture/memories.ts';
import { type Observer, withObservers } from './capture/observed-store.ts';
import { redactText } from './capture/redact/redact.ts';
import { withRedaction } from './capture/redacting-store.ts';
import { appendStep, finishRun, type StartRun, startRun } from './capture/runs.ts';
import { appendMessage, openSession } from './capture/sessions.ts';
import { createTask, showTask, updateTask } from './capture/tasks.ts';
import { loadSettings } from './config/load-settings.ts';
import type { Surroundings } from './config/sources.ts';
import { recognise, suggest } from './learn/learn.ts';
import { statistics } from './measure/measure.ts';
import { createTelemetry } from './measure/telemetry/telemetry.ts';
import type { Job } from './model/job.ts';
import { parseInput } from './model/parse.ts';
import type { RunMode } from './model/run.ts';
import { scopeSchema, type Viewer } from './model/scope.ts';
import type { Settings } from './model/settings.ts';
import type { Clock, Ids, Random } from './ports/clock.ts';
import type { Context } from './ports/context.ts';
import type { EngramEvent, EventListener } from './ports/events.ts';
import type { RunHandle } from './ports/run-handle.ts';
import type { Store, StoreHealth } from './ports/store.ts';
import * as browse from './recall/browse.ts';
import { retrieveMemories, searchMemories } from './recall/recall.ts';
import { functionTools } from './run/function-tools.ts';
import { finishJobs, indexingWork, startJobs } from './run/jobs.ts';
import { runTemplate } from './run/run.ts';
import { readSessionFile } from './session-files.ts';
import { type Access, authenticate, createToken, listTokens, revokeToken } from './share/tokens.ts';
import { openStore } from './store/open-store.ts';
import { createIds, systemClock, systemRandom, systemSecret } from './system.ts';
import type { View } from './view.ts';

/** How to open Engram. Everything is optional; what is left out comes from the configuration. */
export interface EngramOptions extends Partial<Omit<Settings, 'capture' | 'recall' | 'telemetry'>> {
  readonly capture?: Partial<Settings['capture']>;
  readonly recall?: Partial<Settings['recall']>;
  readonly telemetry?: Partial<Settings['telemetry']>;
  /** A store that is already open, instead of `db`. */
  readonly store?: Store;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly ids?: Ids;
  /** Hears what happens. */
  readonly onEvent?: EventListener;
  /** Where the configuration is looked for; the process's own surroundings otherwise. */
  readonly surroundings?: Surroundings;
}

/** Work in the background, of the store as a whole: indexing, and more to come. */
export interface Jobs {
  list(): Promise<readonly Job[]>;
  /** Does all that waits, now, and tells after each piece what is left. */
  run(onProgress?: (job: string, left: number) => void): Promise<readonly Job[]>;
  /** Does it piece by piece from now on, until Engram is closed. For processes that live long. */
  start(): void;
}

/** Engram, open. Used directly it acts as the configured agent, or as the project's owner. */
export interface Engram extends View {
  /** The same engine for one agent of the project. */
  agent(name: string): View;
  /** The same engine for anyone: another user, another project. */
  as(viewer: Partial<Viewer>): View;
  readonly jobs: Jobs;
  /** For doors that listen on a network: what a token opens, and whether there is any. */
  readonly access: { authenticate(secret: string): Promise<Access>; hasTokens(): Promise<boolean> };
  /** `thorough` (the default) looks for damage and takes time with the size of the store; `quick` does not. */
  health(depth?: 'quick' | 'thorough'): Promise<StoreHealth>;
  /** Waits for what is still being written and closes the store. */
  close(): Promise<void>;
}

/**
 * Opens Engram.
 *
 * @example
 * const engram = await openEngram({ db: 'file:memory.db' });
 * const alice = engram.agent('alice');
 * await alice.memories.record({ kind: 'knowledge', text: 'The staging API needs a VPN' });
 * await engram.close();
 */
export async function openEngram(options: EngramOptions = {}): Promise<Engram> {
  const {
    store: given,
    clock = systemClock,
    random = systemRandom,
    ids = createIds(clock, random),
    onEvent,
    surroundings,
    ...values
  } = options;
  const { settings } = await loadSettings({ name: 'options', values }, surroundings);
  const backend =
    given ?? (await openStore(settings.db, { durability: settings.durability, now: clock.now() }));
  const background = new Set<Promise<void>>();
  const emit = createEmitter(onEvent);
  const telemetry = createTelemetry(settings.telemetry, backend, clock);
  const observers = [
    ...(onEvent === undefined ? [] : [announcing(emit, clock)]),
    ...(telemetry === undefined ? [] : [telemetry.observe]),
  ];
  const context: Context = {
    // Observers stand behind redaction: what they hear has lost its secrets.
    store: withRedaction(withObservers(backend, observers)),
    redact: redactText,
    clock,
    ids,
    secret: systemSecret,
    emit,
    settings,
    inBackground(work) {
      // What runs in the background is a convenience (counting a use); failing must not disturb anyone.
      const done = work()
        .catch(() => {})
        .finally(() => background.delete(done));
      background.add(done);
    },
  };
  const works = [indexingWork(context)];
  const holder = `${process.pid}-${ids('job')}`;
  let stopJobs: (() => Promise<void>) | undefined;
  const owner: Viewer = { user: settings.user, project: settings.project, agent: settings.agent };
  const as = (viewer: Partial<Viewer>): View =>
    createView(context, parseInput(scopeSchema, { ...owner, ...viewer }, 'viewer'));
  return {
    ...createView(context, owner),
    as,
    agent: (name) => as({ agent: name }),
    jobs: {
      list: () => backend.listJobs(),
      run: (onProgress) => finishJobs(context, works, holder, onProgress),
      start: () => {
        stopJobs ??= startJobs(context, works, holder);
      },
    },
    access: {
      authenticate: (secret) => authenticate(context, secret),
      hasTokens: () => backend.hasTokens(),
    },
    health: (depth) => backend.health(depth),
    async close() {
      await stopJobs?.();
      await Promise.all(background);
      await telemetry?.close();
      await backend.close();
    },
  };
}

/** Tells a listener what a committed command means. */
function announcing(emit: EventListener, clock: Clock): Observer {
  return (command) => {
    const event = eventOf(command, clock.now());
    if (event !== undefined) emit(event);
  };
}

/** A listener that throws must not break what it listens to. Losses are said once, whoever listens. */
function createEmitter(listener: EventListener | undefined): EventListener {
  let warned = false;
  return (event: EngramEvent) => {
    if (event.type === 'records-lost' && !warned) {
      warned = true;
      process.emitWarning(`Engram could not keep ${event.count} record(s): ${event.reason}`, 'EngramWarning');
    }
    try {
      listener?.(event);
    } catch {}
  };
}

/** The stages in the order data flows through them, bound to one viewer. */
function createView(context: Context, viewer: Viewer): View {
  /** Every run begins here, and only here the gate is asked what it may know (TPL-4). */
  async function beginRun(
    input: StartRun,
    mode: RunMode,
  ): Promise<{ run: RunHandle; learning: Learning | null }> {
    const learning = await learningFor(mode, (id) => showTemplate(context, viewer, id));
    return { run: await openRun(context, viewer, input, mode), learning };
  }

  async function startNormalRun(input: StartRun): Promise<RunHandle> {
    return (await beginRun(input, { kind: 'normal' })).run;
  }

  return {
    viewer,

    // capture
    startRun: startNormalRun,
    run: async (input, work) => recordRun(await startNormalRun(input), work),
    session: (id) => openSession(context, viewer, id),
    tasks: {
      create: (input) => createTask(context, viewer, input),
      update: (input) => updateTask(context, viewer, input),
      show: (id) => showTask(context, viewer, id),
      list: (input = {}) => browse.listTasks(context, viewer, input),
    },
    runs: {
      start: (input) => startRun(context, viewer, input),
      step: (input) => appendStep(context, viewer, input),
      finish: (input) => finishRun(context, viewer, input),
      show: (id) => browse.showRun(context, viewer, id),
      list: (input = {}) => browse.listRuns(context, viewer, input),
    },
    sessions: {
      append: (input) => appendMessage(context, viewer, input),
      import: (input) => importSessionText(context, viewer, input),
      importFile: (path, { format = 'auto', task, outcome, onProgress } = {}) =>
        importSessions(context, viewer, readSessionFile(path, format), { task, outcome }, onProgress),
      show: (id) => browse.showSession(context, viewer, id),
      list: (input = {}) => browse.listSessions(context, viewer, input),
    },

    // capture and recall
    memories: {
      record: (input) => recordMemory(context, viewer, input),
      get: (id) => browse.getMemory(context, viewer, id),
      list: (input = {}) => browse.listMemories(context, viewer, input),
      search: (input) => searchMemories(context, viewer, input),
      retrieve: (input) => retrieveMemories(context, viewer, input),
      import: (items) => importMemories(context, viewer, items),
      delete: (id) => deleteMemory(context, viewer, id),
    },

    // learn
    learning: {
      suggest: (input) => suggest(context, viewer, input),
      recognise: (input) => recognise(context, viewer, input),
    },

    // apply and run
    templates: {
      save: (input) => saveTemplate(context, viewer, input),
      show: (idOrSlug) => showTemplate(context, viewer, idOrSlug),
      list: (input = {}) => browse.listTemplates(context, viewer, input),
      run: (input, tools) =>
        runTemplate(
          { showTemplate: (id) => showTemplate(context, viewer, id), beginRun },
          input,
          functionTools(tools),
          context.clock.elapsed,
        ),
    },

    // share
    tokens: {
      create: (input) => createToken(context, viewer, input),
      list: () => listTokens(context, viewer),
      revoke: (id) => revokeToken(context, viewer, id),
    },

    // measure
    agents: { list: () => context.store.listAgents(viewer) },
    stats: () => statistics(context, viewer),
  };
}
