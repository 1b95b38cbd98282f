import { placeholderFor } from '../placeholder.ts';
import { type Anchor, foldOf, hashOf, indexAnchors, standsAt } from './anchors.ts';
import type { RedactionRule, SecretFinding } from './rule.ts';

/** Looks for secrets in a text; the findings are in reading order and do not overlap. */
export type Scanner = (text: string) => readonly SecretFinding[];

const nothing: readonly SecretFinding[] = [];
const none: readonly Anchor[] = [];

// Small enough for the processor's second cache, and longer than nearly every text.
const chunkLength = 0x8000;
// A shorter text is read faster as it is than it is copied.
const minCopied = 160;

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
  const bytes = Buffer.alloc(chunkLength);

  // What of the text is in `bytes`.
  let start = 0;
  let end = 0;

  // The two loops are kept apart from the work on hits so that the engine compiles them tightly. The table needs the low five
  // bits of a character only, and an array of bytes gives them sooner than a string, which may be kept in several ways.
  function nextInText(text: string, from: number): number {
    let window = 0;
    for (let index = from; index < text.length; index += 1) {
      window = ((window << 5) | (text.charCodeAt(index) & 31)) & 0x7fff;
      if (folded[window] !== 0 && index > from + 1 && isWritten(text, index)) return index - 2;
    }
    return text.length;
  }

  function nextInBytes(text: string, from: number, begin: number, length: number): number {
    let window = 0;
    for (let index = from - begin; index < length; index += 1) {
      window = ((window << 5) | ((bytes[index] ?? 0) & 31)) & 0x7fff;
      if (folded[window] !== 0 && begin + index > from + 1 && isWritten(text, begin + index)) {
        return begin + index - 2;
      }
    }
    return begin + length;
  }

  function nextInChunks(text: string, from: number): number {
    let place = from;
    while (place + 2 < text.length) {
      if (place + 2 >= end) {
        start = place;
        end = start + bytes.write(text.slice(start, start + chunkLength), 'latin1');
      }
      const next = nextInBytes(text, place, start, end - start);
      if (next < end) return next;
      // The last two characters of a chunk may begin an anchor that goes on in the next one.
      place = end - 2;
    }
    return text.length;
  }

  function isWritten(text: string, index: number): boolean {
    return (
      written[hashOf(text.charCodeAt(index - 2), text.charCodeAt(index - 1), text.charCodeAt(index))] === 1
    );
  }

  function anchorsAt(text: string, place: number): readonly Anchor[] {
    const window = foldOf(text.charCodeAt(place), text.charCodeAt(place + 1), text.charCodeAt(place + 2));
    return buckets[bucketOf[window] ?? 0] ?? none;
  }

  /** Where an anchor may stand next; the end of the text if nowhere. */
  function nextHit(text: string, from: number): number {
    return text.length < minCopied ? nextInText(text, from) : nextInChunks(text, from);
  }

  return (text) => {
    end = 0;
    let place = nextHit(text, 0);
    if (place === text.length) return nothing;
    const findings: SecretFinding[] = [];
    let floor = 0;
    while (place < text.length) {
      const found = tryAnchors(anchorsAt(text, place), text, place, floor);
      const last = found?.at(-1);
      if (found === undefined || last === undefined) place += 1;
      else {
        findings.push(...found);
        floor = last.end;
        place = floor;
      }
      place = nextHit(text, place);
    }
    return findings;
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
