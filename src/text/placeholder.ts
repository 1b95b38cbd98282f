/**
 * Finds every placeholder in a text; group 1 is the kind. Global: use it with `matchAll` or `replace`,
 * which do not carry `lastIndex` from one call to the next.
 *
 * @example 'login with [REDACTED:password]'.replace(placeholderPattern, '?') // 'login with ?'
 */
export const placeholderPattern = /\[REDACTED:([a-z0-9-]{1,40})\]/g;

/** How every placeholder begins; a value that contains it was redacted before. */
export const placeholderStart = '[REDACTED:';

const onePlaceholder = new RegExp(placeholderPattern.source);

/** One placeholder inside a text; `end` is exclusive. */
export interface RedactedPart {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The text that stands for a secret of this kind.
 *
 * @example placeholderFor('github-token') // '[REDACTED:github-token]'
 */
export function placeholderFor(kind: string): string {
  return `${placeholderStart}${kind}]`;
}

/**
 * Whether the text holds at least one placeholder.
 *
 * @example isRedacted('PASSWORD=[REDACTED:password]') // true
 */
export function isRedacted(text: string): boolean {
  return onePlaceholder.test(text);
}

/**
 * Every placeholder with its kind and place, in reading order. Replay asks the user for these.
 *
 * @example redactedParts('-u me:[REDACTED:password]') // [{ kind: 'password', start: 6, end: 25 }]
 */
export function redactedParts(text: string): RedactedPart[] {
  return Array.from(text.matchAll(placeholderPattern), (match) => ({
    kind: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
}
