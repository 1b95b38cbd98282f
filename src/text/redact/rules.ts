import type { SecretFinding } from './rule.ts';
import { createBase64Rule } from './rules-base64.ts';
import { commandRules, phraseRules } from './rules-commands.ts';
import { cookieFileRule, cookieFlagRule, cookieObjectRule, cookieRule } from './rules-cookies.ts';
import { embeddedRules } from './rules-embedded.ts';
import { jsonWebTokenRule, placeholderRule, privateKeyRule, puttyKeyRule } from './rules-forms.ts';
import { authorizationRule, schemeRules } from './rules-headers.ts';
import { kubernetesRules } from './rules-kubernetes.ts';
import { pairRule } from './rules-pairs.ts';
import { tokenRules } from './rules-tokens.ts';
import { goDataSourceRule, oracleRule, signatureRule, urlCredentialRule } from './rules-urls.ts';
import { createScanner, type Scanner } from './scan.ts';

// Where several rules share an anchor the first to find something wins, so exact forms come before names.
const plainRules = [
  placeholderRule,
  ...tokenRules,
  jsonWebTokenRule,
  ...embeddedRules,
  privateKeyRule,
  puttyKeyRule,
  urlCredentialRule,
  signatureRule,
  oracleRule,
  goDataSourceRule,
  authorizationRule,
  ...schemeRules,
  ...kubernetesRules,
  cookieRule,
  cookieFlagRule,
  cookieFileRule,
  cookieObjectRule,
  ...commandRules,
  ...phraseRules,
  pairRule,
];

let scanner: Scanner | undefined;
let plainScanner: Scanner | undefined;

function scanDecoded(text: string): readonly SecretFinding[] {
  plainScanner ??= createScanner(plainRules);
  return plainScanner(text);
}

/**
 * Finds every secret in a text. Encoded text is decoded once and judged by the same rules. The tables are built
 * with the first text, and the first encoded one: a process that only reads does not pay for them.
 *
 * @example scanSecrets('postgres://me:hunter2@db') // [{ kind: 'password', start: 14, end: 21 }]
 */
export function scanSecrets(text: string): readonly SecretFinding[] {
  scanner ??= createScanner([...plainRules, createBase64Rule(scanDecoded)]);
  return scanner(text);
}
