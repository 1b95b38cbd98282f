import type { CallParameters, PromptMessage } from './contract.ts';
import { isObject } from './model-calls.ts';

/**
 * The same call with more in its system message. There is one system message afterwards, as some providers take no second.
 * A text that begins with what the message says already, as that of `templates.begin` does, takes its place.
 *
 * @example
 * withSystem({ prompt: [{ role: 'system', content: 'You help.' }] }, 'You help.\n\n## Learned');
 * // { prompt: [{ role: 'system', content: 'You help.\n\n## Learned' }] }
 */
export function withSystem<Parameters extends CallParameters>(
  parameters: Parameters,
  text: string,
): Parameters {
  if (text === '') return parameters;
  const [first, ...rest] = parameters.prompt;
  const prompt =
    first?.role === 'system' && typeof first.content === 'string'
      ? [{ ...first, content: joined(first.content, text) }, ...rest]
      : [{ role: 'system', content: text }, ...parameters.prompt];
  return { ...parameters, prompt };
}

function joined(said: string, text: string): string {
  return text.startsWith(said) ? text : `${said}\n\n${text}`;
}

/** What the user said last, in words; empty when that was nothing. */
export function lastRequest(prompt: readonly PromptMessage[]): string {
  const content = prompt.findLast(({ role }) => role === 'user')?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) =>
    isObject(part) && part['type'] === 'text' ? part['text'] : '',
  );
  return texts.filter((text) => typeof text === 'string' && text !== '').join('\n');
}
