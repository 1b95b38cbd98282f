import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { slugSchema } from '../text/slug.ts';
import { nameText, storableText } from '../text/text.ts';
import { field } from './field.ts';
import { lazyObject, lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { latestMoment, recordId, timestamp } from './record.ts';
import { maxExamples, sessionTypes } from './session-template.ts';

/** Templates that one file may hold, and its size. */
export const maxTemplatesInFile = 1_000;
export const maxTemplateFileBytes = 50_000_000;

/** A moment as a date of ISO 8601. Files of other tools give milliseconds since 1970 as well. */
const moment = lazySchema(() =>
  z.union([z.string().refine(isMoment, 'must be a date as ISO 8601 writes it'), timestamp]),
);

function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return time >= 0 && time <= latestMoment;
}

/** A call as it stands in a file. */
const exampleInFile = lazyStrictObject(() => ({
  tool_name: nameText,
  arguments: jsonObject,
  result: json,
  success: z.literal(true, 'must be true: a session template shows calls that worked'),
  turn_number: count,
}));

/** A session template as a file (SES-7). The fields are exactly these. */
export type SessionTemplateFile = z.infer<typeof sessionTemplateFileSchema>;
export const sessionTemplateFileSchema = lazyStrictObject(() => ({
  name: slugSchema,
  task_type: z.enum(sessionTypes),
  examples: z.array(exampleInFile).min(1, 'must have at least one').max(maxExamples),
  description: storableText,
  created_at: moment,
  usage_count: count,
  source_session_id: recordId,
  tags: z.array(nameText).max(50),
}));

export const importSessionTemplatesInput = lazyStrictObject(() => ({
  templates: field(
    z.union([
      sessionTemplateFileSchema,
      z.array(sessionTemplateFileSchema).min(1, 'must have at least one').max(maxTemplatesInFile),
    ]),
    'A template as a file holds it, or a list of them',
  ),
  dryRun: field(z.boolean().default(false), 'Say what would happen, and change nothing'),
}));

/** The result of importing session templates. */
export type SessionTemplateImport = z.infer<typeof sessionTemplateImportSchema>;
export const sessionTemplateImportSchema = lazyObject(() => ({
  dryRun: z.boolean(),
  templates: z
    .array(
      z.object({
        name: z.string(),
        version: z.number().int().positive(),
        /** `unchanged`: it was there already, word for word. */
        status: z.enum(['created', 'changed', 'unchanged']),
        examples: count,
      }),
    )
    .readonly(),
  /** Examples that were not taken, with their place and the reason. */
  skipped: z.array(z.object({ place: z.string(), reason: z.string() })).readonly(),
}));
