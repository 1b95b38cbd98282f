import { placeholderFor } from '../placeholder.ts';
import { type Anchor, foldOf, indexAnchors, slide, standsAt } from './anchors.ts';
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
 * Builds a one-pass scanner. Clean text costs one table lookup per character: the last three characters, six bits of
 * each, index a table that knows the rarest three characters of every anchor as they may be written. Only where that
 * table has an entry is an anchor compared and its rule tried.
 *
 * @example createScanner(rules)('key AKIA…') // [{ kind: 'aws-access-key-id', start: 4, end: 24 }]
 */
export function createScanner(rules: readonly RedactionRule[]): Scanner {
  const { buckets, bucketOf, marked } = indexAnchors(rules);
  const bytes = Buffer.alloc(chunkLength);

  // What of the text is in `bytes`.
  let start = 0;
  let end = 0;

  // The two loops are kept apart from the work on hits so that the engine compiles them tightly. The table needs the low six
  // bits of a character only, and an array of bytes gives them sooner than a string, which may be kept in several ways.
  function nextInText(text: string, from: number): number {
    let window = slide(text.charCodeAt(from) & 63, text.charCodeAt(from + 1));
    for (let index = from + 2; index < text.length; index += 1) {
      window = slide(window, text.charCodeAt(index));
      if (marked[window] !== 0) return index - 2;
    }
    return text.length;
  }

  /** The same among the first `length` bytes; `length` if nowhere. */
  function nextInBytes(from: number, length: number): number {
    let window = slide((bytes[from] ?? 0) & 63, bytes[from + 1] ?? 0);
    for (let index = from + 2; index < length; index += 1) {
      window = slide(window, bytes[index] ?? 0);
      if (marked[window] !== 0) return index - 2;
    }
    return length;
  }

  function nextInChunks(text: string, from: number): number {
    let place = from;
    while (place + 2 < text.length) {
      if (place + 2 >= end) {
        start = place;
        end = start + bytes.write(text.slice(start, start + chunkLength), 'latin1');
      }
      const next = start + nextInBytes(place - start, end - start);
      if (next < end) return next;
      // The last two characters of a chunk may begin an anchor that goes on in the next one.
      place = end - 2;
    }
    return text.length;
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
