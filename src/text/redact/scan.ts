import { placeholderFor } from '../placeholder.ts';
import { type Anchor, beginning, foldOf, hashOf, indexAnchors, isUpper, standsAt } from './anchors.ts';
import type { RedactionRule, SecretFinding } from './rule.ts';

/** Looks for secrets in a text; the findings are in reading order and do not overlap. */
export type Scanner = (text: string) => readonly SecretFinding[];

const nothing: readonly SecretFinding[] = [];
const none: readonly Anchor[] = [];

/**
 * Builds a one-pass scanner. Clean text costs one table lookup per character: the last three characters,
 * folded to five bits each (which also folds case), index a table that knows the rarest three characters of
 * every anchor. Where that table has an entry the three are looked up as they are written; only then is an
 * anchor compared and its rule tried.
 *
 * @example createScanner(rules)('key AKIA…') // [{ kind: 'aws-access-key-id', start: 4, end: 24 }]
 */
export function createScanner(rules: readonly RedactionRule[]): Scanner {
  const { buckets, bucketOf, folded, written } = indexAnchors(rules);

  // Kept apart from the work on hits so that the engine compiles it to a tight loop.
  function nextHit(text: string, from: number, floor: number): number {
    let window = 0;
    for (let index = Math.max(floor, from - 2); index < text.length; index += 1) {
      window = ((window << 5) | (text.charCodeAt(index) & 31)) & 0x7fff;
      const entry = folded[window];
      if (entry === 0 || index < from) continue;
      if (entry === beginning.any) return index;
      const first = text.charCodeAt(index - 2);
      if (entry === beginning.upper ? isUpper(first) : first > 127) return index;
    }
    return -1;
  }

  function anchorsAt(text: string, index: number): readonly Anchor[] {
    const first = text.charCodeAt(index - 2);
    const second = text.charCodeAt(index - 1);
    const third = text.charCodeAt(index);
    if (written[hashOf(first, second, third)] === 0) return none;
    return buckets[bucketOf[foldOf(first, second, third)] ?? 0] ?? none;
  }

  return (text) => {
    let findings: SecretFinding[] | undefined;
    let floor = 0;
    let index = nextHit(text, 2, 0);
    while (index >= 0) {
      const found = tryAnchors(anchorsAt(text, index), text, index - 2, floor);
      const last = found?.at(-1);
      if (found !== undefined && last !== undefined) {
        findings ??= [];
        findings.push(...found);
        floor = last.end;
        index = floor + 1;
      }
      index = nextHit(text, index + 1, floor);
    }
    return findings ?? nothing;
  };
}

/**
 * Puts placeholders where the findings are.
 *
 * @example replaceFindings('pw=abc', [{ kind: 'password', start: 3, end: 6 }]) // 'pw=[REDACTED:password]'
 */
export function replaceFindings(text: string, findings: readonly SecretFinding[]): string {
  let result = '';
  let kept = 0;
  for (const { kind, start, end } of findings) {
    result += text.slice(kept, start) + placeholderFor(kind);
    kept = end;
  }
  return result + text.slice(kept);
}

function tryAnchors(anchors: readonly Anchor[], text: string, windowStart: number, floor: number) {
  for (const anchor of anchors) {
    const at = windowStart - anchor.offset;
    if (at < floor || !standsAt(anchor, text, at)) continue;
    const found = anchor.rule.find(text, at, floor);
    if (found !== undefined && found.length > 0) return found;
  }
  return undefined;
}
