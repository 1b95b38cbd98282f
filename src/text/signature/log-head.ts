/** How loggers call what is wrong. Lower case is a word of the message, unless it stands in brackets. */
const level =
  '(?:ERROR|ERR|WARN|WARNING|FATAL|CRITICAL|CRIT|SEVERE|EMERG|ALERT|PANIC)|(?<=[[(<])(?:error|err|warn|warning|fatal|critical)(?=[\\])>])';
const time = String.raw`[[(]?<(?:time|number|version)>(?:[.,:]?<number>)?Z?[\])]?`;
const inBrackets = String.raw`\[[^[\]]{0,60}\]`;
/** What loggers write between their parts. */
const between = String.raw`(?:\s*[-|:,]?\s+|(?<=\])(?=\S))`;
/** A name with a sign behind it that ends it: `org.app.Db:`, `app.db -`. */
const logger = String.raw`[\w.$:<>/*-]{1,80}(?::|\s[-|])`;

/** Where, when and how bad: `<time> ERROR [main] org.app.Db: `, `[<time> ERROR app::db] `, `ERROR - `. */
const heads: readonly RegExp[] = [
  new RegExp(String.raw`^\[<time> (?:${level})[^\]]{0,80}\] (?=\S)`),
  new RegExp(
    `^(?:(?:${time}|${inBrackets}|[\\w.$]{1,60}\\s-)${between}){0,5}[[(<]?(?:${level})[\\])>]?:?${between}(?:${inBrackets}${between})?(?:${logger}\\s+)?(?=\\S)`,
  ),
  // E0102 <time> <number> <path>] message
  /^[EWF]\d{4} <time> [^\]]{0,100}\] (?=\S)/,
  // A time alone, as containers put it before each line.
  /^\[?<time>\]?:? (?=\S)/,
];

/** How long the head is that a logger wrote before a message; 0 when there is none. */
export function readLogHead(signature: string): number {
  for (const head of heads) {
    const found = head.exec(signature);
    if (found !== null) return found[0].length;
  }
  return 0;
}
