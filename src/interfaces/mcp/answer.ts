import type { CallToolResult } from '@modelcontextprotocol/server';
import { inertJson, inertLine } from '../../text/inert/inert.ts';
import { refuseLargeAnswer } from '../answer-size.ts';
import { type ErrorListener, shownError } from './shown-error.ts';
import { coreWording } from './wording.ts';

/** Bytes of an answer, which is given twice. No model reads as much. */
const maxAnswerBytes = 20_000_000;

/** What an operation answered: exactly so for programs, and shorter for models that read only text. */
export function answerOf(output: unknown): CallToolResult {
  refuseLargeAnswer(output, maxAnswerBytes);
  return {
    content: [{ type: 'text', text: inertJson(withoutNulls(output)) }],
    structuredContent: output as Record<string, unknown>,
  };
}

/**
 * What went wrong, as every interface says it. It stands in the text only: clients of earlier versions check structured
 * content against the schema of an answer even when it is an error.
 */
export function refusalOf(thrown: unknown, onError: ErrorListener): CallToolResult {
  const { code, message, details } = shownError(thrown, onError);
  return {
    isError: true,
    content: [{ type: 'text', text: inertJson({ error: { code, message, details } }) }],
  };
}

/** What went wrong in one line, in the words of the core tools. */
export function refusalInWords(thrown: unknown, onError: ErrorListener): CallToolResult {
  const { code, message } = shownError(thrown, onError, coreWording);
  return { isError: true, content: [{ type: 'text', text: `${code}: ${inertLine(message)}` }] };
}

/** Members that hold a caller's own JSON: there a null may mean something. */
const callersOwn = new Set(['arguments', 'content', 'example', 'inputs', 'parameters', 'result', 'value']);
/** Bookkeeping that tells a reader nothing. */
const bookkeeping = new Set(['schemaVersion', 'revision']);

/**
 * The same answer without what is not there: models pay for every `null`, and records have many. It stays JSON, in
 * which stored text cannot pass for anything but a text, with chat tokens and unseen characters written as escapes.
 */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([name]) => !bookkeeping.has(name))
    .map(([name, member]) => [name, callersOwn.has(name) ? member : withoutNulls(member)] as const)
    .filter(([name, member]) => callersOwn.has(name) || !isNothing(member));
  return Object.fromEntries(members);
}

/** Null, or an object of which nothing was left. An empty list stays: it says that there are none. */
function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}
