import type { Settings } from '../config/settings.ts';
import type { Json } from '../json/json.ts';
import type { RetrievalFigures } from '../records/retrieval-times.ts';
import type { Viewer } from '../records/scope.ts';
import type { AuditTrail } from './audit.ts';
import type { Clock, Ids, Random } from './clock.ts';
import type { EventListener } from './events.ts';
import type { GitHub } from './github.ts';
import type { LanguageModel } from './language-model.ts';
import type { MemoryFinder } from './memory-finder.ts';
import type { Store } from './store.ts';
import type { TokenBudget } from './token-budget.ts';
import type { Toolbox } from './toolbox.ts';
import type { OpenUserModels } from './user-model.ts';
import type { WorkflowRuntime } from './workflow-runtime.ts';

/** What every stage works with. The engine makes one and hands it to all. */
export interface Context {
  /** Redacting: secrets are gone before a command reaches the backend. */
  readonly store: Store;
  /** Finds memories by what they say. */
  readonly finder: MemoryFinder;
  /** Redacts a text like the store, to compare it with stored texts. */
  readonly redact: (text: string) => Promise<string>;
  /** Redacts a value like the store. */
  readonly redactJson: <Value extends Json>(value: Value) => Promise<Value>;
  /** Where is written down who did what to whose records. */
  readonly audit: AuditTrail;
  readonly clock: Clock;
  /** Names this engine among all that share the store: machine, process and a number of its own. */
  readonly holder: string;
  readonly ids: Ids;
  readonly random: Random;
  /** 256 random bits as text, for what must not be guessed. */
  readonly secret: () => string;
  readonly emit: EventListener;
  readonly settings: Settings;
  /** The language model, or the one of this name from the same service; null when none is configured. */
  readonly model: (name?: string | null) => LanguageModel | null;
  /** Models that are let work for this caller only look: a call that may change something is for people, or a template they approved. */
  readonly modelsOnlyLook?: boolean;
  /** All tools that may be called: functions of the caller and configured MCP servers. */
  readonly toolbox: Toolbox;
  /**
   * GitHub, as configured.
   *
   * @throws `config_invalid` without a token.
   */
  readonly github: () => Promise<GitHub>;
  /** Where user-model entries are kept, as configured. */
  readonly userModels: OpenUserModels;
  /** Workflows that this process can do. */
  readonly workflows: () => Promise<WorkflowRuntime>;
  /** What distilling by the model may use. */
  readonly synthesisBudget: TokenBudget;
  /** How long finding memories took, in every process of the store. */
  readonly retrievals: {
    /** @param found how many memories were candidates: until there are any, nothing is kept. */
    note(milliseconds: number, found: number): void;
    /** What was measured on the day of `since` or later; null before the first search. */
    figures(since: number): Promise<RetrievalFigures | null>;
    /** Keeps what this process measured for others. */
    keep(): Promise<void>;
  };
  /** Does pieces of work of one name one after the other, within this process. Not to be nested. */
  readonly inTurn: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Aborted when the engine is asked to close: work in progress ends after its current call. */
  readonly leaving: AbortSignal;
  /** Does work that `close` waits for. */
  readonly beforeClose: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Runs work that must not delay an answer; `close` waits for it. */
  readonly inBackground: (work: () => Promise<void>) => void;
}

/** The same for one viewer: what an operation works with. */
export interface ViewerContext extends Context {
  readonly viewer: Viewer;
}
