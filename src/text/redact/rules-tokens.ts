import { looksRandom } from './entropy.ts';
import { isMask, matchAt, type RedactionRule, type SecretFinding, startsToken } from './rule.ts';
import { cloudVendors } from './vendors/clouds.ts';
import { codeVendors } from './vendors/code.ts';
import { modelVendors } from './vendors/models.ts';
import { serviceVendors } from './vendors/services.ts';
import type { TokenForm } from './vendors/token-form.ts';

/** Every known token form. Prefixes are compared with case; none is a prefix of prose. */
export const tokenForms: readonly TokenForm[] = [
  ...modelVendors,
  ...codeVendors,
  ...cloudVendors,
  ...serviceVendors,
];

/**
 * The token of known form that begins exactly at `at`.
 *
 * @example tokenAt('hf_…', 0, 0)?.kind // 'huggingface-token'
 */
export function tokenAt(text: string, at: number, floor: number): SecretFinding | undefined {
  for (const { form, prefix } of formsByHead.get(headOf(text, at)) ?? []) {
    if (!text.startsWith(prefix, at)) continue;
    const finding = tryForm(form, prefix, text, at, floor);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function tryForm(
  form: TokenForm,
  prefix: string,
  text: string,
  at: number,
  floor: number,
): SecretFinding | undefined {
  if (!form.keepsPrefix && !startsToken(text, at, floor)) return undefined;
  const body = matchAt(form.after, text, at + prefix.length)?.[0];
  if (body === undefined || isMask(body)) return undefined;
  const end = at + prefix.length + body.length;
  if (form.mustLookRandom && (!looksRandom(body) || isInsideBase64(text, at, end))) return undefined;
  return { kind: form.kind, start: form.keepsPrefix ? at + prefix.length : at, end };
}

/** Letters that happen to begin like a token, in the middle of something encoded. */
function isInsideBase64(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? '';
  const after = text[end] ?? '';
  return /[+/]/.test(before) && /[+/=]/.test(after) && (before === '+' || after === '+' || after === '=');
}

function headOf(text: string, at: number): string {
  return text.slice(at, at + 2);
}

const formsByHead = new Map<string, { form: TokenForm; prefix: string }[]>();
for (const form of tokenForms) {
  for (const prefix of form.prefixes) {
    const sameHead = formsByHead.get(headOf(prefix, 0)) ?? [];
    formsByHead.set(headOf(prefix, 0), [...sameHead, { form, prefix }]);
  }
}

/** Tokens whose form alone gives them away, wherever they stand. Most words that wake one are ordinary ones. */
export const tokenRules: readonly RedactionRule[] = tokenForms.flatMap((form) =>
  form.prefixes.map((prefix) => ({
    anchors: anchorsOf(prefix),
    find(text, at, floor) {
      if (!text.startsWith(prefix, at)) return undefined;
      const finding = tryForm(form, prefix, text, at, floor);
      return finding && [finding];
    },
  })),
);

/** The scanner wants three characters; `SK` and `AC` of Twilio are followed by one hexadecimal digit. */
function anchorsOf(prefix: string): readonly string[] {
  return prefix.length > 2 ? [prefix] : Array.from('0123456789abcdef', (digit) => prefix + digit);
}
