/**
 * Characters that are there and not seen can hide a text in a text, or a token in a word. They are taken away, except
 * where writing needs them: emoji that are joined of several, and joiners between letters of scripts that have them.
 */

const emoji = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?';
const emojiSequence = `${emoji}(?:\\u200d${emoji})*`;
const keycap = '[0-9#*]\\ufe0f\\u20e3';

/** Scripts whose letters are joined, or kept from joining, by a character without width. */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Nko', 'Mandaic', 'Mongolian', 'Adlam', 'Hanifi_Rohingya'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Balinese', 'Javanese'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** The character itself comes first, so that looking back costs nothing elsewhere. */
const joiner = `[\\u200c\\u200d](?<=[${joiningScripts}]\\p{M}{0,6}[\\u200c\\u200d])(?=[${joiningScripts}])`;

/** Control, format, zero-width, bidi, tag and private characters, variation selectors, fillers. */
const unseen = '[\\p{Cf}\\p{Co}\\p{Default_Ignorable_Code_Point}]|(?![\\n\\t])\\p{Cc}';

const unseenOrKept = new RegExp(`(${emojiSequence}|${keycap}|${joiner})|${unseen}`, 'gu');
const plain = /^[\t\n\x20-\x7e]*$/;

/**
 * A text with every unseen character replaced by what `instead` makes of it.
 *
 * @example
 * replaceUnseen('a\u200bb 👩‍💻', () => ''); // 'ab 👩‍💻'
 */
export function replaceUnseen(text: string, instead: (unseen: string) => string): string {
  if (plain.test(text)) return text;
  return text.replace(unseenOrKept, (found: string, kept: string | undefined) => kept ?? instead(found));
}
