import * as z from 'zod';
import { nameText } from './text.ts';

/** `name=value,name=value`, percent-encoded: the form of OpenTelemetry's variables. */
const pairsText = z
  .string()
  .regex(
    /^(?:\s*[^=,\s][^=,]*=[^,]*(?:,|$))*$/,
    'must be pairs as in "name=value,name=value", percent-encoded',
  );

/** Everything that can be configured, with its default. `engram config show` tells where each value came from. */
export const settingsSchema = z.strictObject({
  /** Where records live: `file:PATH`, `postgres://…`, `memory:` or `null:`. */
  db: z.string().min(1),
  user: nameText.default('local'),
  project: nameText.default('default'),
  /** The agent to act as; without it, the project's owner. */
  agent: nameText.nullable().default(null),
  durability: z.enum(['normal', 'full']).default('normal'),
  capture: z
    .strictObject({
      /** Arguments and results above this are kept as a preview only. */
      maxValueBytes: z.number().int().min(1_000).max(100_000_000).default(1_000_000),
    })
    .prefault({}),
  recall: z
    .strictObject({
      limit: z.number().int().min(1).max(1_000).default(10),
    })
    .prefault({}),
  /** Spans for an OpenTelemetry collector: docs/telemetry.md. */
  telemetry: z
    .strictObject({
      /** The collector's address for OTLP over HTTP, such as `http://localhost:4318`. Without it nothing is sent. */
      endpoint: z
        .url()
        .regex(
          /^https?:\/\/[^\s@?#]+$/i,
          'must be an http or https address without credentials, "?" or "#"; credentials go into telemetry.headers',
        )
        .nullable()
        .default(null),
      /** Holds credentials: never shown. */
      headers: pairsText.default(''),
      serviceName: nameText.nullable().default(null),
      /** More about the sender. */
      resource: pairsText.default(''),
      /** Whether spans carry arguments, results and texts. */
      content: z.boolean().default(false),
    })
    .prefault({}),
});
/** The settings of an open engine, complete. */
export type Settings = z.infer<typeof settingsSchema>;
