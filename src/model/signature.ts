/** Longest part of an error that is read: the first lines say what failed. */
const maximumRead = 20_000;
/** Longest signature. Cut after masking: a longer path must not move the place of the cut. */
const maximumLength = 2_000;

/** Order matters: what contains other forms (URLs, paths, times) is masked before its parts (numbers, hex). */
const masks: ReadonlyArray<readonly [RegExp, string]> = [
  [/\[REDACTED:[a-z0-9-]+\]/g, '<secret>'],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]]+/gi, '<url>'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>'],
  [/(?:\b[A-Za-z]:)?(?:[\\/][\w.@~+-]+){2,}[\\/]?/g, '<path>'],
  // A quote inside a word is an apostrophe: "can't open 'x'" quotes x.
  [/"[^"\n]{1,200}"|(?<!\w)'[^'\n]{1,200}'|`[^`\n]{1,200}`/g, '<value>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/(?<![^\W_])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}(?![^\W_])/gi, '<hex>'],
  // Letters and digits by turns, too long for a name: what databases and services call their records.
  [/(?<![^\W_])(?=[a-z]*\d+[a-z]+\d)[a-z0-9]{16,}(?![^\W_])/gi, '<id>'],
  // `_` joins a number to a name (`order_42`) without being part of it.
  [/(?<![^\W_])\d+(?:\.\d+)*(?=(?:ms|s|m|h|kb|mb|gb|b)?(?![^\W_]))/gi, '<number>'],
];

/**
 * The stable form of an error message: same failure, same signature, whatever ids, paths and times it
 * carried. A pure function of the text.
 *
 * @example
 * errorSignature('connect ETIMEDOUT 10.0.0.7:5432 after 3000ms'); // 'connect ETIMEDOUT <address> after <number>ms'
 */
export function errorSignature(message: string): string {
  let signature = message.slice(0, maximumRead);
  for (const [pattern, mask] of masks) signature = signature.replace(pattern, mask);
  return signature.replace(/\s+/g, ' ').trim().slice(0, maximumLength).toWellFormed().trimEnd();
}
