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
    // Lua: a.lua:3: in function 'load'
    frame: /^\s*(?:\[C\]|\S{1,300}:\d+): in (?:(?:local|upvalue|field|method|function) )+'?([^']{1,200}?)'?$/,
    foreign: /^\s*\[C\]/,
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
const anyFrame = /^\s*(?:at |File "|\d+:\s)|\)$|: in (?:function|main chunk)/;
const errorHead =
  /^(?:(?:Uncaught |Exception in thread "[^"]{0,100}" )?(?:[\w$.]+\.)?[\w$]*(?:Error|Exception|Warning|Interrupt|Exit)\b(?:\s\[[\w-]+\])?(?::|$)|panic:|fatal error:|thread '[^']{0,100}' panicked)/;
/** What is printed between the error and the frames: `stack traceback:`. */
const announced = /^\s*(?:stack|call)\b[\w ]{0,20}:$/i;
const causedBy = /^\s*(?:Caused by: |\[cause\]: )/;

/** The stack trace in these lines, if there is one. */
export function readTrace(lines: readonly string[], as: 'now' | 'earlier' = 'earlier'): Trace | undefined {
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
    const message = messageOf(lines, first.at, frames.at(-1)?.at ?? first.at, language, as);
    if (message === undefined) continue;
    // Of a cause, the frames below it count.
    const below = language.innermostLast ? frames.toReversed() : frames.filter(({ at }) => at > message.at);
    const own = below.find(({ foreign, name }) => !foreign && name !== undefined);
    return { message: message.text, function: message.isPlain ? undefined : own?.name };
  }
  return undefined;
}

function messageOf(
  lines: readonly string[],
  firstFrame: number,
  lastFrame: number,
  { innermostLast }: Language,
  as: 'now' | 'earlier',
): { text: string; at: number; isPlain?: true } | undefined {
  const at = innermostLast
    ? lines.findIndex((line, index) => index > lastFrame && /^[\w$.]+(?::|$)/.test(line))
    : lines.findLastIndex((line, index) => causedBy.test(line) && index < lastFrame);
  if (at !== -1) return { text: whole(lines, at, as).replace(causedBy, ''), at };
  if (innermostLast) return undefined;
  const head = lines.findLastIndex(
    (line, index) => index < firstFrame && errorHead.test(beginningOf(line.trimStart())),
  );
  if (head === -1) {
    const above = firstFrame - 2;
    return as === 'now' && above >= 0 && announced.test(lines[above + 1] ?? '')
      ? { text: lines[above] ?? '', at: above, isPlain: true }
      : undefined;
  }
  // Rust says what failed in the line after the place.
  const text = /panicked at .*:$/.test(lines[head] ?? '')
    ? `panicked: ${lines[head + 1] ?? ''}`
    : whole(lines, head, as).trim();
  return { text, at: head };
}

/** The line that says what failed. One that ends with a colon goes on in the next. */
function whole(lines: readonly string[], at: number, as: 'now' | 'earlier'): string {
  const line = lines[at] ?? '';
  const next = lines[at + 1];
  const goesOn = as === 'now' && line.endsWith(':') && next !== undefined && !anyFrame.test(next);
  return goesOn ? `${line} ${next.trim()}` : line;
}

/** Ruby names the place first and the type last: /a/store.rb:3:in 'load': refused (Errno::ECONNREFUSED) */
const rubyError = /^\S{1,300}\.rb:\d+:in [`']([^']{1,200})': (.{1,2000}) \(([A-Z][\w:]{0,200})\)$/;
/** C++ says the type first and the message below it: terminate called after throwing an instance of 'std::range_error' */
const thrownType = /^terminate called after throwing an instance of '(.{1,200})'$/;
const thrownMessage = /^\s+what\(\):\s+(\S.*)$/;
/** Rust, before it said what failed in a line of its own: thread 'main' panicked at 'no order', src/main.rs:2:5 */
const rustPanic = /^thread '[^']{0,100}' panicked at '(.{1,2000})', \S+:\d+:\d+$/;
/** A block inside of a function. */
const innerBlock = /^(?:\w+ (?:\(\d+ levels\) )?in )+/;
const rubyLibrary = /\/(?:lib\/ruby|gems)\//;
/** Lines in which such an error is looked for. */
const maxHeads = 20;

/** An error that says where it happened in its own line. */
export function readPlacedError(
  lines: readonly string[],
  as: 'now' | 'earlier' = 'earlier',
): Trace | undefined {
  for (const [at, line] of lines.slice(0, maxHeads).entries()) {
    const thrown = as === 'now' ? thrownMessage.exec(line)?.[1] : undefined;
    const thrownAs = thrown === undefined ? undefined : thrownType.exec(lines[at - 1] ?? '')?.[1];
    if (thrownAs !== undefined) return { message: `${thrownAs}: ${thrown}`, function: undefined };
    const [, own, said, type] = (line.includes('.rb:') ? rubyError.exec(line) : null) ?? [];
    if (said !== undefined)
      return {
        message: `${type}: ${said}`,
        function: rubyLibrary.test(line) ? undefined : own?.replace(as === 'now' ? innerBlock : /^$/, ''),
      };
    const panic = line.startsWith('thread ') ? rustPanic.exec(line)?.[1] : undefined;
    if (panic !== undefined) return { message: `panicked: ${panic}`, function: undefined };
  }
  return undefined;
}
