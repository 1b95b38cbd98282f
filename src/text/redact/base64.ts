const base64Run = /^[A-Za-z0-9+/_-]{4,}={0,2}$/;

/**
 * The text behind base64 or base64url, or undefined if it is neither or does not decode to printable text.
 *
 * @example decodeBase64('dXNlcjpwYXNz') // 'user:pass'
 */
export function decodeBase64(encoded: string): string | undefined {
  if (!base64Run.test(encoded)) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  return isPrintable(decoded) ? decoded : undefined;
}

/**
 * The base64 characters that every encoding of a text with this beginning starts with.
 *
 * @example base64PrefixOf('ghp_') // 'Z2hwX'
 */
export function base64PrefixOf(beginning: string): string {
  const settled = Math.floor((beginning.length * 8) / 6);
  return Buffer.from(beginning, 'latin1').toString('base64').slice(0, settled);
}

function isPrintable(text: string): boolean {
  return !/[^\t\n\r\x20-\x7e\u00a0-\ufffc]/.test(text);
}
