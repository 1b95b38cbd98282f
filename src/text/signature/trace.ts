import { beginningOf } from './plain.ts';

/** What a stack trace says: the error, and the function of one's own in which it happened. */
export interface Trace {
  readonly message: string;
  readonly function: string | undefined;
}

interface Language {
  /** A line that names a function; its first group is the function, the whole line says where. */
  readonly frame: RegExp;
  /** Frames of the language itself and of libraries: they fail in many programs. */
  readonly foreign: RegExp;
  /** The lines that say what failed; the last frame of one's own is the innermost where `innermostLast`. */
  readonly innermostLast: boolean;
}

const languages: readonly Language[] = [
  {
    // Python: File "/a/b.py", line 3, in load
    frame: /^\s*File "[^"]{0,400}", line \d+, in (\S+)/,
    foreign: /site-packages|dist-packages|\/lib\/python|<frozen|<string>/,
    innermostLast: true,
  },
  {
    // Java and its kin: at org.example.Store.load(Store.java:12)
    frame:
      /^\s*at ((?:[\w$]+\.)+[\w$<>]+)\((?:[\w$]+\.(?:java|kt|scala|groovy)(?::\d+)?|Native Method|Unknown Source)\)/,
    foreign:
      /^\s*at (?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|org\.(?:junit|springframework|apache))\./,
    innermostLast: false,
  },
  {
    // JavaScript: at load (/a/b.js:3:5), at async /a/b.js:3:5; members of the error follow in braces
    frame:
      /^\s*at (?:async )?(?:new )?(?:([^\s(]+)(?: \[as \w+\])? \(.{0,400}\)|.{0,400}:\d+:\d+\)?)(?: \{)?$/,
    foreign: /node_modules|node:|\(internal\/|<anonymous>\)|\(native\)/,
    innermostLast: false,
  },
  {
    // Go: main.load(0x1, 0x2) above its indented file
    frame: /^([\w./*()-]+\.[\w.*()[\]-]+)\((?:0x[\da-f]+|\.\.\.|\{|, |\}|[?_])*\)$/,
    foreign: /^(?:runtime|testing|net\/http|reflect|sync|os|panic)[./(]/,
    innermostLast: false,
  },
  {
    // Rust: 4: store::load
    frame: /^\s*\d+:\s+(?:0x[\da-f]+ - )?([\w:<>{}$ ]{3,200})$/,
    foreign: /\b(?:std|core|alloc|tokio|rust_begin_unwind)(?:::|$)|rust_panic|__rust|_start|main$/,
    innermostLast: false,
  },
];

const errorHead =
  /^(?:(?:Uncaught |Exception in thread "[^"]{0,100}" )?(?:[\w$.]+\.)?[\w$]*(?:Error|Exception|Warning|Interrupt|Exit)\b(?:\s\[[\w-]+\])?(?::|$)|panic:|fatal error:|thread '[^']{0,100}' panicked)/;
const causedBy = /^\s*Caused by: /;

/** The stack trace in these lines, if there is one. */
export function readTrace(lines: readonly string[]): Trace | undefined {
  for (const language of languages) {
    const frames = lines.map(beginningOf).flatMap((line, at) => {
      const found = language.frame.exec(line);
      return found === null ? [] : [{ at, name: found[1], foreign: language.foreign.test(line) }];
    });
    const [first] = frames;
    if (first === undefined) continue;
    const message = messageOf(lines, first.at, frames.at(-1)?.at ?? first.at, language);
    if (message === undefined) continue;
    // Of a cause, the frames below it count.
    const below = language.innermostLast ? frames.toReversed() : frames.filter(({ at }) => at > message.at);
    const own = below.find(({ foreign, name }) => !foreign && name !== undefined);
    return { message: message.text, function: own?.name };
  }
  return undefined;
}

function messageOf(
  lines: readonly string[],
  firstFrame: number,
  lastFrame: number,
  { innermostLast }: Language,
): { text: string; at: number } | undefined {
  const at = innermostLast
    ? lines.findIndex((line, index) => index > lastFrame && /^[\w$.]+(?::|$)/.test(line))
    : lines.findLastIndex((line, index) => causedBy.test(line) && index < lastFrame);
  if (at !== -1) return { text: (lines[at] ?? '').replace(causedBy, ''), at };
  if (innermostLast) return undefined;
  const head = lines.findLastIndex(
    (line, index) => index < firstFrame && errorHead.test(beginningOf(line.trimStart())),
  );
  if (head === -1) return undefined;
  // Rust says what failed in the line after the place.
  const text = /panicked at .*:$/.test(lines[head] ?? '')
    ? `panicked: ${lines[head + 1] ?? ''}`
    : (lines[head] ?? '').trim();
  return { text, at: head };
}
