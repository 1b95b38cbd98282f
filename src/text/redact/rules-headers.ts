import { decodeBase64 } from './base64.ts';
import { looksRandom } from './entropy.ts';
import { isAlphanumeric, matchAt, type RedactionRule, type SecretFinding } from './rule.ts';
import { specificKindOf } from './specific-kind.ts';
import { isPlainWord, isSecretValue, isStandIn } from './values.ts';

const authorization =
  /authorization(?:\\{0,7}["'`])?[ \t]{0,4}(?:[:=]|=>|,(?=\s{0,4}\\{0,7}["']))\s{0,4}(?:\\{0,7}["'`])?[ \t]{0,2}(?:(Bearer|Basic|Token|ApiKey|Api-Key|Bot|Key|GenieKey|Negotiate|SSWS|JWT|OAuth)[ \t]{1,4}(?:token=)?)?([^\s"'`\\,;<>{}()[\]]{1,8192})/iy;

/** The credentials of an `Authorization` header or field; the scheme stays. */
export const authorizationRule: RedactionRule = {
  anchors: ['authorization'],
  find(text, at) {
    const match = matchAt(authorization, text, at);
    if (match === undefined) return undefined;
    const [whole, scheme = '', value = ''] = match;
    const end = at + whole.length;
    if (!isCredential(scheme.toLowerCase(), value, text[end])) return undefined;
    const kind = scheme.toLowerCase() === 'basic' ? 'basic-auth' : 'bearer-token';
    return [{ kind: specificKindOf(text, end - value.length, end) ?? kind, start: end - value.length, end }];
  },
};

function isCredential(scheme: string, value: string, next: string | undefined): boolean {
  if (isStandIn(value) || isPlainWord(value) || value.startsWith('$') || value.startsWith('AWS4-'))
    return false;
  if (scheme === 'basic') return value.length >= 8 || decodeBase64(value)?.includes(':') === true;
  if (isSecretValue(value, { evidence: 'likely', quoted: false, assigned: false })) return true;
  // A word after the scheme is a credential only where nothing follows; otherwise it begins a sentence.
  const endsThere = next === undefined || next !== ' ';
  return scheme !== '' && endsThere && value.length >= 3 && /^[A-Za-z0-9_-]+$/.test(value);
}

const bearer = /bearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{8,8192})/iy;
const basic = /basic[ \t]{1,4}([A-Za-z0-9+/_-]{6,1024}={0,2})/iy;

/** `Bearer …` and `Basic …` away from their header: in code, logs and prose, so the value must prove itself. */
export const schemeRules: readonly RedactionRule[] = [
  {
    anchors: ['bearer '],
    find: (text, at) => schemeFinding(text, at, bearer, 'bearer-token', isBearerToken),
  },
  {
    anchors: ['basic '],
    find: (text, at) =>
      schemeFinding(text, at, basic, 'basic-auth', (value) => /^[^:\s]*:./.test(decodeBase64(value) ?? '')),
  },
];

function isBearerToken(value: string): boolean {
  if (isStandIn(value)) return false;
  return looksRandom(value) || (value.length >= 10 && /^(?=.*\d)(?=.*[A-Za-z])[\w.]+$/.test(value));
}

function schemeFinding(
  text: string,
  at: number,
  pattern: RegExp,
  kind: string,
  isCredentialValue: (value: string) => boolean,
): SecretFinding[] | undefined {
  const match = matchAt(pattern, text, at);
  const value = match?.[1]?.replace(/\.+$/, '');
  if (match === undefined || value === undefined || isAlphanumeric(text.charCodeAt(at - 1))) return undefined;
  if (!isCredentialValue(value)) return undefined;
  const start = at + match[0].length - (match[1] ?? '').length;
  const end = start + value.length;
  return [{ kind: specificKindOf(text, start, end) ?? kind, start, end }];
}
