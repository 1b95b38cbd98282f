import type { View } from '../../interfaces/library/view.ts';
import type { RunHandle } from '../../ports/run-handle.ts';
import type { CallParameters, NamedModel, PromptMessage, Streamed } from './contract.ts';
import { isObject, modelRecorder, watchStream } from './model-calls.ts';
import { lastRequest, withSystem } from './prompt.ts';

/** Where memories for a prompt come from. */
export interface InjectMemories {
  /** `alice.memories` */
  readonly memories: Pick<View['memories'], 'context'>;
  /** How long their text may be; as configured when left out. */
  readonly tokens?: number;
}

/** What the middleware records to, and what it adds to the prompt. What `templates.begin` answers can be given as it is. */
export interface MiddlewareOptions {
  readonly run: RunHandle;
  /** The system message of `templates.begin`. A run in normal mode has none, and nothing is added to its prompts. */
  readonly system?: string;
  /** Adds what is remembered about the user's last message, marked as data. Only when asked for. */
  readonly inject?: InjectMemories;
}

/** A middleware for `wrapLanguageModel` of `ai` 6 and 7. */
export interface EngramMiddleware {
  readonly specificationVersion: 'v3';
  readonly transformParams: <Parameters extends CallParameters>(options: {
    readonly params: Parameters;
  }) => Promise<Parameters>;
  readonly wrapGenerate: <Result>(options: {
    readonly doGenerate: () => PromiseLike<Result>;
    readonly model: NamedModel;
  }) => Promise<Result>;
  readonly wrapStream: <Result extends Streamed>(options: {
    readonly doStream: () => PromiseLike<Result>;
    readonly model: NamedModel;
  }) => Promise<Result>;
}

/**
 * Records every call of a model in a run: model, tokens, duration; streams as they end. A model that begins a template is
 * told what was learned. When recording or recall fails, the model is called all the same.
 *
 * @example
 * const begun = await alice.templates.begin({ id: 'refund-order', inputs: { orderId: 43 } });
 * const model = wrapLanguageModel({ model: openai('gpt-4.1-mini'), middleware: engramMiddleware(begun) });
 */
export function engramMiddleware({ run, system = '', inject }: MiddlewareOptions): EngramMiddleware {
  const recorder = modelRecorder(run);
  const remembered = inject === undefined ? async () => '' : memoriesFor(run, inject);
  return {
    specificationVersion: 'v3',
    async transformParams({ params }) {
      return withSystem(withSystem(params, system), await remembered(params.prompt));
    },
    async wrapGenerate({ doGenerate, model: { modelId } }) {
      const elapsed = stopwatch();
      try {
        const result = await doGenerate();
        recorder.answered(modelId, isObject(result) ? result['usage'] : undefined, elapsed());
        return result;
      } catch (error) {
        recorder.failed(modelId, error);
        throw error;
      }
    },
    async wrapStream({ doStream, model: { modelId } }) {
      const elapsed = stopwatch();
      try {
        const result = await doStream();
        return { ...result, stream: watchStream(result.stream, modelId, elapsed, recorder) };
      } catch (error) {
        recorder.failed(modelId, error);
        throw error;
      }
    },
  };
}

/** Looks up what is remembered once for each request, and not again for every step that follows from it. */
function memoriesFor(
  run: RunHandle,
  { memories, tokens }: InjectMemories,
): (prompt: readonly PromptMessage[]) => Promise<string> {
  let last: { readonly query: string; readonly text: Promise<string> } | undefined;
  async function lookUp(query: string): Promise<string> {
    try {
      const budget = tokens === undefined ? {} : { tokens };
      return (await memories.context({ query, run: run.id, ...budget })).text;
    } catch {
      // The agent works without what it cannot be told.
      return '';
    }
  }
  return async (prompt) => {
    const query = lastRequest(prompt);
    if (query === '') return '';
    if (last?.query !== query) last = { query, text: lookUp(query) };
    return last.text;
  };
}

function stopwatch(): () => number {
  const since = performance.now();
  return () => performance.now() - since;
}
