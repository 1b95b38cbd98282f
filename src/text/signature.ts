import { readErrorBody } from './signature/error-body.ts';
import { readFinding } from './signature/finding.ts';
import { maskVariables } from './signature/masks.ts';
import { readableLines } from './signature/plain.ts';
import { isMessage, readProgramLine, tellingLines, withWhatFollows } from './signature/telling.ts';
import { readTrace } from './signature/trace.ts';

/** Longest part of an error that is read: the first lines say what failed. */
const maxReadLength = 20_000;
/** Longest signature. Cut after masking: a longer path must not move the place of the cut. */
const maxSignatureLength = 2_000;

/** How shells and agents put what a program ended with before what it wrote. */
const exitCode =
  /^\s*((?:command |process )?(?:exit(?:ed with)?|failed with) (?:code|status)[: ]\s?-?\d+)\b[.:]?\s*/i;
/** The tag around an output: `<error>…</error>`. The end may have been cut off. */
const tag = /^\s*<([a-z]\w{0,20}(?:error|result|output|stderr))>|<\/\w{1,40}>\s*$/gi;
/** Who ran the program: `[lint] `. */
const runner = /^(?:\[[a-z][\w:.-]{0,40}\]\s+)+/i;
/** What could be meant, and what there is instead, is no part of the failure. */
const advice = /(?<=\S\s)(?:Did you mean\b|(?:Available|Valid|Supported|Allowed) \w+(?: \w+)?:).*$/s;
/** A commit is named by its hash and what its author said about it. */
const commitSubject = /(?<=\b[0-9a-f]{7,40}\.\.\.) .+$/;

/** Errors that were wrapped in errors of the same type name it once for each: `Error: Error: no order`. */
const repeatedType = /^([\w$.]{0,200}(?:Error|Exception): )\1+/;

/** What one line of plain words does not have. */
const needsReading = /[\n\r\p{Cc}]|^\s*[<{[]|^\s*\S+[:(]\d+[:,]\d+/u;

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
  const text = needsReading.test(read) ? essenceOf(read) : read;
  const line = text.replace(/\s+/g, ' ').trim().replace(repeatedType, '$1').replace(advice, '').trimEnd();
  return maskVariables(line).slice(0, maxSignatureLength).toWellFormed().trimEnd();
}

/** What a longer text says about a failure, in one or few lines. */
function essenceOf(text: string): string {
  const inner = text.replace(tag, '');
  const ended = exitCode.exec(inner);
  if (ended === null) return whatFailed(inner, false);
  return `${ended[1]} ${whatFailed(inner.slice(ended[0].length), true)}`;
}

function whatFailed(output: string, ofProgram: boolean): string {
  const body = readErrorBody(output);
  if (body !== undefined) return body;
  const lines = readableLines(output).map((line) => (ofProgram ? line.replace(runner, '') : line));
  const trace = readTrace(lines);
  if (trace !== undefined) {
    return trace.function === undefined ? trace.message : `${trace.message} at ${trace.function}`;
  }
  // A program writes how it went along; who only reports an error begins with it.
  const messageLines =
    !ofProgram && isMessage(lines[0] ?? '') ? withWhatFollows(lines, 0) : tellingLines(lines);
  const passedOn = (line: string): string | undefined => (ofProgram ? readProgramLine(line) : undefined);
  return messageLines
    .map((line) => readFinding(line) ?? passedOn(line) ?? line.replace(commitSubject, ''))
    .join(' ');
}
