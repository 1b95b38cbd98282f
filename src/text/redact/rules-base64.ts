import { base64PrefixOf, decodeBase64 } from './base64.ts';
import { matchAt, type RedactionRule, startsToken } from './rule.ts';
import { tokenForms } from './rules-tokens.ts';
import type { Scanner } from './scan.ts';

const encodedRun = /[A-Za-z0-9+/_-]{12,16384}={0,2}/y;
// `base64 key.pem` wraps its output; a wrapped block ends with its first shorter line.
const wrappedLines =
  /(?:(?:\r?\n|\\n)[A-Za-z0-9+/]{60,76}){0,400}(?:(?:\r?\n|\\n)[A-Za-z0-9+/]{1,76}={0,2})?/y;

/**
 * Base64 of something that is a secret itself: the encoded beginning gives it away, then the decoded text is
 * judged by the given scanner.
 *
 * @example createBase64Rule(createScanner(tokenRules))
 */
export function createBase64Rule(scanDecoded: Scanner): RedactionRule {
  const beginnings = [...tokenForms.flatMap(({ prefixes }) => prefixes), '-----BEGIN ', '{"', '{\n'];
  const anchors = beginnings.map(base64PrefixOf).filter((encoded) => encoded.length >= 4);

  return {
    anchors: [...new Set(anchors), 'eyJ', 'ewog', 'ewo'],
    find(text, at, floor) {
      if (!startsToken(text, at, floor) || (at > floor && /[-_+/]/.test(text[at - 1] ?? '')))
        return undefined;
      const run = matchAt(encodedRun, text, at)?.[0];
      if (run === undefined) return undefined;
      const decoded = decodeBase64(run);
      const kind = decoded === undefined ? undefined : scanDecoded(decoded)[0]?.kind;
      if (kind === undefined) return undefined;
      const end = at + run.length;
      const wrapped = run.length >= 60 && run.length <= 76 ? matchAt(wrappedLines, text, end)?.[0].length : 0;
      return [{ kind, start: at, end: end + (wrapped ?? 0) }];
    },
  };
}
