import type { ModelAnswer, ModelRequest } from '../../ports/language-model.ts';
import { failureOfStatus, malformed, oneLine, type ServiceAttempt } from '../attempts.ts';
import { messageOf, parseJson, propertyOf } from '../service-answer.ts';
import { readRequests } from './read-request.ts';
import type { ToolNames } from './tool-names.ts';
import { usageOf } from './usage.ts';

/** What reading an answer needs to know. */
export interface AnswerReading {
  readonly request: ModelRequest;
  readonly names: ToolNames;
  readonly nextId: () => string;
  /** Removes the API key from what a service said. */
  readonly withoutKey: (text: string) => string;
  readonly now: () => number;
}

/** An answer, and the message as the service wrote it. */
export interface Completion {
  readonly answer: ModelAnswer;
  readonly message: unknown;
}

/** Reads an answer of chat completions, in any of the forms that services give it. */
export function parseCompletion(text: string, reading: AnswerReading): ServiceAttempt<Completion> {
  const completion = parseJson(text);
  if (completion === undefined) {
    return malformed(
      /^\s*(?:data|event):/.test(text)
        ? 'it answered with a stream of events, which nobody asked for'
        : 'its answer is not JSON',
    );
  }
  const choices = propertyOf(completion, 'choices');
  if (!Array.isArray(choices)) return failureWithin(text, completion, reading);
  const [choice] = choices as readonly unknown[];
  // Overloaded services and filters give such answers; the next one may be whole.
  if (choice === undefined) return { kind: 'unavailable', reason: 'its answer has no choices' };
  const message = propertyOf(choice, 'message');
  if (typeof message !== 'object' || message === null) return malformed('its answer has no message');
  return { kind: 'done', value: { answer: answerOf(completion, choice, message, reading), message } };
}

function answerOf(
  completion: unknown,
  choice: unknown,
  message: object,
  reading: AnswerReading,
): ModelAnswer {
  const { request, names, nextId } = reading;
  const cut = propertyOf(choice, 'finish_reason') === 'length';
  const calls = propertyOf(message, 'tool_calls');
  const written = (Array.isArray(calls) ? (calls as readonly unknown[]) : []).map((call) => {
    const called = propertyOf(call, 'function');
    const name = propertyOf(called, 'name');
    return {
      id: propertyOf(call, 'id'),
      tool: names.meant(typeof name === 'string' ? name : ''),
      arguments: propertyOf(called, 'arguments'),
    };
  });
  const reply = {
    text: textOf(propertyOf(message, 'content')) || textOf(propertyOf(message, 'refusal')),
    requests: readRequests(written, cut, nextId),
  };
  const usage = propertyOf(completion, 'usage');
  const reported = {
    inputTokens: propertyOf(usage, 'prompt_tokens'),
    outputTokens: propertyOf(usage, 'completion_tokens'),
  };
  return { ...reply, ...usageOf(reported, request, reply), cut };
}

/** A text, or a list of parts of which some are text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = (content as readonly unknown[]).map((part) =>
    typeof part === 'string' ? part : propertyOf(part, 'text'),
  );
  return texts.filter((text) => typeof text === 'string').join('');
}

/** Some services say 200 and then tell of a failure. */
function failureWithin(
  text: string,
  completion: unknown,
  { withoutKey, now }: AnswerReading,
): ServiceAttempt<never> {
  const error = propertyOf(completion, 'error');
  if (error === undefined || error === null) {
    return malformed('its answer is JSON without a list "choices"');
  }
  const code = Number(propertyOf(error, 'code'));
  const message = withoutKey(messageOf(text));
  if (code >= 400 && code < 600) return failureOfStatus(code, message, null, now());
  return {
    kind: 'unavailable',
    reason: `it answered with an error (${oneLine(message) || 'without a message'})`,
  };
}
