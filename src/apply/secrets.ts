/** Must agree with what redaction writes; a test of both holds them together. */
const placeholder = /\[REDACTED:([a-z0-9-]+)\]/g;

/** The kinds of secret that were taken out of a text. */
export function secretKinds(text: string): string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1] ?? '');
}

/** A text cut at its redacted secrets. */
export function splitAtSecrets(text: string): Array<{ text: string; secret: boolean }> {
  const parts: Array<{ text: string; secret: boolean }> = [];
  let from = 0;
  for (const match of text.matchAll(placeholder)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), secret: false });
    parts.push({ text: match[0], secret: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), secret: false });
  return parts;
}
