import { placeholderFor } from '../placeholder.ts';
import type { RedactionRule, SecretFinding } from './rule.ts';

/** Looks for secrets in a text; the findings are in reading order and do not overlap. */
export type Scanner = (text: string) => readonly SecretFinding[];

interface Anchor {
  readonly codes: readonly number[];
  /** Where in the anchor its window begins. */
  readonly offset: number;
  readonly exact: boolean;
  readonly rule: RedactionRule;
}

const nothing: readonly SecretFinding[] = [];

const none: readonly Anchor[] = [];
const windows = 0x8000;
const anyCase = 1;
const upperOnly = 2;

/**
 * Builds a one-pass scanner. Clean text costs one table lookup per character: the last three characters,
 * folded to five bits each (which also folds case), index a table that knows the rarest three characters of
 * every anchor. Only where that table has an entry is an anchor compared and its rule tried.
 *
 * @example createScanner(rules)('key AKIA…') // [{ kind: 'aws-access-key-id', start: 4, end: 24 }]
 */
export function createScanner(rules: readonly RedactionRule[]): Scanner {
  const byWindow = indexAnchors(rules);
  const anchors = Array.from({ length: windows }, (_, window) => byWindow.get(window) ?? none);
  // One byte per entry: the table must stay small enough for the processor's first cache.
  const table = new Uint8Array(windows);
  for (const [window, sameWindow] of byWindow)
    table[window] = sameWindow.every(beginsUpper) ? upperOnly : anyCase;

  // Kept apart from the work on hits so that the engine compiles it to a tight loop.
  function nextHit(text: string, from: number, floor: number): number {
    let window = 0;
    for (let index = Math.max(floor, from - 2); index < text.length; index += 1) {
      window = ((window << 5) | (text.charCodeAt(index) & 31)) & 0x7fff;
      const entry = table[window];
      if (entry === 0 || index < from) continue;
      if (entry === anyCase || isUpper(text.charCodeAt(index - 2))) return index;
    }
    return -1;
  }

  function anchorsAt(text: string, index: number): readonly Anchor[] {
    const window = fold(text.charCodeAt(index - 2), text.charCodeAt(index - 1), text.charCodeAt(index));
    return anchors[window] ?? none;
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
    if (at < floor || !startsWith(text, at, anchor)) continue;
    const found = anchor.rule.find(text, at, floor);
    if (found !== undefined && found.length > 0) return found;
  }
  return undefined;
}

function startsWith(text: string, at: number, { codes, exact }: Anchor): boolean {
  for (let offset = 0; offset < codes.length; offset += 1) {
    const code = text.charCodeAt(at + offset);
    if ((isUpper(code) && !exact ? code | 32 : code) !== codes[offset]) return false;
  }
  return true;
}

function indexAnchors(rules: readonly RedactionRule[]): Map<number, Anchor[]> {
  const index = new Map<number, Anchor[]>();
  for (const rule of rules) {
    for (const text of rule.anchors) {
      if (text.length < 3) throw new RangeError(`anchor '${text}' is shorter than three characters`);
      const codes = Array.from(text, (character) => character.charCodeAt(0));
      const offset = rarestOffset(codes);
      const window = windowOf(codes, offset);
      const anchor = { codes, offset, exact: /[A-Z]/.test(text), rule };
      index.set(window, [...(index.get(window) ?? []), anchor]);
    }
  }
  return index;
}

/** Windows like `NTI` would otherwise wake a rule in every `identity`. */
function beginsUpper({ codes, offset, exact }: Anchor): boolean {
  return exact && isUpper(codes[offset] ?? 0);
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

// How many of a thousand characters of prose, code and JSON fall together under each five bits.
const perThousand = [
  195, 41, 39, 26, 25, 77, 12, 14, 19, 46, 32, 8, 41, 25, 56, 49, 26, 10, 47, 48, 55, 21, 12, 9, 9, 13, 13, 9,
  4, 10, 2, 8,
];

function rarestOffset(codes: readonly number[]): number {
  const frequency = codes.map((code) => perThousand[code & 31] ?? 0);
  const products = frequency
    .slice(2)
    .map((third, offset) => third * (frequency[offset] ?? 0) * (frequency[offset + 1] ?? 0));
  return products.indexOf(Math.min(...products));
}

function windowOf(codes: readonly number[], offset: number): number {
  const [first = 0, second = 0, third = 0] = codes.slice(offset, offset + 3);
  return fold(first, second, third);
}

/** Three characters in fifteen bits; letters lose their case, some marks and digits fall together. */
function fold(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}
