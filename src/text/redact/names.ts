import { foreignKeyWords, passwordWords, perhapsPasswordWords, plainSpelling } from './name-words.ts';

/**
 * How much a name proves about its value: under a `certain` name almost anything is a secret (`password`),
 * under a `likely` one (`api_key`) whatever is no plain word, under a `hint` (`token`) only what looks random.
 */
export type NameEvidence = 'certain' | 'likely' | 'hint';

/** What a secret-looking name says about the value beside it. */
export interface SecretName {
  readonly kind: string;
  readonly evidence: NameEvidence;
}

/**
 * What the name of a field, variable, flag or header says about its value, or undefined if nothing.
 *
 * @example secretNameOf('DB_PASSWORD') // { kind: 'password', evidence: 'certain' }
 * @example secretNameOf('max_tokens') // undefined
 */
export function secretNameOf(name: string): SecretName | undefined {
  const known = cache.get(name);
  if (known !== undefined) return known ?? undefined;
  const verdict = name.length > maxNameLength || !mayBeSecret.test(name) ? undefined : judgeName(name);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(name, verdict ?? null);
  return verdict;
}

/**
 * The words of a name in lower case: camelCase, snake_case, kebab-case and dots all separate.
 *
 * @example wordsOf('awsSecretAccess_key') // ['aws', 'secret', 'access', 'key']
 */
function wordsOf(name: string): string[] {
  const separated = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return plainSpelling(separated.toLowerCase()).match(/\p{L}+|\d+/gu) ?? [];
}

/**
 * The header a field stands for, when its value is written as in that header.
 *
 * @example headerOf('proxy-authorization') // 'authorization'
 */
export function headerOf(name: string): 'cookie' | 'authorization' | undefined {
  const known = headers.get(name);
  if (known !== undefined) return known ?? undefined;
  const [, header] = /(cookie|authorization)$/i.exec(name) ?? [];
  const verdict = header === undefined ? null : (header.toLowerCase() as 'cookie' | 'authorization');
  if (headers.size >= cacheLimit) headers.clear();
  headers.set(name, verdict);
  return verdict ?? undefined;
}

// Names repeat endlessly in recorded calls, so judging each one once keeps the walk cheap.
const cache = new Map<string, SecretName | null>();
const headers = new Map<string, 'cookie' | 'authorization' | null>();
const cacheLimit = 5000;
const maxNameLength = 80;

const mayBeSecret =
  /pass|pwd|pw$|secret|token|key|auth|cred|cookie|sess|sid$|sig|jwt|otp|bundle_|[^\0-\x7f]|wort|woord|kode|sana|parool|contrase|senha|mdp|khau|sandi|laluan|haslo|heslo|jelszo|sifre|lozinka|geslo|slapta|clave|parola|geheim|segre|jeton|schlus/i;

// Words that may follow the noun without changing what the value is: `passwordConfirmation`, `API_KEY_PROD`.
const trailing =
  /^(?:\d+|value|confirm|confirmation|again|repeat|old|new|current|plain|plaintext|raw|hash|hashed|encoded|base|b64|prod|production|dev|staging|live|primary|secondary)$/;

// Words that turn the name into something about secrets: an error, a rule, a switch, a screen.
const about =
  /^(?:err|error|errors|invalid|missing|wrong|bad|forgot|forgotten|reset|change|min|max|num|no|has|is|show|hide|use|allow|require|required|requires|expired|without)$/;

// What stands last in the name of something that belongs to a secret and is none: its number, place or print.
const belonging =
  /^(?:ids?|identifiers?|names?|types?|kinds?|counts?|lengths?|sizes?|limits?|paths?|files?|dirs?|urls?|uris?|endpoints?|expires|expiry|expiration|at|ttl|digest|checksum|fingerprint|thumbprint|sha\d*|md5|etag|integrity|version|arn|ref|index|cache|algorithm|alg|curve|nonce|cursor|boards?|izer|ize|ized|ization|ring|frames?|codes?|press|down|up|word|words|pair|pairs|map|set|path|page|public|challenge|state|request|response|event|events)$/;

const passwordNoun = /(?:password|passwd|passphrase|passcode|passwort|pword|pwd)$/;
const secretNoun = /(?:secret|secretkey)$/;
const keyNoun =
  /(?:api|access|account|private|secret|auth|authorization|encryption|decryption|signing|signature|master|admin|service|role|shared|deploy|license|subscription|webhook|hmac|aes|rsa|ssh|jwt|session|app|application|client|consumer|functions|storage|write|ingest|integration|rest|security)keys?$/;
