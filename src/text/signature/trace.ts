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
    // C#: at Shop.Store.Load(String id) in /a/Store.cs:line 12
    frame: /^\s*at ([\w.`+<>[\],]+)\([^()]{0,300}\)(?: in .{1,300}:line \d+)?$/,
    foreign: /^\s*at (?:System|Microsoft)\./,
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

/** What a frame of any language looks like. */
const anyFrame = /^\s*(?:at |File "|\d+:\s)|\)$/;
const errorHead =
  /^(?:(?:Uncaught |Exception in thread "[^"]{0,100}" )?(?:[\w$.]+\.)?[\w$]*(?:Error|Exception|Warning|Interrupt|Exit)\b(?:\s\[[\w-]+\])?(?::|$)|panic:|fatal error:|thread '[^']{0,100}' panicked)/;
const causedBy = /^\s*(?:Caused by: |\[cause\]: )/;

/** The stack trace in these lines, if there is one. */
export function readTrace(lines: readonly string[]): Trace | undefined {
  if (!lines.some((line) => anyFrame.test(line))) return undefined;
  const beginnings = lines.map(beginningOf);
  for (const language of languages) {
    const frames: Array<{
      readonly at: number;
      readonly name: string | undefined;
      readonly foreign: boolean;
    }> = [];
    for (const [at, line] of beginnings.entries()) {
      const found = language.frame.exec(line);
      if (found !== null) frames.push({ at, name: found[1], foreign: language.foreign.test(line) });
    }
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

/** Ruby names the place first and the type last: /a/store.rb:3:in 'load': refused (Errno::ECONNREFUSED) */
const rubyError = /^\S{1,300}\.rb:\d+:in [`']([^']{1,200})': (.{1,2000}) \(([A-Z][\w:]{0,200})\)$/;
/** Rust, before it said what failed in a line of its own: thread 'main' panicked at 'no order', src/main.rs:2:5 */
const rustPanic = /^thread '[^']{0,100}' panicked at '(.{1,2000})', \S+:\d+:\d+$/;
const rubyLibrary = /\/(?:lib\/ruby|gems)\//;
/** Lines in which such an error is looked for. */
const maxHeads = 20;

/** An error that says where it happened in its own line. */
export function readPlacedError(lines: readonly string[]): Trace | undefined {
  for (const line of lines.slice(0, maxHeads)) {
    const [, own, said, type] = (line.includes('.rb:') ? rubyError.exec(line) : null) ?? [];
    if (said !== undefined)
      return { message: `${type}: ${said}`, function: rubyLibrary.test(line) ? undefined : own };
    const panic = line.startsWith('thread ') ? rustPanic.exec(line)?.[1] : undefined;
    if (panic !== undefined) return { message: `panicked: ${panic}`, function: undefined };
  }
  return undefined;
}
