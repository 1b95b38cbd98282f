/** "Caroline: I went there" or "support agent: …": at most three words, then a colon and a space. */
const label = /^\s*((?:[\p{L}\p{N}][\p{L}\p{M}\p{N}._'’-]*[ \t]?){1,3}):\s/u;

/**
 * The speaker, when a text begins like a line of a conversation; otherwise an empty text.
 *
 * @example
 * speakerOf('Caroline: I went to a support group'); // 'Caroline'
 * speakerOf('https://example.org is down'); // ''
 */
export function speakerOf(text: string): string {
  return label.exec(text.slice(0, 80))?.[1]?.trim() ?? '';
}

/** A question mark at the end; quotes, brackets and a note in brackets may follow it. */
const questionAtEnd = /[?？]["'”’)\s]*(?:\[[^\]]*\]?\s*)*$/u;

/** Whether a text ends with a question. Its answer is worth more than the question. */
export function asks(text: string): boolean {
  return questionAtEnd.test(text.slice(-200));
}
