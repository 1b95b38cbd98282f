import { EngramError } from '../errors.ts';
import type { JsonObject } from '../json/json.ts';
import type { LanguageModel, ModelAnswer, ModelRequest, ToolRequest } from '../ports/language-model.ts';
import { countTokens } from '../text/token-count.ts';

/** A call that a scripted model asks for. Ids are given out by themselves. */
type ScriptedRequest = Partial<ToolRequest> & {
  readonly tool: string;
  readonly arguments?: JsonObject;
};

/** What a scripted model answers: a text, a whole answer, or a failure. */
export type ScriptedAnswer =
  | string
  | (Partial<Omit<ModelAnswer, 'requests'>> & { readonly requests?: readonly ScriptedRequest[] })
  | EngramError;

/** A model that answers what it was told to, and remembers what it was asked. */
export interface ScriptedModel extends LanguageModel {
  readonly requests: readonly ModelRequest[];
}

/**
 * A language model for tests: its answers in order, each a value or a function of the request. Tokens are counted from
 * the texts where an answer does not say them.
 *
 * @example
 * const model = scriptedModel([{ requests: [{ tool: 'add', arguments: { a: 1, b: 2 } }] }, 'It is 3.']);
 * model.requests; // what it was asked so far
 */
export function scriptedModel(
  answers: ReadonlyArray<ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer)>,
  id = 'scripted',
): ScriptedModel {
  const requests: ModelRequest[] = [];
  let calls = 0;

  function completed(answer: Exclude<ScriptedAnswer, EngramError>, request: ModelRequest): ModelAnswer {
    const {
      text = '',
      requests: asked = [],
      ...told
    } = typeof answer === 'string' ? { text: answer } : answer;
    return {
      text,
      requests: asked.map((call) => {
        calls += 1;
        return { id: `call_${calls}`, arguments: {}, ...call };
      }),
      inputTokens: countTokens(JSON.stringify(request.messages)),
      outputTokens: countTokens(text) + countTokens(asked.length === 0 ? '' : JSON.stringify(asked)),
      cut: false,
      ...told,
    };
  }

  return {
    id,
    requests,
    async generate(request) {
      // Whoever asks may go on with the same list of messages.
      const seen = { ...request, messages: [...request.messages] };
      const next = answers[requests.length];
      requests.push(seen);
      if (next === undefined) {
        throw new EngramError('internal', `The scripted model was asked ${requests.length} times.`);
      }
      const answer = typeof next === 'function' ? next(seen) : next;
      if (EngramError.is(answer)) throw answer;
      return completed(answer, seen);
    },
  };
}
