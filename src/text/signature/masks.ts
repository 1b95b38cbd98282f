/** One kind of variable part. */
export interface Mask {
  /** What a text must contain to be worth searching; most messages contain little of all this. */
  readonly needs: RegExp;
  readonly pattern: RegExp;
  readonly becomes: string;
}

const digit = /\d/;
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const clock = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`;
const zone = String.raw`(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|[A-Z]{2,3}T)(?![\w:]))?`;

/**
 * Order matters: what contains other forms (URLs, paths, times) is masked before its parts (numbers, hex).
 * No pattern may backtrack: hostile text would take for ever.
 */
export const masks: readonly Mask[] = [
  { needs: /REDACTED/, pattern: /\[REDACTED:[a-z0-9-]+\]/g, becomes: '<secret>' },
  {
    // What was asked for says more than that something was quoted.
    needs: /HTTP/,
    pattern: /"(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) [^"\n]{1,2000}"/g,
    becomes: '$1 <url>',
  },
  { needs: /:\/\//, pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]]+/gi, becomes: '<url>' },
  {
    needs: /@/,
    pattern: /(?<![\w.+-])[\w.+-]{1,64}@[a-z\d][a-z\d-]{0,62}(?:\.[a-z\d-]{1,63}){1,8}\b/gi,
    becomes: '<address>',
  },
  {
    needs: /-/,
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    becomes: '<id>',
  },
  {
    needs: digit,
    pattern: new RegExp(String.raw`\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]${clock})?${zone}(?![\w-])`, 'g'),
    becomes: '<time>',
  },
  {
    // Mon Jan 12 03:04:05 PDT 2026, Jan 12 03:04:05, 12/Jan/2026:03:04:05 +0100
    needs: /:\d\d/,
    pattern: new RegExp(
      String.raw`\b(?:(?:[A-Z][a-z]{2},?\s)?${month}\s{1,2}\d{1,2}|\d{1,2}[/ ]${month}[/ ]\d{4})[\s:]${clock}${zone}(?:\s\d{4}\b)?`,
      'g',
    ),
    becomes: '<time>',
  },
  // Twelve characters and more: serial numbers look like network addresses.
  { needs: /:/, pattern: /(?<![\w:])(?:[0-9a-f]{2}[:-]){5,19}[0-9a-f]{2}(?![\w:])/gi, becomes: '<address>' },
  {
    needs: /:[\da-f]{0,4}:/i,
    pattern:
      /(?<![\w:.])(?=[a-f]{0,4}:|[\da-f:]{0,38}\d)(?=[\da-f:]{2,39}(?![\w:]))(?:(?=[\da-f:]{0,38}::)[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}|[\da-f]{1,4}(?::[\da-f]{1,4}){7})(?<=[\da-f].{0,8})(?:%\w{1,8})?(?![\w:])/gi,
    becomes: '<address>',
  },
  {
    needs: /\.\d/,
    pattern: /(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?:\/\d{1,2})?(?::\d{1,5})?(?![\w]|\.\d)/g,
    becomes: '<address>',
  },
  {
    needs: /:\d\d/,
    pattern: new RegExp(String.raw`(?<![\w:.])${clock}(?:\s?[AaPp]\.?[Mm]\b)?(?![\w:])`, 'g'),
    becomes: '<time>',
  },
  {
    needs: /\d[-/.]\d/,
    pattern: /(?<![\w./-])\d{1,2}([-/.])\d{1,2}\1(?:19|20)\d{2}(?![\w/-])/g,
    becomes: '<time>',
  },
  {
    // Names of machines. Two-letter endings are left: they are rarer than names of files and members.
    needs: /[a-z\d]\.[a-z]|localhost:/i,
    pattern:
      /(?<![\w.@/-])(?:localhost(?=:\d)|(?:[a-z\d][a-z\d-]{0,62}\.){1,8}(?:com|org|net|edu|gov|dev|cloud|internal|local|localdomain)(?:\.[a-z]{2})?)(?::\d{1,5})?(?![\w.]*[\w(/$-])/gi,
    becomes: '<address>',
  },
  {
    // From the root, from home or from here; `:12:5` says where in a file.
    needs: /[\\/]/,
    pattern:
      /(?:(?<![\w.@-])(?:\b[A-Za-z]:|~|\.{1,2}|\$\w{1,40})?[\\/][\w.@~+$#%-]+|(?<![\w@-])[\w.@~+-]+[\\/][\w.@~+$#%-]+(?=[\\/]))(?:[\\/][\w.@~+$#%*-]+)*[\\/]?(?:(?::\d+){1,2}(?!\w)|\(\d+(?:,\d+)?\)|\?[\w=&%.-]*)?/g,
    becomes: '<path>',
  },
  {
    // One folder and a file with an ending; a file with its line.
    needs: /\.[a-z]/i,
    pattern:
      /(?<![\w.@/\\<>-])(?:[\w@~+-][\w.@~+-]{0,100}[\\/][\w@~+-]{1,100}(?:\.[\w-]{1,20}){0,4}\.[a-z]{1,5}(?:(?::\d+){1,2})?|[\w@~+-]{1,100}(?:\.[\w-]{1,20}){0,4}\.[a-z]{1,12}(?::\d+){1,2})(?![\w/\\])/gi,
    becomes: '<path>',
  },
  // A quote inside a word is an apostrophe: "can't open 'x'" quotes x.
  {
    needs: /["'`“‘]/,
    pattern:
      /"[^"\n]{1,200}"|(?<!\w)'[^'\n]{1,200}'|`[^`\n]{1,200}`|`[^`'\n]{1,200}'|“[^”\n]{1,200}”|‘[^’\n]{1,200}’/g,
    becomes: '<value>',
  },
  { needs: /0x/i, pattern: /\b0x[0-9a-f]+\b/gi, becomes: '<hex>' },
  {
    needs: digit,
    pattern: /(?<![^\W_])(?=[0-9a-f]{0,64}\d)(?=\d{0,64}[a-f])[0-9a-f]{7,}(?![^\W_])/gi,
    becomes: '<hex>',
  },
  // Letters and digits by turns, too long for a name: what databases and services call their records.
  { needs: digit, pattern: /(?<![^\W_])(?=[a-z]*\d+[a-z]+\d)[a-z0-9]{16,}(?![^\W_])/gi, becomes: '<id>' },
  // Numbers after a name, joined by `_`: task_201706092018_0024_m_000003.
  {
    needs: /_\d/,
    pattern: /(?<=[A-Za-z]_)\d+(?:_[A-Za-z]{1,2}(?=_\d)|_\d+){1,12}(?![^\W_])/g,
    becomes: '<id>',
  },
  {
    needs: digit,
    pattern: /(?<![\w.])(?:v\d+(?:\.\d+){1,3}|\d+\.\d+\.\d+)(?:[-+][\w.+-]{1,40})?(?!\w)/g,
    becomes: '<version>',
  },
  // 1h2m3s, 4m25.5s
  { needs: /\d[dhm]\d/, pattern: /(?<![\w.])(?:\d+[dhm]){1,3}\d+(?:\.\d+)?m?s\b/g, becomes: '<number>s' },
  { needs: digit, pattern: /(?<![\w.]|\d,)\d+(?:[.,]\d+)*\s?(?:[KMGTP]i?)?B\b(?:\/s)?/g, becomes: '<size>' },
  {
    // `_` joins a number to a name (`order_42`) without being part of it. What a program ended with, and what a
    // server answered, is the failure itself.
    needs: digit,
    pattern:
      /(?:(?<![^\s=:,;([{_|])[-+<>~])?(?<![^\W_])(?<!\b(?:exit(?:ed with)? (?:code|status)|HTTP(?:\/\d(?:\.\d)?)?|status ?code|errno|signal):? |\bSQLSTATE\[)\d+(?:\.\d+)*(?:e[-+]?\d+)?(?=(?:[munµ]?s|m|h|d|k|x|px|kb|mb|gb|b|[smhd]\d+\w*)?(?![^\W_]))/gi,
    becomes: '<number>',
  },
  {
    // What was not known, not found or not allowed, named at the end.
    needs: /: \S+(?: \(.*)?$/,
    pattern:
      /(?<=\b(?:un(?:known|defined|recogni[sz]ed|supported|expected)|invalid|missing|no such|not found|denied|matches found)\b(?: [a-z]+){0,3}: )[^\s<>]+(?=$| \()/gi,
    becomes: '<value>',
  },
  // What a key stands for, if it is no word.
  {
    needs: /=/,
    pattern: /(?<=[\w\])]=)(?:(?=[^\s,;)\]}<>]{0,40}\d)[^\s,;)\]}<>]+|[0-9a-f]{6,}(?!\w))/gi,
    becomes: '<value>',
  },
];

/** Names what is variable in a line: `<number>`, `<path>`, `<time>`. */
export function maskVariables(line: string, using: readonly Mask[] = masks): string {
  let masked = line;
  for (const { needs, pattern, becomes } of using) {
    if (needs.test(masked)) masked = masked.replace(pattern, becomes);
  }
  return masked;
}
