import { placeholderStart } from '../placeholder.ts';
import { looksRandom } from './entropy.ts';
import { matchAt, type RedactionRule } from './rule.ts';
import { specificKindOf } from './specific-kind.ts';
import { isStandIn } from './values.ts';

const authority = /[^\s/?#"'`<>\\]{1,512}/y;
// Unescaped slashes in a password are wrong but common in database addresses.
const databaseAuthority = /([^\s:/@"'`<>\\]{0,64}:[^\s"'`<>\\@]{1,256})@[\w.-]/y;
const databaseScheme =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|rediss|amqps?|clickhouse)(?:\+\w{1,20})?$/i;

/** Passwords (and keys standing alone) before the `@` of an address; user, host and path stay. */
export const urlCredentialRule: RedactionRule = {
  anchors: ['://'],
  find(text, at, floor) {
    const start = at + 3;
    let credentials = '';
    const whole = matchAt(authority, text, start)?.[0] ?? '';
    const lastAt = whole.lastIndexOf('@');
    if (lastAt > 0) credentials = whole.slice(0, lastAt);
    else if (databaseScheme.test(text.slice(Math.max(floor, at - 32), at))) {
      credentials = matchAt(databaseAuthority, text, start)?.[1] ?? '';
    }
    if (credentials.includes(placeholderStart)) return undefined;
    const colon = credentials.indexOf(':');
    if (colon < 0) {
      const isKey = looksRandom(credentials);
      const end = start + credentials.length;
      return isKey ? [{ kind: specificKindOf(text, start, end) ?? 'url-credential', start, end }] : undefined;
    }
    const password = credentials.slice(colon + 1);
    if (isStandIn(password) || isTemplate(password)) return undefined;
    const passwordStart = start + colon + 1;
    const end = start + credentials.length;
    return [{ kind: specificKindOf(text, passwordStart, end) ?? 'password', start: passwordStart, end }];
  },
};

/** Code that builds an address: `${user}:${password}`, `%s:%s`, `{user}:{password}`. */
function isTemplate(password: string): boolean {
  return /\$\{|\{\w*\}|^%\w|^\$\w+$|^\$\(|^\[|^:?[A-Z_]*PASSWORD[A-Z_]*$|^\.{3}$/.test(password);
}

const signature = /(?:signature|sig)=([A-Za-z0-9%+/_=-]{20,200})/iy;

/** Signatures that make an address or a request valid for whoever holds it (SAS, pre-signed addresses). */
export const signatureRule: RedactionRule = {
  anchors: ['sig=', 'signature='],
  find(text, at) {
    const value = matchAt(signature, text, at)?.[1];
    const before = text[at - 1] ?? ' ';
    if (value === undefined || !/[?&;\s,-]/.test(before) || !looksRandom(value)) return undefined;
    const start = text.indexOf('=', at) + 1;
    return [{ kind: 'signature', start, end: start + value.length }];
  },
};

const oracleCredentials = /thin:[\w$#]{1,64}\/([^\s@"'/]{1,128})@/y;

/** The password of an Oracle JDBC address: `jdbc:oracle:thin:scott/tiger@//host`. */
export const oracleRule: RedactionRule = {
  anchors: ['thin:'],
  find(text, at) {
    const match = matchAt(oracleCredentials, text, at);
    if (match === undefined) return undefined;
    const end = at + match[0].length - 1;
    return [{ kind: 'password', start: end - (match[1] ?? '').length, end }];
  },
};

const goCredentials = /[\w.-]{1,64}:([^\s@"'`]{1,128})$/;

/** The password of a Go data source name: `user:secret@tcp(host:3306)/db`. */
export const goDataSourceRule: RedactionRule = {
  anchors: ['@tcp(', '@unix('],
  find(text, at, floor) {
    const password = goCredentials.exec(text.slice(Math.max(floor, at - 200), at))?.[1];
    if (password === undefined || isStandIn(password) || isTemplate(password)) return undefined;
    return [{ kind: 'password', start: at - password.length, end: at }];
  },
};