const tokenNoun =
  /(?:access|auth|oauth|api|refresh|bearer|bot|session|identity|csrf|xsrf|secret|security|personal|private|deploy|verification|registration|service|user|app|client|webhook|registry|github|gitlab|npm|slack|hf|vault)token$/;
const harmlessToken =
  /^(?:page|next|previous|prev|continuation|cursor|sync|stop|start|end|pad|eos|bos|unk|sep|mask|cls|special|next)$/;
const harmlessKey =
  /^(?:public|publishable|primary|foreign|cache|partition|sort|row|idempotency|object|unique|index|hash|map|group|routing|translation|message|query|lookup|composite|dedupe|dedup|the|a|any|each|first|last|bucket|shard|config|shortcut|hot|arrow|i18n)$/;

function judgeName(name: string): SecretName | undefined {
  const words = wordsOf(name);
  while (words.length > 1 && trailing.test(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (words.slice(0, -1).some((word) => about.test(word))) return undefined;
  const compact = words.join('');

  if (passwordNoun.test(compact) || isPasswordWord(words)) return { kind: 'password', evidence: 'certain' };
  // Alone, `pass` is also a verb and the verdict of a test.
  if (perhapsPasswordWords.has(last)) {
    return name === 'PASS' ? undefined : { kind: 'password', evidence: before === '' ? 'likely' : 'certain' };
  }
  if (last === 'otp') return { kind: 'one-time-password', evidence: 'certain' };
  if (compact.endsWith('privatekey')) return { kind: 'private-key', evidence: 'likely' };
  if (secretNoun.test(compact)) return { kind: 'secret', evidence: 'certain' };
  return (
    judgeToken(name, compact, last, before) ??
    judgeKey(name, compact, last, before) ??
    judgeInside(words, compact)
  );
}

/** The last word, or the last two or three together: `mot de passe`, `kata sandi`. */
function isPasswordWord(words: readonly string[]): boolean {
  return [1, 2, 3].some((count) => words.length >= count && passwordWords.has(words.slice(-count).join('')));
}

function judgeToken(name: string, compact: string, last: string, before: string): SecretName | undefined {
  if (tokenNoun.test(compact) || (last === 'token' && before === 'id'))
    return { kind: 'token', evidence: 'likely' };
  if (last === 'token' || last === 'jwt') {
    return harmlessToken.test(before) ? undefined : { kind: 'token', evidence: 'hint' };
  }
  if (/^(?:cred|creds|credential|credentials|secrets)$/.test(last)) {
    return { kind: 'credential', evidence: 'hint' };
  }
  if (last === 'auth') return { kind: 'credential', evidence: 'hint' };
  if (foreignKeyWords.has(last)) return { kind: 'secret', evidence: 'hint' };
  if (/(?:sessid|sessionid)$/.test(name.toLowerCase()) && last.length > 5) {
    return { kind: 'session', evidence: 'hint' };
  }
  return last === 'sid' && before === 'connect' ? { kind: 'session', evidence: 'hint' } : undefined;
}

function judgeKey(name: string, compact: string, last: string, before: string): SecretName | undefined {
  if (!compact.endsWith('key') && !compact.endsWith('keys')) return undefined;
  if (harmlessKey.test(before)) return undefined;
  if (keyNoun.test(compact)) return { kind: 'api-key', evidence: 'likely' };
  // `STRIPE_KEY=…` in an environment file and `stripeKey` in code may be a key of some provider.
  const ofProvider =
    last === 'key' && before !== '' && (name === name.toUpperCase() || /^[a-z]{4,}Key$/.test(name));
  return ofProvider ? { kind: 'api-key', evidence: 'hint' } : undefined;
}

/** A noun with other words behind it: `mySecretString`, `token_for_deploys`, `BUNDLE_GEMS__EXAMPLE__COM`. */
function judgeInside(words: readonly string[], compact: string): SecretName | undefined {
  // Bundler keeps the credentials of a host under its name.
  if (words[0] === 'bundle' && words.length > 2 && /(?:com|org|net|io|dev)$/.test(compact)) {
    return { kind: 'credential', evidence: 'likely' };
  }
  if (belonging.test(words.at(-1) ?? '')) return undefined;
  const at = words.findIndex((word) =>
    /^(?:secret|token|password|passwd|credentials?|apikey|pat)$/.test(word),
  );
  const isKey = /(?:api|access|secret|private|auth|encryption|signing)key/.test(compact);
  if (at < 0 && !isKey) return undefined;
  return harmlessToken.test(words[at - 1] ?? '')
    ? undefined
    : { kind: isKey ? 'api-key' : 'secret', evidence: 'hint' };
}
