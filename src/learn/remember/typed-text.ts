/** A paragraph that is longer was hardly typed: it is a log, a file or a page. */
const maxParagraph = 1_500;
const maxSentence = 400;

const fence = /^[ \t]*(?:```|~~~)[\s\S]*?(?:^[ \t]*(?:```|~~~)[ \t]*$|(?![\s\S]))/gm;
/** What tools and pages put around text: `<environment_context>…</environment_context>`. */
const element = /<([A-Za-z][\w-]*)(?:\s[^<>]*)?>[\s\S]*?(?:<\/\1>|(?![\s\S]))/g;
/** A picture or a file in brackets, as chats write them. */
const bracket = /\[[^[\]\n]{0,300}\]/g;
/** Several sentences in quotation marks: a quoted passage, and no name or title. */
const quotation = /(?<=^|[\s(:])(?:"[^"]{1,2000}[.!?]\s[^"]{1,2000}"|“[^“”]{1,2000}[.!?]\s[^“”]{1,2000}”)/g;
/** Quotes, indented code, tables, lines of logs, and of lists that were copied. */
const quotedLine = /^(?:\s*>| {4,}|\t|\s*[|+$#]|\s*\d{4}-\d\d-\d\d[T ])/;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** What a person typed, sentence by sentence: no code, no quotes, no logs, no attachments. */
export function typedSentences(text: string): string[] {
  const plain = text
    .replace(fence, '\n')
    .replace(element, '\n')
    .replace(quotation, ' ')
    .replace(bracket, ' ');
  return plain
    .split(/\n+/u)
    .filter((line) => line.trim() !== '' && !quotedLine.test(line) && line.length <= maxParagraph)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== '' && sentence.length <= maxSentence);
}

/** The words of a sentence as the rules read them: lower case, with their apostrophes, without signs around them. */
export function plainWords(sentence: string): string[] {
  return (sentence.replaceAll('’', "'").match(/[\p{L}\p{N}'][\p{L}\p{M}\p{N}'./_-]*/gu) ?? [])
    .map((word) => word.replace(/[.'/_-]+$/u, '').toLowerCase())
    .filter((word) => word !== '');
}
