import type * as z from 'zod';
import type { Experiment } from '../../records/lesson.ts';
import type {
  EarlierVersion,
  Seeding,
  SessionExample,
  SessionTemplateContent,
  SessionType,
} from '../../records/session-template.ts';
import type {
  bestSessionTemplateInput,
  createSessionTemplateInput,
  injectSessionTemplateInput,
  listExperimentsInput,
  listSessionTemplatesInput,
  sessionExperimentInput,
} from '../../records/session-template-inputs.ts';
import type { Effectiveness } from './effectiveness.ts';
import type { Chat } from './inject.ts';

export type CreateSessionTemplate = z.input<typeof createSessionTemplateInput>;
export type ListSessionTemplates = z.input<typeof listSessionTemplatesInput>;
export type AskBestSessionTemplate = z.input<typeof bestSessionTemplateInput>;
export type InjectSessionTemplate = z.input<typeof injectSessionTemplateInput>;
export type SessionExperiment = z.input<typeof sessionExperimentInput>;
export type ListExperiments = z.input<typeof listExperimentsInput>;

/** A session template without what its examples say. */
export interface ShownSessionTemplate
  extends Pick<
    SessionTemplateContent,
    | 'sessionId'
    | 'type'
    | 'tags'
    | 'description'
    | 'version'
    | 'status'
    | 'retiredBecause'
    | 'automatic'
    | 'usage'
    | 'lastUsedAt'
  > {
  readonly id: string;
  readonly name: string;
  /** Whose it is; null for the project's. */
  readonly agent: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How many it has. */
  readonly examples: number;
  /** How sessions seeded with this version ended; null while none has. */
  readonly effectiveness: Effectiveness | null;
}

/** A session template with all that is known about it. */
export interface SessionTemplateDetails {
  readonly template: ShownSessionTemplate;
  readonly examples: readonly SessionExample[];
  /** Versions before this one, with how they fared. */
  readonly earlier: readonly EarlierVersion[];
  /** Sessions it was injected into, the latest last. */
  readonly seedings: readonly Seeding[];
}

/** All session templates in figures (SES-3). */
export interface SessionTemplateStatistics {
  readonly total: number;
  readonly by_type: Readonly<Record<SessionType, number>>;
  readonly total_examples: number;
  /** Over all versions. */
  readonly total_usage: number;
}

/** A chat with examples in it. */
export interface InjectedChat extends Chat {
  readonly template: {
    readonly id: string;
    readonly name: string;
    readonly version: number;
  };
  /** Examples that were put in. */
  readonly injected: number;
}

/** Session templates, for one viewer: calls that worked in one session, shown to the next. */
export interface SessionTemplatesView {
  /**
   * Makes a template of the calls of a session that worked. A name that you have already gets another version.
   *
   * @example
   * await alice.sessionTemplates.create({ session: 'chat-1', name: 'fix-tests', tags: ['tests'] });
   */
  create(input: CreateSessionTemplate): Promise<SessionTemplateDetails>;
  /** By name. Any of the tags is enough. */
  list(input?: ListSessionTemplates): Promise<readonly ShownSessionTemplate[]>;
  show(nameOrId: string): Promise<SessionTemplateDetails>;
  /** The one to use: the least used until it is known how well they work. Null when there is none. */
  best(input?: AskBestSessionTemplate): Promise<ShownSessionTemplate | null>;
  delete(nameOrId: string): Promise<{ readonly deleted: string }>;
  stats(): Promise<SessionTemplateStatistics>;
  /**
   * Puts the examples into a chat, after its leading system messages, and counts the use.
   *
   * @example
   * const { messages } = await alice.sessionTemplates.inject({ name: 'fix-tests', messages: chat, run: run.id });
   */
  inject(input: InjectSessionTemplate): Promise<InjectedChat>;
  /** The same task cold against seeded, with how likely the difference is by chance. It is kept. */
  experiment(input: SessionExperiment): Promise<Experiment>;
  /** Experiments, newest first. */
  experiments(input?: ListExperiments): Promise<readonly Experiment[]>;
  showExperiment(nameOrId: string): Promise<Experiment>;
}
