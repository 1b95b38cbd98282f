/** A line that is longer was hardly typed: it is a log, a file or a page. */
const maxLine = 1_500;
const maxSentence = 400;
/** A message of more lines was hardly typed, either: the first are read. */
const maxLines = 500;

const fence = /^[ \t]{0,20}(?:```|~~~)/;
/** What tools and pages put around text: `<environment_context>…</environment_context>`. */
const openingTag = /^[ \t]{0,20}<([A-Za-z][\w-]{0,80})[\s>]/;
/** Quotes, indented code, tables, changes, lines of logs. */
const shownLine =
  /^(?:\s*>| {4,}|\t|\s*[|+$#]|\s*\d{4}-\d\d-\d\d[T ]|\s*\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b|.*[;{}]\s*(?:\/\/.*)?$)/;
/** What begins an item of a list. */
const bullet = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/u;
/** A picture or a file in brackets, and a passage in quotation marks: several sentences, so no name or title. */
const aside = /\[[^[\]]*\]|(?<=^|[\s(:])(?:"[^"]+[.!?]\s[^"]+"|“[^“”]+[.!?]\s[^“”]+”)/gu;

/** A sentence in quotation marks is the word of another. */
const quoted = /^["“„«].*["”“»][.!]?$/su;

/** "Mrs." and "e.g." end no sentence. */
const title = /(?:^|["“(])\p{Lu}\p{L}{0,2}\.$|\p{L}\.\p{L}\.$/u;

/** "that worked. one more thing": people at work begin sentences with small letters. */
const smallStart = /(?<=[\p{L}\p{N}]{3}[.!]|[?!)…])\s+(?=\p{Ll})/u;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/**
 * What a person typed, sentence by sentence: no code, quotes, logs or attachments, nor what follows a line that only shows it. Lines are cut
 * to a length before anything is matched, so that every text is read in linear time.
 */
export function typedSentences(text: string, announcesText: (line: string) => boolean): string[] {
  const closed = new Set(text.match(/<\/[A-Za-z][\w-]{0,80}>/g));
  const typed: string[] = [];
  let end: string | null = null;
  for (const line of text.split('\n')) {
    if (end !== null) {
      if (end === '' ? fence.test(line) : line.includes(end)) end = null;
      continue;
    }
    const tag = `</${openingTag.exec(line)?.[1]}>`;
    if (fence.test(line)) end = '';
    else if (closed.has(tag)) end = line.includes(tag) ? null : tag;
    else if (line.trim() !== '' && line.length <= maxLine && !shownLine.test(line)) {
      const [intro = '', shown] = line.split(/:(?=\s|$)/u, 2);
      const isShown = shown !== undefined && announcesText(`${intro}:`);
      typed.push((isShown ? intro : line).replace(bullet, '').replace(aside, ' '));
      if (isShown || typed.length === maxLines) break;
    }
  }
  return typed
    .flatMap(sentencesOf)
    .filter((sentence) => sentence !== '' && sentence.length <= maxSentence && !quoted.test(sentence));
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(line)) {
    const isSame = title.test(sentences.at(-1) ?? '');
    sentences.push(isSame ? `${sentences.pop()} ${segment.trim()}` : segment.trim());
  }
  return sentences.flatMap((sentence) => sentence.split(smallStart));
}

/** The words of a sentence: lower case, with their apostrophes, without signs around them. */
export function plainWords(sentence: string): string[] {
  return (sentence.replaceAll('’', "'").match(/[\p{L}\p{N}'][\p{L}\p{M}\p{N}'./_-]*/gu) ?? [])
    .map((word) => word.replace(/[.'/_-]{1,20}$/u, '').toLowerCase())
    .filter((word) => word !== '');
}
