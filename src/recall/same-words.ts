/**
 * A key that memories share which say the same, word for word: only case, white space and a full stop at the end make no
 * difference. Ignoring more would hide opposites: "needs a VPN" and "needs no VPN" share most of their words.
 *
 * @example
 * sameWords('rule', 'Never deploy on Friday!') === sameWords('rule', 'never deploy  on friday'); // true
 */
export function sameWords(kind: string, text: string): string {
  const said = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return `${kind} ${said.replace(/[.!]+$/, '') || said}`;
}

/** A hash of 53 bits. */
export function numberOf(text: string): number {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    low = Math.imul(low ^ sign, 0x01000193);
    high = Math.imul(high ^ sign ^ (low >>> 15), 0xc2b2ae35);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
