import { looksRandom } from './entropy.ts';
import { matchAt, type RedactionRule, type SecretFinding, startsToken } from './rule.ts';
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
  if (form.mustLookRandom && !looksRandom(body)) return undefined;
  const end = at + prefix.length + body.length;
  return { kind: form.kind, start: form.keepsPrefix ? at + prefix.length : at, end };
}

/** One character over and over, or the marks of a mask: somebody wrote it instead of a token. */
function isMask(body: string): boolean {
  return /^(?:[xX*_-]+|([a-z0-9])\1*)$/.test(body);
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
      const finding = tryForm(form, prefix, text, at, floor);
      return finding && [finding];
    },
  })),
);

/** The scanner wants three characters; `SK` and `AC` of Twilio are followed by one hexadecimal digit. */
function anchorsOf(prefix: string): readonly string[] {
  return prefix.length > 2 ? [prefix] : Array.from('0123456789abcdef', (digit) => prefix + digit);
}
