/** Longest part of an error that takes part in its signature: the first lines say what failed. */
const maximumLength = 2_000;

/** Order matters: what contains other forms (URLs, paths, times) is masked before its parts (numbers, hex). */
const masks: ReadonlyArray<readonly [RegExp, string]> = [
  [/\[REDACTED:[a-z0-9-]+\]/g, '<secret>'],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]]+/gi, '<url>'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>'],
  [/(?:\b[A-Za-z]:)?(?:[\\/][\w.@~+-]+){2,}[\\/]?/g, '<path>'],
  [/"[^"\n]{1,200}"|'[^'\n]{1,200}'|`[^`\n]{1,200}`/g, '<value>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b/gi, '<hex>'],
  [/\b\d+(?:\.\d+)*(?=(?:ms|s|m|h|kb|mb|gb|b|%)?\b)/gi, '<number>'],
];

/**
 * The stable form of an error message: same failure, same signature, whatever ids, paths and times it
 * carried. A pure function of the text.
 *
 * @example
 * errorSignature('connect ETIMEDOUT 10.0.0.7:5432 after 3000ms'); // 'connect ETIMEDOUT <address> after <number>ms'
 */
export function errorSignature(message: string): string {
  let signature = message.slice(0, maximumLength);
  for (const [pattern, mask] of masks) signature = signature.replace(pattern, mask);
  return signature.replace(/\s+/g, ' ').trim();
}
