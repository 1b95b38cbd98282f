import { redactedParts } from '../../text/placeholder.ts';

/** A piece of a text: a secret that was taken out, or what stood around it. */
export interface TextPart {
  readonly text: string;
  readonly secret: boolean;
}

/** A text cut at its redacted secrets. */
export function splitAtSecrets(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { start, end } of redactedParts(text)) {
    if (start > from) parts.push({ text: text.slice(from, start), secret: false });
    parts.push({ text: text.slice(start, end), secret: true });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), secret: false });
  return parts;
}
