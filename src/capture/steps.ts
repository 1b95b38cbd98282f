import type { StepError } from '../records/step.ts';
import { redactText } from '../text/redact/redact.ts';
import { errorSignature } from '../text/signature.ts';
import { storableCopy } from './snapshot.ts';

const maxMessageLength = 20_000;

/** An error as a step keeps it: its name and text as every database can keep them. */
export function stepError(type: string, message: string): StepError {
  // Redacted before it is cut: half a secret is not recognised any more, but still half of it.
  const clean = storableCopy(redactText(message.slice(0, maxMessageLength * 2)).slice(0, maxMessageLength));
  return { type: safeName(type), message: clean, signature: errorSignature(clean) };
}

/**
 * Whether a message tells of an error that is known: it is the same, or has it within, as whole words.
 *
 * @example
 * repeatsError('The sub-task failed: quota exceeded.', 'quota exceeded'); // true
 */
export function repeatsError(message: string, known: string): boolean {
  if (message === known) return true;
  const at = known === '' ? -1 : message.indexOf(known);
  return at !== -1 && !/\w$/.test(message.slice(0, at)) && !/^\w/.test(message.slice(at + known.length));
}

/** The name of a tool, a model or an error as a record can keep it, whatever the agent called it. */
export function safeName(name: string): string {
  if (/^[!-~]{1,200}$/.test(name)) return name;
  const clean = name
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
    .trimEnd();
  return clean === '' ? 'unnamed' : clean;
}
