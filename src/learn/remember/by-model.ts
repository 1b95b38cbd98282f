import type { LanguageModel, ModelAnswer } from '../../ports/language-model.ts';
import type { TokenBudget } from '../../ports/token-budget.ts';
import type { NotKept } from '../../records/remember.ts';
import { describeThrown } from '../../text/thrown.ts';
import { countTokens } from '../../text/token-count.ts';
import type { Chosen } from './by-rules.ts';
import type { Keepable } from './keepable.ts';
import { readChosen } from './read-chosen.ts';
import { rememberPrompt, shownMessage } from './remember-prompt.ts';
import type { SaidMessage } from './said-message.ts';

/** Tokens of a conversation that are shown to a model at once, and that it may answer with. */
const maxShownTokens = 4_000;
const maxAnswerTokens = 1_500;
/** Of a longer message the beginning is shown. */
const maxMessageLength = 4_000;

/** What a model chose of the messages it has read, and what that cost. */
export interface ChosenByModel {
  readonly keepable: readonly Keepable[];
  /** Positions of messages that were read. */
  readonly read: ReadonlySet<number>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Why the model did not read all; null when it did. */
  readonly problem: string | null;
}

/** Limits of what a model may use. */
export interface ModelLimits {
  readonly maxTokens: number;
  /** What is left of the day. */
  readonly budget: TokenBudget;
  readonly maxOutputTokens: number;
}

/**
 * Lets a model choose, a piece of the conversation at a time, within both budgets. It never rejects: what the model has not read is left to
 * the rules.
 */
export async function chooseByModel(
  model: LanguageModel,
  messages: readonly SaidMessage[],
  limits: ModelLimits,
): Promise<ChosenByModel> {
  const keepable: Keepable[] = [];
  const read = new Set<number>();
  const used = { inputTokens: 0, outputTokens: 0 };
  const output = Math.min(maxAnswerTokens, limits.maxOutputTokens);
  for (const piece of piecesOf(messages)) {
    const prompt = rememberPrompt(piece.map(({ shown }) => shown));
    const needed = prompt.reduce(
      (sum, message) => sum + ('text' in message ? countTokens(message.text) : 0),
      0,
    );
    const left = limits.maxTokens - used.inputTokens - used.outputTokens;
    const reserved = needed + output > left ? null : limits.budget.reserve(needed + output);
    if (reserved === null) return { keepable, read, ...used, problem: 'The tokens for it are used up' };
    let answer: ModelAnswer;
    try {
      answer = await model.generate({ messages: prompt, maxOutputTokens: output });
    } catch (thrown) {
      // What a failed request cost is not known; it stays reserved.
      return { keepable, read, ...used, problem: describeThrown(thrown).message };
    }
    const spent = { in: answer.inputTokens || needed, out: answer.outputTokens || countTokens(answer.text) };
    reserved.settle(spent.in + spent.out);
    used.inputTokens += spent.in;
    used.outputTokens += spent.out;
    const chosen = readChosen(answer.text, messages);
    if (chosen === null)
      return { keepable, read, ...used, problem: 'The answer of the model cannot be used' };
    const positions = new Set(piece.map(({ position }) => position));
    keepable.push(...chosen.filter(({ position }) => positions.has(position)));
    for (const position of positions) read.add(position);
  }
  return { keepable, read, ...used, problem: null };
}

interface ShownMessage {
  readonly position: number;
  readonly shown: string;
}

/** Messages that people and agents wrote, in pieces that a model reads at once. */
function piecesOf(messages: readonly SaidMessage[]): ShownMessage[][] {
  const pieces: ShownMessage[][] = [];
  let tokens = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    if (message.role === 'system' || message.role === 'tool' || message.text.trim() === '') continue;
    const shown = shownMessage({ ...message, text: message.text.slice(0, maxMessageLength).toWellFormed() });
    const size = countTokens(shown);
    if (tokens + size > maxShownTokens) {
      pieces.push([]);
      tokens = 0;
    }
    pieces.at(-1)?.push({ position: message.position, shown });
    tokens += size;
  }
  return pieces;
}

/** What the model chose, where it has read; what rules chose everywhere else, and of calls. */
export function joined(byRules: Chosen, { keepable, read }: ChosenByModel): Chosen {
  const kept = byRules.keepable.filter(
    ({ position, why, source }) => isOfCalls(why, source) || !read.has(position),
  );
  const all = [...kept, ...keepable].toSorted((left, right) => left.position - right.position);
  const reasons = new Map<number, NotKept>(byRules.reasons);
  for (const position of read) {
    const own = byRules.reasons.get(position);
    reasons.set(position, own === 'not-a-person' || own === 'nothing-typed' ? own : 'not-chosen');
  }
  for (const { position } of all) reasons.delete(position);
  return { keepable: all, reasons };
}

function isOfCalls(why: string, source: string): boolean {
  return why === 'lesson' || source === 'choice';
}
