import { placeholderPattern, placeholderStart } from '../placeholder.ts';
import { isAlphanumeric, matchAt, type RedactionRule, startsToken } from './rule.ts';

const stickyPlaceholder = new RegExp(placeholderPattern.source, 'y');

/** Steps over earlier placeholders: it "finds" them with their own kind, so they come out unchanged. */
export const placeholderRule: RedactionRule = {
  anchors: [placeholderStart],
  find(text, at) {
    const match = matchAt(stickyPlaceholder, text, at);
    return match && [{ kind: match[1] ?? '', start: at, end: at + match[0].length }];
  },
};

const maxHeader = 8192;
const tokenHeader = /eyJ[\w-]{8,8192}/y;
const tokenRest = /\.[\w-]{8,16384}(?:\.[\w-]{0,8192}){0,3}/y;

/** Signed and encrypted JSON web tokens (three or five parts; a cut one may have two). */
export const jsonWebTokenRule: RedactionRule = {
  anchors: ['eyJ'],
  find(text, at, floor) {
    // A hyphen belongs to the alphabet, so it is no beginning; this also keeps `eyJ-eyJ-…` linear.
    if (!startsToken(text, at, floor) || (at > floor && text[at - 1] === '-')) return undefined;
    // Looking for the dot is much quicker than reading the part before it.
    if (!text.slice(at, at + 'eyJ'.length + maxHeader + 1).includes('.')) return undefined;
    const header = matchAt(tokenHeader, text, at)?.[0];
    const rest = header && matchAt(tokenRest, text, at + header.length)?.[0];
    return rest && header ? [{ kind: 'jwt', start: at, end: at + header.length + rest.length }] : undefined;
  },
};

const privateKeyBegin = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const privateKeyEnd = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
// What a key block without its end may still hold: base64, headers, line breaks real or escaped.
const privateKeyBody = /(?:[A-Za-z0-9+/=:,.\s]|-(?!----)|\\+[nrt])+/y;

/** Private key blocks of every kind, with real or escaped line breaks, whole or cut off. */
export const privateKeyRule: RedactionRule = {
  anchors: ['-----BEGIN '],
  find(text, at) {
    const begin = matchAt(privateKeyBegin, text, at);
    if (begin === undefined) return undefined;
    const bodyStart = at + begin[0].length;
    const nextMarker = text.indexOf('-----', bodyStart);
    const ending = nextMarker < 0 ? undefined : matchAt(privateKeyEnd, text, nextMarker);
    if (ending !== undefined) {
      return [{ kind: 'private-key', start: at, end: nextMarker + ending[0].length }];
    }
    const body = matchAt(privateKeyBody, text, bodyStart)?.[0].trimEnd() ?? '';
    // The bare marker is how code and manuals speak of keys.
    if (body.replace(/\\+[nrt]|\s/g, '').length < 16) return undefined;
    return [{ kind: 'private-key', start: at, end: bodyStart + body.length }];
  },
};

const puttyPrivateLines =
  /Private-Lines: \d{1,3}(?:\r?\n|\\n)((?:[A-Za-z0-9+/=]{4,80}(?:\r?\n|\\n|$)){1,200})/y;

/** The private half of a PuTTY key file. */
export const puttyKeyRule: RedactionRule = {
  anchors: ['private-lines:'],
  find(text, at) {
    const lines = matchAt(puttyPrivateLines, text, at);
    if (lines === undefined || isAlphanumeric(text.charCodeAt(at - 1))) return undefined;
    const end = at + lines[0].trimEnd().length;
    return [{ kind: 'private-key', start: end - (lines[1] ?? '').trimEnd().length, end }];
  },
};
