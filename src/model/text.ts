import * as z from 'zod';

/** Bytes a single text of a record may have: far above any useful memory, far below what would hurt a reader. */
export const maximumTextBytes = 1_048_576;

const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');

/**
 * Text that every backend can keep unchanged: well-formed Unicode, no NUL (PostgreSQL refuses it), bounded.
 * `too_big` marks the size issue, so that the door can answer `too_large` instead of `invalid_input`.
 */
export const storableText = z.string().superRefine((text, context) => {
  if (text.includes('\u0000')) {
    context.addIssue({
      code: 'custom',
      message: 'contains a NUL byte; remove it or encode the data as base64',
    });
  }
  if (!text.isWellFormed()) {
    context.addIssue({
      code: 'custom',
      message: 'is not valid Unicode (a lone surrogate); re-encode it as UTF-8',
    });
  }
  // A UTF-16 unit takes at most three bytes, so short texts need no counting.
  if (text.length * 3 > maximumTextBytes && byteLength(text) > maximumTextBytes) {
    context.addIssue({
      code: 'too_big',
      origin: 'string',
      maximum: maximumTextBytes,
      message: `is ${byteLength(text)} bytes; the limit is ${maximumTextBytes}. Store a summary and a reference instead`,
    });
  }
});

/** A name people type: an agent, a project, a tag. Trimmed, one line, not empty. */
export const nameText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .refine((text) => text.isWellFormed(), 'is not valid Unicode')
  .refine((text) => !/\p{Cc}/u.test(text), 'must not contain control characters');

/** Non-empty storable text. */
export const requiredText = storableText.refine((text) => text.trim() !== '', 'must not be empty');
