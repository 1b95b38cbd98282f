/** What stands between a message and itself: errors are wrapped in errors that repeat them. */
const separators = [': ', ' - ', '; ', ', ', '. ', ' '];

/**
 * A text that is said twice, once. Nothing for other texts, and for less than two words: names may be doubled.
 *
 * @example once('disk is full: disk is full'); // 'disk is full'
 */
export function once(text: string): string | undefined {
  for (const separator of separators) {
    const half = (text.length - separator.length) / 2;
    if (!Number.isInteger(half) || half < 1) continue;
    if (text.slice(half, half + separator.length) !== separator) continue;
    const first = text.slice(0, half);
    if (text.endsWith(first) && /\p{L}{2}\S* \S*\p{L}{2}/u.test(first.replace(/<\w+>/g, ''))) return first;
  }
  return undefined;
}
