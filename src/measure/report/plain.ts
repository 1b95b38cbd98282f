/** What nobody sees and what turns the direction of text around: stored names may be written to deceive. */
const unseen = /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;
/** More marks above each other than any script needs cover the lines around them. */
const heapedMarks = /(\p{M}{4})\p{M}+/gu;

/**
 * Stored text in one line without what is not seen, cut to a length.
 *
 * @example
 * plainLine('a\u202eb\n c', 80); // 'ab c'
 */
export function plainLine(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replace(unseen, '')
    .replace(heapedMarks, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
  const signs = [...line];
  return signs.length <= longest
    ? line
    : `${signs
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
