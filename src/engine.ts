import { withConsent } from './access/consenting-store.ts';
import { withHolds } from './access/holding-store.ts';
import { type Access, authenticate } from './access/tokens.ts';
import { withAudit } from './audit/audited-store.ts';
import { withObservers } from './capture/observed-store.ts';
import { withRedaction } from './capture/redacting-store.ts';
import { type LoadedSettings, loadSettings } from './config/load-settings.ts';
import type { Settings } from './config/settings.ts';
import type { Surroundings } from './config/sources.ts';
import { createModels } from './engine/create-models.ts';
import { announcing, atMost, createEmitter, createRetrievals, createTurns } from './engine/engine-parts.ts';
import { finderWorks } from './engine/finder-works.ts';
import { lazyFinder } from './engine/lazy-finder.ts';
import { limitMeans } from './engine/limit-means.ts';
import { createUserModels, type UnconfiguredBackend } from './engine/open-user-models.ts';
import { openOwned, projectNotices } from './engine/own-database.ts';
import {
  loadEmbedders,
  loadFleet,
  loadGitHub,
  loadLearn,
  loadRecall,
  loadRedaction,
  loadRetain,
  loadTelemetry,
  loadWorkflows,
} from './engine/stages.ts';
import { createToolbox } from './engine/toolbox.ts';
import { rememberingViewers } from './engine/viewers.ts';
import { toEngramError } from './errors.ts';
import type { Clock, Ids, Random } from './ports/clock.ts';
import type { Context, ViewerContext } from './ports/context.ts';
import type { Embedder } from './ports/embedder.ts';
import type { EventListener } from './ports/events.ts';
import type { LanguageModel } from './ports/language-model.ts';
import type { Store, StoreHealth } from './ports/store.ts';
import type { WorkflowRuntime } from './ports/workflow-runtime.ts';
import {
  type AiSdkEmbeddingModel,
  type AiSdkLanguageModel,
  isAiSdkEmbeddingModel,
  isAiSdkLanguageModel,
} from './providers/ai-sdk-models.ts';
import { sharedStaticEmbedder } from './providers/static-embedder/shared-embedder.ts';
import { readStaticTable } from './providers/static-embedder/static-table.ts';
import { createIds, systemClock, systemRandom, systemSecret } from './providers/system.ts';
import type { IndexedFinder } from './recall/finder.ts';
import type { ShownJob } from './records/job.ts';
import type { Viewer } from './records/scope.ts';
import type { Means } from './records/token.ts';
import { type BackgroundWork, finishJobs, indexingWork, listJobs, startJobs } from './run/jobs.ts';
import { nameHolder } from './store/holders.ts';
import { openStore } from './store/open-store.ts';
import { createTokenBudget } from './templates/memory/budget.ts';

/** Settings of a part; whatever is left out comes from the configuration. */
type OptionsOf<Part extends object> = {
  readonly [Name in keyof Part]?: Part[Name] extends object ? Partial<Part[Name]> : Part[Name];
};

/** The groups of settings. */
type GroupOptions = {
  readonly [Name in
    | 'capture'
    | 'recall'
    | 'memory'
    | 'learning'
    | 'prevention'
    | 'report'
    | 'telemetry'
    | 'templates'
    | 'tools'
    | 'workflows'
    | 'github'
    | 'backend'
    | 'server'
    | 'sessionTemplates']?: OptionsOf<Settings[Name]>;
};

/** How to open Engram. Everything is optional; what is left out comes from the configuration. */
export interface EngramOptions
  extends Partial<Omit<Settings, keyof GroupOptions | 'embedder' | 'model'>>,
    GroupOptions {
  /** What turns texts into vectors: settings, a model of the AI SDK, or one of your own. */
  readonly embedder?: Partial<Settings['embedder']> | AiSdkEmbeddingModel | Embedder;
  /** The language model: settings, a model of the AI SDK, or one of your own. */
  readonly model?: Partial<Settings['model']> | AiSdkLanguageModel | LanguageModel;
  /** A store that is already open, instead of `db`. */
  readonly store?: Store;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly ids?: Ids;
  /** Called with every event. */
  readonly onEvent?: EventListener;
  /** Where the configuration is looked for; the process's own surroundings otherwise. */
  readonly surroundings?: Surroundings;
}

const openStatic = sharedStaticEmbedder(readStaticTable);

