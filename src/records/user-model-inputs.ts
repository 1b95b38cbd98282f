import * as z from 'zod';
import { nameText, requiredText } from '../text/text.ts';
import { field } from './field.ts';
import { lazyObject, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { entryMetadata, entryValue, userEntrySchema } from './user-entry.ts';

/** What the tool `memory_backend` can do (STO-7). */
export const backendActions = ['store', 'retrieve', 'query', 'list', 'delete', 'info', 'evaluate'] as const;
export type BackendAction = (typeof backendActions)[number];

/** Its input has the names that agents know it by. */
export const memoryBackendInput = lazyStrictObject(() => ({
  action: field(z.enum(backendActions), 'store, retrieve, query, list, delete, info or evaluate', {
    argument: true,
  }),
  user_id: field(nameText.default('default'), 'The user it is about; users never see each other'),
  key: field(nameText.optional(), 'The name of the entry: for store, retrieve and delete', {
    argument: true,
  }),
  value: field(entryValue.optional(), 'What is known, as text or JSON: for store', { argument: true }),
  query_text: field(requiredText.optional(), 'What to look for, in any words: for query'),
  metadata: field(entryMetadata.optional(), 'More about the entry: for store', { form: 'pairs' }),
}));

const verdicts = ['RECOMMENDED', 'ACCEPTABLE', 'MARGINAL', 'NOT RECOMMENDED', 'NOT AVAILABLE'] as const;
/** What a score means. */
export type BackendVerdict = (typeof verdicts)[number];

const milliseconds = z.number().nonnegative().nullable();

/** How one backend did (STO-6). What was not measured is null. */
export type BackendEvaluation = z.infer<typeof backendEvaluationSchema>;
const backendEvaluationSchema = lazyObject(() => ({
  backend_name: z.string(),
  is_cloud: z.boolean(),
  available: z.boolean(),
  store_latency_ms: milliseconds,
  retrieve_latency_ms: milliseconds,
  query_latency_ms: milliseconds,
  store_success: z.boolean(),
  retrieve_success: z.boolean(),
  query_returns_results: z.boolean(),
  query_result_count: count,
  data_location: z.string(),
  requires_api_key: z.boolean(),
  score: z.number().int().min(0).max(100),
  recommendation: z.enum(verdicts),
  notes: z.array(z.string()).readonly(),
}));

export type BackendReport = z.infer<typeof backendReportSchema>;
export const backendReportSchema = lazyObject(() => ({
  /** ISO 8601. */
  timestamp: z.string(),
  backends_evaluated: count,
  evaluations: z.array(backendEvaluationSchema).readonly(),
  recommendation: z.string(),
}));

const shownBackendSchema = lazyObject(() => ({
  backend_name: z.string(),
  is_cloud: z.boolean(),
  available: z.boolean(),
  data_location: z.string(),
  requires_api_key: z.boolean(),
}));

export type BackendInfo = z.infer<typeof backendInfoSchema>;
export const backendInfoSchema = lazyObject(() => ({
  ...shownBackendSchema.shape,
  /** Why it is the one in use. */
  reason: z.string(),
  /** Why it is not the one that was asked for. */
  warning: z.string().nullable(),
  /** All that are configured. */
  backends: z.array(shownBackendSchema).readonly(),
}));

/** What the tool answers: `success` always, and what the action found, or why it failed. */
export type MemoryBackendAnswer = z.infer<typeof memoryBackendAnswerSchema>;
export const memoryBackendAnswerSchema = lazyObject(() => ({
  success: z.boolean(),
  error: z.string().optional(),
  backend: z.string().optional(),
  user_id: z.string().optional(),
  key: z.string().optional(),
  /** False when nothing is kept, because memory is switched off. */
  stored: z.boolean().optional(),
  deleted: z.boolean().optional(),
  entry: userEntrySchema.optional(),
  results: z.array(userEntrySchema).readonly().optional(),
  keys: z.array(z.string()).readonly().optional(),
  count: count.optional(),
  info: backendInfoSchema.optional(),
  report: backendReportSchema.optional(),
}));
