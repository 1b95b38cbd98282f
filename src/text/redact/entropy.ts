/**
 * Shannon entropy in bits per character.
 *
 * @example entropyOf('aaaa') // 0
 */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const opaqueCharacters = /^[A-Za-z0-9+/=_.~:$!@#%^&*-]+$/;
const hexadecimal = /^[0-9a-f]+$/i;
const objectIdentity = /^(?:0x[0-9a-f]+|[\w.$]+@[0-9a-f]{1,16})$/i;
const dateOrVersion = /^v?\d+(?:[-./:]\d+){2}/;
const pathOrAddress = /^(?:[.~]{0,2}\/)?[a-z][\w.@-]*(?:\/[a-z][\w.@-]*)+\/?$|^[\w.+-]+@[\w-]+\.[\w.-]+$/i;

/**
 * Whether the text looks drawn at random rather than written: long enough, digits among letters, many
 * different characters, and letters and digits that alternate more often than in names and numbers. The
 * shorter it is, the more it must alternate.
 *
 * @example looksRandom('f3Kd92mQx7Lp0aZ4') // true
 * @example looksRandom('user-profile-settings-2') // false
 */
export function looksRandom(text: string): boolean {
  if (text.length < 12 || text.length > 4096) return false;
  if (text.length < 16 && (!/^[A-Za-z0-9]+$/.test(text) || switchesOf(text) < text.length / 4)) return false;
  const sample = text.length > 256 ? text.slice(0, 256) : text;
  if (!opaqueCharacters.test(sample) || !/\d/.test(sample) || !/[A-Za-z]/.test(sample)) return false;
  if (uuid.test(sample)) return true;
  if (dateOrVersion.test(sample) || objectIdentity.test(sample)) return false;
  if (hexadecimal.test(sample)) return entropyOf(sample) > 2.5;
  if (pathOrAddress.test(sample) && switchesOf(sample) < sample.length / 4) return false;
  return entropyOf(sample) > 3 && switchesOf(sample) >= sample.length / 8;
}

/** How often neighbours differ in class: digit, lower case, upper case. Capitalised words count little. */
function switchesOf(text: string): number {
  let switches = 0;
  let previous = '';
  for (const character of text) {
    const current = classOf(character);
    const startsWord = previous === 'other' || (previous === 'upper' && current === 'lower');
    if (current !== 'other' && previous !== '' && current !== previous && !startsWord) switches += 1;
    previous = current;
  }
  return switches;
}

function classOf(character: string): 'digit' | 'lower' | 'upper' | 'other' {
  if (character >= '0' && character <= '9') return 'digit';
  if (character >= 'a' && character <= 'z') return 'lower';
  if (character >= 'A' && character <= 'Z') return 'upper';
  return 'other';
}