/** Work in the background, of the store as a whole: indexing, embedding, and keeping memories in order. */
export interface Jobs {
  /** Every job that has something to do, or had, with what waits now. */
  list(): Promise<readonly ShownJob[]>;
  /** Does all that waits, now, and tells after each piece what is left. */
  run(onProgress?: (job: string, left: number) => void): Promise<readonly ShownJob[]>;
  /** Does it piece by piece from now on, until Engram is closed. For processes that live long. */
  start(): void;
}

/** Everything that is open: what operations work with, background jobs, and what interfaces on a network ask. */
export interface Engine {
  /** The viewer it acts as by default. */
  readonly viewer: Viewer;
  /**
   * What operations of a viewer work with; what is left out of the viewer is as configured. With `means`, only these of the
   * configuration.
   *
   * @internal
   */
  contextFor(viewer?: Partial<Viewer>, means?: ReadonlySet<Means>): ViewerContext;
  readonly jobs: Jobs;
  /** For interfaces that listen on a network: what a token allows, and whether there is any. */
  readonly access: { authenticate(secret: string): Promise<Access>; hasTokens(): Promise<boolean> };
  /** `thorough` (the default) looks for damage and takes time with the size of the store; `quick` does not. */
  health(depth?: 'quick' | 'thorough'): Promise<StoreHealth>;
  /** Waits for what is still being written and closes the store. */
  close(): Promise<void>;
}

/**
 * Opens the store, and everything else when it is first needed. The composition root.
 *
 * @param known the settings, where the caller has loaded them and told the user what of them is not in force
 */
