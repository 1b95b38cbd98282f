/**
 * One family of tokens with a form of its own. `after` is what follows the prefix; lengths are lower bounds
 * a little under the real ones, because vendors lengthen tokens and logs cut them.
 */
export interface TokenForm {
  readonly kind: string;
  readonly prefixes: readonly string[];
  readonly after: RegExp;
  /** Keep the prefix and replace only what follows it (webhook addresses). */
  readonly keepsPrefix?: true;
  /** The prefix is short or a common word: what follows must also look random. */
  readonly mustLookRandom?: true;
}

/** The alphabets vendors draw their tokens from, as the inside of a character class. */
export const alphabets = {
  hexadecimal: '0-9a-fA-F',
  lowerHexadecimal: '0-9a-f',
  capitals: 'A-Z0-9',
  small: 'a-z0-9',
  alphanumeric: 'A-Za-z0-9',
  /** Letters, digits and `_`. */
  word: '\\w',
  /** The alphabet of base64 in addresses. */
  url: '\\w-',
  base64: '\\w+/=-',
  /** Parts with dots between. */
  dotted: '\\w.=-',
} as const;

/** A row of the table: `whole` says that neither more of it nor the ending of a file name may follow. */
interface FormOptions {
  readonly whole?: true;
  readonly keepsPrefix?: true;
  readonly mustLookRandom?: true;
}

/**
 * One fact about a vendor: these prefixes, then so many characters of this alphabet.
 *
 * @example tokenForm('npm-token', 'npm_', 'alphanumeric', [30, 80]).prefixes // ['npm_']
 */
export function tokenForm(
  kind: string,
  prefixes: string,
  alphabet: keyof typeof alphabets,
  [shortest, longest]: readonly [number, number],
  { whole, ...options }: FormOptions = {},
): TokenForm {
  const run = `[${alphabets[alphabet]}]{${shortest},${longest}}`;
  const after = new RegExp(whole ? `${run}(?![\\w-]|\\.\\w{2,4}(?!\\w))` : run, 'y');
  return { kind, prefixes: prefixes.split(' '), after, ...options };
}

/** The same for a form of several parts, written as a sticky pattern. */
export function partedForm(
  kind: string,
  prefixes: string,
  after: RegExp,
  options: Omit<FormOptions, 'whole'> = {},
): TokenForm {
  return { kind, prefixes: prefixes.split(' '), after, ...options };
}
