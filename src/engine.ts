import { eventOf } from './capture/events.ts';
import { type Observer, withObservers } from './capture/observed-store.ts';
import { redactText, redactValue } from './capture/redact/redact.ts';
import { withRedaction } from './capture/redacting-store.ts';
import { loadSettings } from './config/load-settings.ts';
import type { Surroundings } from './config/sources.ts';
import { toEngramError } from './errors.ts';
import { maintenanceWork } from './learn/life/maintenance.ts';
import { createTelemetry } from './measure/telemetry/telemetry.ts';
import { type ShownJob, shownJob } from './model/job.ts';
import { parseInput } from './model/parse.ts';
import { scopeSchema, type Viewer } from './model/scope.ts';
import type { Settings } from './model/settings.ts';
import type { Clock, Ids, Random } from './ports/clock.ts';
import type { Context } from './ports/context.ts';
import type { Embedder } from './ports/embedder.ts';
import type { EngramEvent, EventListener } from './ports/events.ts';
import type { Store, StoreHealth } from './ports/store.ts';
import { type AiSdkEmbeddingModel, isAiSdkEmbeddingModel } from './providers/embedders/ai-sdk.ts';
import { openEmbedder } from './providers/open-embedder.ts';
import { openStaticEmbedder } from './providers/static-embedder/static-embedder.ts';
import { createFinder } from './recall/finder.ts';
import { type BackgroundWork, finishJobs, indexingWork, startJobs } from './run/jobs.ts';
import { type Access, authenticate } from './share/tokens.ts';
import { readStaticTable } from './static-table.ts';
import { openStore } from './store/open-store.ts';
import { createIds, systemClock, systemRandom, systemSecret } from './system.ts';
import type { View } from './view.ts';
import { viewOf } from './view-of.ts';

/** JSON of anything, for doors that print what a caller's own function answered. */
export { snapshot } from './capture/snapshot.ts';
/** Makes pages of a report, for the doors that show one. */
export { reportPage } from './measure/report/html.ts';
export { reportMarkdown } from './measure/report/markdown.ts';
export type * from './run/execute/contract.ts';
/** For doors that take the work of `execute` as a module. */
export { readWorkModule } from './run/execute/work-module.ts';

/** Settings of a part; whatever is left out comes from the configuration. */
type OptionsOf<Part extends object> = {
  readonly [Name in keyof Part]?: Part[Name] extends object ? Partial<Part[Name]> : Part[Name];
};

/** How to open Engram. Everything is optional; what is left out comes from the configuration. */
export interface EngramOptions
  extends Partial<
    Omit<
      Settings,
      'capture' | 'recall' | 'memory' | 'learning' | 'prevention' | 'report' | 'embedder' | 'telemetry'
    >
  > {
  readonly capture?: Partial<Settings['capture']>;
  readonly recall?: OptionsOf<Settings['recall']>;
  readonly memory?: Partial<Settings['memory']>;
  readonly learning?: OptionsOf<Settings['learning']>;
  readonly prevention?: Partial<Settings['prevention']>;
  readonly report?: Partial<Settings['report']>;
  /** What turns texts into vectors: settings, a model of the AI SDK, or one of your own. */
  readonly embedder?: Partial<Settings['embedder']> | AiSdkEmbeddingModel | Embedder;
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

/** Memories that get a vector in one piece of background work. */
const embeddedAtATime = 256;

/** Work in the background, of the store as a whole: indexing, embedding, and keeping memories in order. */
export interface Jobs {
  list(): Promise<readonly ShownJob[]>;
  /** Does all that waits, now, and tells after each piece what is left. */
  run(onProgress?: (job: string, left: number) => void): Promise<readonly ShownJob[]>;
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
    embedder: chosen,
    ...others
  } = options;
  const ready = chosen !== undefined && isReady(chosen) ? chosen : undefined;
  const values = chosen === undefined || isReady(chosen) ? others : { ...others, embedder: chosen };
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
  const closing = new AbortController();
  const finder = createFinder(
    backend,
    settings.recall,
    redactText,
    () =>
      openEmbedder(ready ?? settings.embedder, {
        openStatic: async () => openStaticEmbedder(await readStaticTable()),
        closed: closing.signal,
      }),
    (error) =>
      process.emitWarning(`Engram searches by words alone: ${toEngramError(error).message}`, 'EngramWarning'),
  );
  const context: Context = {
    finder,
    // Observers stand behind redaction: what they hear has lost its secrets.
    store: withRedaction(withObservers(backend, observers)),
    redact: redactText,
    redactJson: redactValue,
    clock,
    ids,
    random,
    secret: systemSecret,
    emit,
    settings,
    retrievals: countRetrievals(),
    inTurn: createTurns(),
    inBackground(work) {
      // What runs in the background is a convenience (counting a use); failing must not disturb anyone.
      const done = work()
        .catch(() => {})
        .finally(() => background.delete(done));
      background.add(done);
    },
  };
  const works: BackgroundWork[] = [
    indexingWork(context),
    {
      name: 'embed-memories',
      waiting: () => finder.waiting(),
      doPiece: () => finder.embedSome(embeddedAtATime),
    },
    ...maintenanceWork(context),
  ];
  const holder = `${process.pid}-${ids('job')}`;
  let stopJobs: (() => Promise<void>) | undefined;
  const owner: Viewer = { user: settings.user, project: settings.project, agent: settings.agent };
  const as = (viewer: Partial<Viewer>): View =>
    viewOf(context, parseInput(scopeSchema, { ...owner, ...viewer }, 'viewer'));
  return {
    ...viewOf(context, owner),
    as,
    agent: (name) => as({ agent: name }),
    jobs: {
      list: async () => (await backend.listJobs()).map(shownJob),
      run: async (onProgress) => (await finishJobs(context, works, holder, onProgress)).map(shownJob),
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
      closing.abort();
      await stopJobs?.();
      await Promise.all(background);
      finder.close();
      await telemetry?.close();
      await backend.close();
    },
  };
}

/** How long finding memories took in this process, on average. */
function countRetrievals(): Context['retrievals'] {
  let count = 0;
  let sum = 0;
  return {
    note(milliseconds) {
      count += 1;
      sum += milliseconds;
    },
    meanMs: () => (count === 0 ? null : sum / count),
  };
}

/** Those who name the same thing wait for each other. */
function createTurns(): Context['inTurn'] {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    const quiet = turn
      .catch(() => {})
      .then(() => {
        if (last.get(name) === quiet) last.delete(name);
      });
    last.set(name, quiet);
    return turn;
  };
}

/** Whether it is an embedder already, and not settings for one. */
function isReady(chosen: NonNullable<EngramOptions['embedder']>): chosen is AiSdkEmbeddingModel | Embedder {
  return 'embed' in chosen || isAiSdkEmbeddingModel(chosen);
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
