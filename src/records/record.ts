import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { scopeSchema } from './scope.ts';

/** Version of the stored form of a record. A change of form adds a one-step upgrade and raises this number. */
export const schemaVersion = 1;

/** The last moment a date can name. */
export const latestMoment = 8_640_000_000_000_000;

/** Milliseconds since 1970, as the injected clock gives them. */
export const timestamp = z.number().int().nonnegative().max(latestMoment);

/** Addresses cannot carry "." and "..": they are folded before anybody reads them. */
export const recordId = nameText.refine((id) => id !== '.' && id !== '..', 'must not be "." or ".."');

/** A number from 0 to 1: confidence, relevance, success rate. */
export const fraction = z.number().min(0).max(1);

export const recordKinds = [
  'task',
  'run',
  'step',
  'session',
  'message',
  'memory',
  'template',
  'pattern',
  'lesson',
  /** The consent by which a copy was made: it is read while that holds. */
  'grant',
] as const;

/** Where a derived record comes from. Explanation, revocation and erasure follow these edges. */
export type Source = z.infer<typeof sourceSchema>;
export const sourceSchema = lazyObject(() => ({ kind: z.enum(recordKinds), id: recordId }));

/** What every persisted record carries. */
export const recordBase = {
  schemaVersion: z.literal(schemaVersion),
  id: recordId,
  scope: scopeSchema,
  createdAt: timestamp,
};

/** How a run, a decision or an experience ended. */
export const outcomes = ['success', 'failure', 'partial'] as const;
export const outcomeSchema = lazySchema(() => z.enum(outcomes));
/** How something ended: `success`, `failure` or `partial`. */
export type Outcome = z.infer<typeof outcomeSchema>;
