import { jsonWebTokenRule, privateKeyRule } from './rules-forms.ts';
import { tokenAt } from './rules-tokens.ts';

/**
 * The kind of a value that is, as a whole, a token of known form: `API_KEY=hf_…` is better called a Hugging
 * Face token than an API key.
 *
 * @example specificKindOf('hf_…', 0, 37) // 'huggingface-token'
 */
export function specificKindOf(text: string, start: number, end: number): string | undefined {
  const known =
    tokenAt(text, start, start) ??
    jsonWebTokenRule.find(text, start, start)?.[0] ??
    (text.startsWith('-----BEGIN', start) ? privateKeyRule.find(text, start, start)?.[0] : undefined);
  return known !== undefined && known.end >= end - 1 ? known.kind : undefined;
}
