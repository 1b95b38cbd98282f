import { essenceOf, needsReading } from './signature/essence.ts';
import { maskVariables } from './signature/masks.ts';

/** Longest part of an error that is read: the first lines say what failed. */
const maxReadLength = 20_000;
/** Longest signature. Cut after masking: a longer path must not move the place of the cut. */
const maxSignatureLength = 2_000;

/** What could be meant, and what there is instead, is no part of the failure. */
const advice = /(?<=\S\s)(?:Did you mean\b|(?:Available|Valid|Supported|Allowed) \w+(?: \w+)?:).*$/s;
/** Errors that were wrapped in errors of the same type name it once for each: `Error: Error: no order`. */
const repeatedType = /^([\w$.]{0,200}(?:Error|Exception): )\1+/;

/**
 * The stable form of an error message: same failure, same signature, whatever ids, paths and times it
 * carried. Of a stack trace it is the error and the function of one's own in which it happened; of a long
 * output, how the program ended and the line that says what failed. A pure function of the text.
 *
 * @example
 * errorSignature('connect ETIMEDOUT 10.0.0.7:5432 after 3000ms'); // 'connect ETIMEDOUT <address> after <number>ms'
 */
export function errorSignature(message: string): string {
  const read = message.slice(0, maxReadLength);
  return signed(needsReading.test(read) ? essenceOf(read, 'now') : read);
}

/**
 * The signatures of a text as it was read before: without excerpts, counts and progress, and before that without reports of tests,
 * logs in JSON and margins. Patterns that were stored then are still found by them (decision 0038).
 */
export function earlierSignatures(message: string): readonly string[] {
  const read = message.slice(0, maxReadLength);
  if (!needsReading.test(read)) return [signed(read)];
  return [...new Set([signed(essenceOf(read, 'second')), signed(essenceOf(read, 'first'))])];
}

function signed(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(repeatedType, '$1').replace(advice, '').trimEnd();
  return maskVariables(line).slice(0, maxSignatureLength).toWellFormed().trimEnd();
}
