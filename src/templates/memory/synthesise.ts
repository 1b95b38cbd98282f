import type { ChatMessage, LanguageModel, ModelAnswer } from '../../ports/language-model.ts';
import type { TokenBudget } from '../../ports/token-budget.ts';
import type { Distilled } from '../../records/agent-memory.ts';
import { describeThrown } from '../../text/thrown.ts';
import { countTokens } from '../../text/token-count.ts';
import { cutText } from './phrases.ts';
import { readAnswer } from './read-answer.ts';
import { callsOf, isOwn, type RunLog } from './run-log.ts';
import { repairRequest, synthesisPrompt } from './synthesis-prompt.ts';

/** A request to distil a log, with its limits. */
export interface SynthesisRequest {
  readonly log: RunLog;
  readonly previous: Distilled | null;
  readonly logTokens: number;
  readonly maxOutputTokens: number;
  readonly budget: TokenBudget;
  readonly signal?: AbortSignal | undefined;
}

/** What a model made of a log, or why it did not, with the tokens that were used either way. */
export type Synthesis = { readonly inputTokens: number; readonly outputTokens: number } & (
  | { readonly distilled: Distilled }
  | { readonly failed: string }
);

/** An answer that is quoted back when it is to be repaired. */
const maxQuoteLength = 4_000;
/** Tokens that a message takes besides its text. */
const tokensPerMessage = 8;

/**
 * What an agent can learn from a run, by a language model (TPL-3). An answer that cannot be used is asked for once more,
 * with what was wrong. It never rejects: on any failure the caller distils by rules.
 */
export async function synthesise(model: LanguageModel, request: SynthesisRequest): Promise<Synthesis> {
  const used = { inputTokens: 0, outputTokens: 0 };
  const prompt = synthesisPrompt(request.log, request.previous, request.logTokens);
  const own = callsOf(request.log).filter((step) => isOwn(request.log, step));
  const tools = new Set(own.map(({ tool }) => tool));
  let messages = prompt;
  let problem = '';
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const asked = await ask(model, messages, request);
    if ('failed' in asked) return { failed: asked.failed, ...used };
    used.inputTokens += asked.answer.inputTokens;
    used.outputTokens += asked.answer.outputTokens;
    const read = readAnswer(asked.answer.text, tools);
    if ('distilled' in read) return { distilled: read.distilled, ...used };
    problem = asked.answer.cut ? 'it was cut off; be shorter' : read.problem;
    const quoted: ChatMessage = { role: 'assistant', text: cutText(asked.answer.text, maxQuoteLength) };
    messages = [...prompt, quoted, repairRequest(problem)];
  }
  const failed = `The model's answer could not be used, also when it was asked again: ${problem}.`;
  return { failed, ...used };
}

async function ask(
  model: LanguageModel,
  messages: readonly ChatMessage[],
  { budget, maxOutputTokens, signal }: SynthesisRequest,
): Promise<{ readonly answer: ModelAnswer } | { readonly failed: string }> {
  const inputTokens = tokensOf(messages);
  const reservation = budget.reserve(inputTokens + maxOutputTokens);
  if (reservation === null)
    return { failed: `The tokens for distilling are used up for today: ${budget.left} are left.` };
  try {
    const answer = await model.generate({
      messages,
      maxOutputTokens,
      ...(signal === undefined ? {} : { signal }),
    });
    // Some services do not say what was used.
    const real = {
      inputTokens: answer.inputTokens || inputTokens,
      outputTokens: answer.outputTokens || countTokens(answer.text.slice(0, maxCountedLength)),
    };
    reservation.settle(real.inputTokens + real.outputTokens);
    return { answer: { ...answer, ...real } };
  } catch (thrown) {
    // What a failed request cost is not known; it stays counted in full, because the limit is a hard one.
    return { failed: describeThrown(thrown).message };
  }
}

/** Counting a huge answer would take longer than it is worth. */
const maxCountedLength = 1_000_000;

function tokensOf(messages: readonly ChatMessage[]): number {
  const texts = messages.map((message) => ('text' in message ? countTokens(message.text) : 0));
  return texts.reduce((sum, tokens) => sum + tokens + tokensPerMessage, 0);
}
