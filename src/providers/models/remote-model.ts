import { EngramError } from '../../errors.ts';
import type { LanguageModel, ModelAnswer, ModelRequest } from '../../ports/language-model.ts';
import {
  attemptRepeatedly,
  type RequestSurroundings,
  type ServiceAttempt,
  type ServiceFailure,
} from '../attempts.ts';

/** A language model that is asked over a network. */
export interface RemoteLanguageModel {
  /** Tells models apart: `openai:gpt-4.1-mini`. */
  readonly id: string;
  /** Asks once. Must not reject. */
  send(request: ModelRequest, signal: AbortSignal): Promise<ServiceAttempt<ModelAnswer>>;
  /** The failure for people, with the setting to look at. */
  explain(failure: ServiceFailure): EngramError;
}

/** A remote model with retries and time limits, which ends when its caller stops waiting or Engram is closed. */
export function openRemoteModel(
  remote: RemoteLanguageModel,
  surroundings: RequestSurroundings,
): LanguageModel {
  return {
    id: remote.id,
    async generate(request) {
      const ending = new AbortController();
      const end = (): void => ending.abort();
      const signals = [surroundings.closed, ...(request.signal === undefined ? [] : [request.signal])];
      for (const signal of signals) {
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }
      try {
        const answer = await attemptRepeatedly((signal) => remote.send(request, signal), {
          ...surroundings,
          closed: ending.signal,
        });
        if (answer.kind === 'done') return answer.value;
        if (request.signal?.aborted === true) {
          throw new EngramError(
            'timeout',
            `The request to the model ${remote.id} was stopped by its caller.`,
          );
        }
        throw remote.explain(answer);
      } finally {
        for (const signal of signals) signal.removeEventListener('abort', end);
      }
    },
  };
}
