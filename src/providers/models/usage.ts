import type { ModelAnswer, ModelRequest } from '../../ports/language-model.ts';
import { countTokens } from '../../text/token-count.ts';

/** Tokens as a service told them; anything that is no count is left out. */
export interface ToldUsage {
  readonly inputTokens: unknown;
  readonly outputTokens: unknown;
}

/** What a request took: as the service told it, else an estimate, so that budgets hold with any service. */
export function usageOf(
  told: ToldUsage,
  { messages, tools = [] }: ModelRequest,
  { text, requests }: Pick<ModelAnswer, 'text' | 'requests'>,
): Pick<ModelAnswer, 'inputTokens' | 'outputTokens'> {
  return {
    inputTokens: countOf(told.inputTokens) ?? countTokens(JSON.stringify([messages, tools])),
    outputTokens:
      countOf(told.outputTokens) ??
      countTokens(text) + countTokens(requests.length === 0 ? '' : JSON.stringify(requests)),
  };
}

function countOf(told: unknown): number | undefined {
  return typeof told === 'number' && Number.isSafeInteger(told) && told >= 0 ? told : undefined;
}