export async function openEngine(
  options: EngramOptions = {},
  unconfigured: UnconfiguredBackend = 'null',
  known?: LoadedSettings,
): Promise<Engine> {
  const {
    store: given,
    clock = systemClock,
    random = systemRandom,
    ids = createIds(clock, random),
    onEvent,
    surroundings,
    embedder: chosen,
    model: chosenModel,
    ...others
  } = options;
  const ready = chosen !== undefined && isReady(chosen) ? chosen : undefined;
  const readyModel = chosenModel !== undefined && isModel(chosenModel) ? chosenModel : undefined;
  const values = {
    ...others,
    ...(chosen === undefined || isReady(chosen) ? {} : { embedder: chosen }),
    ...(chosenModel === undefined || isModel(chosenModel) ? {} : { model: chosenModel }),
  };
  const loaded = known ?? (await loadSettings({ name: 'options', values }, surroundings));
  const { settings } = loaded;
  if (known === undefined) warnOfProject(loaded);
  const { durability } = settings;
  const backend = given ?? (await openOwned(loaded, (db) => openStore(db, { durability, now: clock.now() })));
  const background = new Set<Promise<void>>();
  const emit = createEmitter(onEvent);
  const telemetry =
    settings.telemetry.endpoint === null
      ? undefined
      : (await loadTelemetry()).createTelemetry(settings.telemetry, backend, clock);
  const observers = [
    ...(onEvent === undefined ? [] : [announcing(emit, clock)]),
    ...(telemetry === undefined ? [] : [telemetry.observe]),
  ];
  const redact: Context['redact'] = async (text) => (await loadRedaction()).redactText(text);
  const redactJson: Context['redactJson'] = async (value) => (await loadRedaction()).redactValue(value);
  const closing = new AbortController();
  const leaving = new AbortController();
  const openFinder = async (): Promise<IndexedFinder> => {
    const { createFinder } = await loadRecall();
    return createFinder(
      backend,
      settings.recall,
      redact,
      async () =>
        (await loadEmbedders()).openEmbedder(ready ?? settings.embedder, {
          openStatic,
          closed: closing.signal,
        }),
      (error) =>
        process.emitWarning(
          `Engram searches by words alone: ${toEngramError(error).message}`,
          'EngramWarning',
        ),
      () =>
        process.emitWarning(
          'Engram finds this by words alone: the index is not built yet, which is done in the background.',
          'EngramWarning',
        ),
    );
  };
  let openedFinder: Promise<IndexedFinder> | undefined;
  const finder = () => (openedFinder ??= openFinder());
  const beforeClose: Context['beforeClose'] = (work) => {
    const result = work();
    const end = () => void background.delete(done);
    const done: Promise<void> = result.then(end, end);
    background.add(done);
    return result;
  };
  const toolbox = createToolbox(settings, clock, closing.signal);
  const serverless = { ...settings, tools: { ...settings.tools, mcpServers: {} } };
  const withoutServers = createToolbox(serverless, clock, closing.signal);
  const holder = nameHolder(ids('job'));
  const owner: Viewer = { user: settings.user, project: settings.project, agent: settings.agent };
  const openFleet = async () =>
    (await loadFleet()).openWorkflowFleet(
      settings.workflows,
      given === undefined ? settings.db : null,
      holder,
    );
  const openWorkflows = async () => (await loadWorkflows()).createWorkflowRuntime(context, owner, openFleet);
  let openedWorkflows: Promise<WorkflowRuntime> | undefined;
  // Observers stand behind redaction: what they hear has lost its secrets.
  const { store, trail } = withAudit(withRedaction(withObservers(backend, observers)), {
    now: clock.now,
    redact: redactJson,
  });
  const context: Context = {
    holder,
    leaving: leaving.signal,
    finder: lazyFinder(finder),
    store: withHolds(withConsent(store, clock.now, trail.accessed)),
    audit: trail,
    redact,
    redactJson,
    clock,
    ids,
    random,
    secret: systemSecret,
    emit,
    settings,
    model: createModels(readyModel ?? settings.model, settings, closing.signal),
    toolbox,
    github: async () => (await loadGitHub()).openGitHub(settings.github, closing.signal),
    userModels: createUserModels(settings.backend, unconfigured, closing.signal, () => context),
    workflows: () => (openedWorkflows ??= openWorkflows()),
    synthesisBudget: createTokenBudget(settings.templates.synthesis.tokensPerDay, clock.now),
    retrievals: createRetrievals(store, clock),
    inTurn: createTurns(),
    beforeClose,
    // What runs in the background is a convenience (counting a use); failing must not disturb anyone.
    inBackground: (work) => void beforeClose(work).catch(() => {}),
  };
  const openWorks = async (): Promise<BackgroundWork[]> => [
    indexingWork(context),
    ...finderWorks(finder),
    ...(await loadLearn()).maintenanceWork(context),
    (await loadRetain()).retentionWork(context),
  ];
  const parseViewer = rememberingViewers();
  let opened: Promise<BackgroundWork[]> | undefined;
  const works = () => (opened ??= openWorks());
  let stopJobs: (() => Promise<void>) | undefined;
  return {
    viewer: owner,
    contextFor: (viewer = {}, means) => {
      const whole = { ...context, viewer: parseViewer({ ...owner, ...viewer }) };
      return means === undefined ? whole : limitMeans(whole, means, withoutServers);
    },
    jobs: {
      list: async () => listJobs(context, await works()),
      run: async (onProgress) => {
        await finishJobs(context, await works(), holder, onProgress);
        return listJobs(context, await works());
      },
      start: () => {
        if (stopJobs !== undefined) return;
        const starting = works().then((all) => startJobs(context, all, holder));
        stopJobs = async () => (await starting)();
      },
    },
    access: {
      authenticate: (secret) => authenticate(context, secret, owner.user),
      hasTokens: () => backend.hasTokens(),
    },
    health: (depth) => backend.health(depth),
    async close() {
      leaving.abort(new DOMException('Engram is being closed.', 'AbortError'));
      // A model may still be at work on what was learned. It is waited for, but not for ever.
      await atMost(Promise.all(background), settings.model.timeoutMs);
      closing.abort();
      await stopJobs?.();
      await Promise.all(background);
      await context.retrievals.keep();
      await toolbox.close();
      await (await openedFinder)?.close();
      await telemetry?.close();
      await backend.close();
    },
  };
}

/** A program has no terminal to ask at. */
function warnOfProject(loaded: LoadedSettings): void {
  for (const notice of projectNotices(loaded)) process.emitWarning(`Engram: ${notice}`, 'EngramWarning');
}

/** Whether it is a language model already, and not settings for one. */
function isModel(chosen: NonNullable<EngramOptions['model']>): chosen is AiSdkLanguageModel | LanguageModel {
  return 'generate' in chosen || isAiSdkLanguageModel(chosen);
}

/** Whether it is an embedder already, and not settings for one. */
function isReady(chosen: NonNullable<EngramOptions['embedder']>): chosen is AiSdkEmbeddingModel | Embedder {
  return 'embed' in chosen || isAiSdkEmbeddingModel(chosen);
}
