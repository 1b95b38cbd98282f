import type * as z from 'zod';
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

/** A session template without its examples. */
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
  /** The number of its examples. */
  readonly examples: number;
  /** How sessions seeded with this version ended; null while none has. */
  readonly effectiveness: Effectiveness | null;
}

/** A session template with all that is known about it. */
export interface SessionTemplateDetails {
  readonly template: ShownSessionTemplate;
  readonly examples: readonly SessionExample[];
  /** Versions before this one, with their records. */
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
  readonly template: { readonly id: string; readonly name: string; readonly version: number };
  /** The number of examples that were injected. */
  readonly injected: number;
}
