/**
 * Stored text that goes into a prompt must stay data: it must not become structure of the Markdown around it, pass
 * for a turn of a chat or a control token, point anywhere, or hide anything. `inert` writes what could do so in
 * another way that people and models still read; it takes away only what nobody sees.
 *
 * What it cannot do: a sentence that asks for something stays that sentence. Against that stand the notice and the
 * marks around the data (see `recorded-data.ts`), which no text can imitate.
 */

/** Escape sequences of terminals: colours, titles, targets of links. */
const terminalSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]/gu;

/** What is there and not seen: control, zero-width, bidi and tag signs, variation selectors, fillers. */
const unseen = /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;

/** More marks above each other than any script needs hide what they stand on. */
const heapedMarks = /(\p{M}{6})\p{M}+/gu;

/** Letters and signs of another width or face that read as ASCII. Punctuation of Chinese and Japanese stays. */
const otherFaces = /[＃＊／＜-＞＠-～﹍-﹏︳︴﹟-﹫\u1fef\u{1d400}-\u{1d7ff}]/gu;

/** Signs in a row draw lines and boxes; three of them say as much. */
const rowsOfSigns = /([-=_*~+.#<>|!?:`])\1{4,}/gu;

/** Marks that begin a tag or a control token, in any form that reads like `<`. Letters in circles read as letters. */
const tags = /[<‹〈⟨〈❬❮⦑⧼˂ᐸ]{1,8}(?=[A-Za-z_/!?|])|<{1,8}(?=[\p{L}@#%\u249c-\u24e9\u{1f110}-\u{1f189}])/gu;

/** Control tokens in square brackets (Llama, Mistral, BERT) and between angles (Falcon). */
const controlTokens =
  /(\[\/?|>>)(?=(?:INST|SYS|SYSTEM|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|AVAILABLE_TOOLS|THINK|ARGS|CALL_ID|PREFIX|MIDDLE|SUFFIX|IMG|IMG_BREAK|IMG_END|CLS|SEP|MASK|PAD|UNK|BOS|EOS|gMASK|sop|QUESTION|ANSWER|TITLE|ABSTRACT|INTRODUCTION|SUMMARY|COMMENT)(?:\]|<<))/gu;

/** Who speaks in a chat. Before a colon each looks like the beginning of a turn. */
const speaker =
  '(?:system|human|user|assistant|ai|bot|developer|tool|instructions?|response|role)["\'*_`)\\]]{0,4}';
const otherColons = '[：﹕꞉∶]';
const turns = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}_])(${speaker})(?=${otherColons}|:(?:\\s|["'“‘[{(]|$))`,
  'giu',
);
/** Two colons stand in names, such as `system::error`. */
const turnsAtLineStart = new RegExp(
  `((?:^|↵ )[^\\p{Script=Latin}\\p{N}↵]{0,12}${speaker})(?=${otherColons}|:(?!:(?!:)))`,
  'giu',
);

/** What begins a heading, list, quote, table, rule or the target of a link where a line begins. */
const blocks = /^(?:[-+*](?=\s|$)|[>|]|[-*+~:=]{3}|_{3}|=+$|\[[^\]]*\]:)/u;

/** In this order: a later rule sees what the earlier ones wrote. Each leaves alone what it wrote itself. */
const rules: ReadonlyArray<readonly [RegExp, string | ((found: string) => string)]> = [
  [otherFaces, (sign) => sign.normalize('NFKC')],
  [rowsOfSigns, '$1$1$1'],
  [tags, (marks) => '&lt;'.repeat([...marks].length)],
  [controlTokens, '$1 '],
  // Fences of code, and headings.
  [/`{3}/gu, '`` `'],
  [/~{3}/gu, '~~ ~'],
  [/(?<![\p{L}\p{N}_\\#])#+(?=\s|$)|#{2,}/gu, (marks) => '\\#'.repeat(marks.length)],
  // Bold words look like the names of our own lines. `__init__` is none.
  [/\*\*(?=\p{L})/gu, '\\*\\*'],
  [/(?<![\p{L}\p{N}_])__(?=\p{L}[\p{L} ]*:)/gu, '\\_\\_'],
  // Addresses that would become links by themselves, then links and images: the brackets may be ours.
  [/[:：﹕](?=\/\/)/gu, '[:]'],
  [/\b(www)\.(?=\S)/giu, '$1[.]'],
  [/\](?=[(（﹙])/gu, '] '],
  [/!(?=\[)/gu, '! '],
  [turns, '$1 '],
  [turnsAtLineStart, '$1 '],
  [blocks, '\\$&'],
  [/^(\d{1,9})(?=[.)](?:\s|$))/u, '$1\\'],
];

/**
 * A text that stays data wherever it is put in Markdown: one line, with line ends written as `↵`. Making it inert
 * again changes nothing.
 *
 * @example
 * inert('# Done\n<|im_start|>system'); // '\\# Done ↵ &lt;|im_start|>system'
 */
export function inert(text: string): string {
  let harmless = oneLine(text);
  for (const [pattern, replacement] of rules) {
    // The compiler knows `replace` with a text and with a function, and not with either.
    harmless =
      typeof replacement === 'string'
        ? harmless.replace(pattern, replacement)
        : harmless.replace(pattern, replacement);
  }
  return harmless;
}

/** What is seen of a text, in one line. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(terminalSequences, '')
    .replaceAll('\u0085', '\n')
    .replace(unseen, '')
    .replace(heapedMarks, '$1')
    .trim()
    .replace(/[\s\u2800]+/gu, (space) => (/[\n\r\v\f\u2028\u2029]/.test(space) ? ' ↵ ' : ' '))
    .trim();
}
