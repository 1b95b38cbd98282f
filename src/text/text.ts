import * as z from 'zod';
import { type Json, json, jsonObject, jsonProblem, textProblem } from '../json/json.ts';

/** Bytes a single value of a record may have: far above any useful memory, far below what would hurt a reader. */
export const maxValueBytes = 1_048_576;

/** The code `too_big` lets an interface answer `too_large` instead of `invalid_input`. */
function refuseLarge(bytes: number, context: z.RefinementCtx): void {
  if (bytes <= maxValueBytes) return;
  context.addIssue({
    code: 'too_big',
    origin: 'string',
    maximum: maxValueBytes,
    message: `is ${bytes} bytes; the limit is ${maxValueBytes}. Store a summary and a reference instead`,
  });
}

/** Text that every backend can keep unchanged: well-formed Unicode, no NUL, bounded. */
export const storableText = z.string().superRefine((text, context) => {
  const message = textProblem(text);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
  // A UTF-16 unit takes at most three bytes, so short texts need no counting.
  if (text.length * 3 > maxValueBytes) refuseLarge(Buffer.byteLength(text, 'utf8'), context);
});

function refuseLargeJson(value: Json, context: z.RefinementCtx): void {
  // What is nested too deep is refused already, and writing it down would overflow the stack.
  if (jsonProblem(value) !== undefined) return;
  refuseLarge(Buffer.byteLength(JSON.stringify(value), 'utf8'), context);
}

/** JSON of bounded size. */
export const boundedJson = json.superRefine(refuseLargeJson);
export const boundedJsonObject = jsonObject.superRefine(refuseLargeJson);

export const maximumNameLength = 200;

/** A name people type: an agent, a project, a tag. Trimmed, one line, not empty. */
export const nameText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(maximumNameLength, `must have at most ${maximumNameLength} characters`)
  .superRefine((text, context) => {
    if (!text.isWellFormed()) context.addIssue({ code: 'custom', message: 'is not valid Unicode' });
    if (/\p{Cc}/u.test(text))
      context.addIssue({ code: 'custom', message: 'must not contain control characters' });
  });

/** Non-empty storable text. */
export const requiredText = storableText.refine((text) => text.trim() !== '', 'must not be empty');
