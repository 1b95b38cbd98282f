import type { ModelSettings } from '../../config/model-settings.ts';
import { EngramError } from '../../errors.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { type AiSdkLanguageModel, isAiSdkLanguageModel } from '../ai-sdk-models.ts';
import { aiSdkModel } from './ai-sdk.ts';
import { openaiCompatibleModel } from './openai-compatible.ts';

/** What may be asked for: settings, a model of one's own, or one of the AI SDK. */
export type ModelChoice = ModelSettings | LanguageModel | AiSdkLanguageModel;

/** What opening a model needs to know. */
export interface OpenModelOptions {
  /** Ends requests that are under way. */
  readonly closed: AbortSignal;
  /** Another model of the same service, as a template may ask for one. */
  readonly name?: string | null;
  /** Limits for a model of the AI SDK, which has no settings of its own. */
  readonly limits?: Pick<ModelSettings, 'timeoutMs' | 'maxOutputTokens'>;
}

/**
 * Opens the language model that was asked for; null when there is none. Nothing is sent before it is asked something.
 *
 * @example
 * const model = openModel(settings.model, { closed: closing.signal, name: template.reexecuteModel });
 */
export function openModel(
  choice: ModelChoice,
  { closed, name = null, limits }: OpenModelOptions,
): LanguageModel | null {
  if ('generate' in choice) return asNamed(choice, choice.id, name);
  if (isAiSdkLanguageModel(choice)) {
    const model = asNamed(choice, choice.modelId, name);
    return aiSdkModel(model, limits, {
      closed,
      ...(limits === undefined ? {} : { timeoutMs: limits.timeoutMs }),
    });
  }
  if (choice.provider === 'none') return null;
  const { url, apiKey, timeoutMs, maxOutputTokens } = choice;
  const chosen = name ?? choice.name;
  if (url === null || chosen === null) {
    throw new EngramError('config_invalid', 'The model provider "openai" needs model.url and model.name.');
  }
  return openaiCompatibleModel({ url, name: chosen, apiKey, maxOutputTokens }, { closed, timeoutMs });
}

/** A model that is an object cannot become another one by its name. */
function asNamed<Model>(model: Model, own: string, name: string | null): Model {
  if (name === null || name === own) return model;
  throw new EngramError(
    'unsupported',
    `The template asks for the model "${name}", but "${own}" was given as an object. Set the model by model.provider, model.url and model.name, or give the template no model of its own.`,
    { details: { model: name } },
  );
}
