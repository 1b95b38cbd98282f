import { once } from './doubled.ts';
import { withoutNames } from './finding.ts';
import { readLogHead } from './log-head.ts';

/** How names of error types end, in whichever language. */
const typeEnding = '(?:Error|_error|Exception|ExceptionGroup|Warning|Failure|Fault|Interrupt|Exit)';
/** Where a type is declared: `java.net.`, `requests.exceptions.`, `std::io::`. */
const typePath = String.raw`(?:[\w$]{1,60}(?:\.|::|\\)){1,12}`;
const plainName = String.raw`[\w$]{0,100}${typeEnding}`;
const typeName = String.raw`(?:${plainName}|(?<=\.|::|\\)[A-Z][\w$]{0,100})`;
/** What the system calls the error, behind its type: `[ECONNREFUSED]`, `(<number>)`. */
const typeCode = String.raw` ?(?:\[[\w-]{1,60}\]|\(<(?:number|hex)>\))`;
const anyType = `(?:${typePath})?${typeName}(?:${typeCode})?: `;

/** What runtimes and tools put before any error. It says nothing about the failure. */
const announcements: readonly RegExp[] = [
  // A cross, a bullet, a heading, a quotation, bold type.
  /^(?:[\p{So}×•●▲]\ufe0f?\s*|#{1,6} |> |\*{1,3}(?=\p{L}))(?=\S)/u,
  /^(?:error|exception|panic|panicked|fatal|fatal error|caused by)(?:\*{1,3}:|:\*{0,3}) /i,
  /^error(?:\[\w{1,20}\]:| (?=[A-Z]{1,4}\d{3,5}: )) ?/,
  new RegExp(String.raw`^(?:[Uu]ncaught|[Uu]nhandled)\b[\w ()-]{0,40}[.]? (?=${anyType})`),
  new RegExp(String.raw`^(?:Exception in )?thread \S{1,100} (?:panicked at \S{1,300} |(?=${anyType}))`),
  new RegExp(String.raw`^\(\w{1,40}:<number>\) (?=${anyType})`),
  /^Unhandled Rejection at: Promise \S{1,40} reason: /i,
  // After those that leave the type: this one would take it along.
  /^(?:uncaught|unhandled)\b[\w ()-]{0,40}: /i,
  /^Uncaught (?:\(in promise\) )?(?=\S)/,
  /^(?:npm|pnpm|yarn) (?:ERR!|error) /,
  // What bundlers call an error: [!]
  /^\[[!x×✖]\] /i,
  // A container, as Compose names it.
  /^[\w.-]{1,60}[-_]<number> \| /,
];
/** What a program ended with, before what it said. */
const exitCode =
  /^(?:command |process )?(?:exit(?:ed with)?|failed with(?: exit)?) (?:code|status):? ?-?\d{1,10} /i;
/** The rule of a checker that was broken, as `readFinding` writes it. */
const brokenRule = /^(rule \S{2,80}(?: \S{1,40})?): (?=\S)/;
/** The type or the code of an error, or who reports it, which may be the only thing that tells it from others. */
const types: readonly RegExp[] = [
  brokenRule,
  exitCode,
  new RegExp(`^${typePath}(?=${plainName}(?:${typeCode})?: )`),
  // The rare code comes first: looking back from every character of a long text would be slow.
  new RegExp(`${typeCode}(?=: )(?<=^(?:${typePath})?${typeName}${typeCode})`),
  new RegExp(`^(?:${typePath})?${typeName}: `),
  new RegExp(String.raw`^\*\* \((?:${typePath})?${typeName}\) `),
  // A type by any name: PaymentDeclined [Error]
  /^[\w$.]{1,100} \[\w{0,40}(?:Error|Exception)\]: /,
  // A file, or a program and a file: `a.json: `, `lua5.<number>: <path>: `, `a.sh: line <number>: `.
  /^(?:[\w.<>-]{1,60}: )?(?:<path>|[\w.<>-]{1,60}: line <number>): (?=\p{L})/u,
  new RegExp(String.raw`^[\w.@-]{1,60}\.\w{1,5}: (?=${anyType})`),
  // What a program says is an error: `curl: (<number>) `, `make: *** `, `psql: error: `.
  /^[\w.<>-]{1,60}: (?:\(<number>\)|\*{3}|error:|fatal:) (?=\p{L})/iu,
  // A code of a checker and its weight: `SC2034 (warning): `.
  /^[A-Z]{1,6}\d{2,5} \(\w{1,20}\): (?=\S)/,
  /^\[[A-Z][A-Z\d_]{2,60}\] (?=\p{L})/u,
  /^(?:[a-z]{1,20} ){1,2}(?:error|exception|failure): /i,
  // A code, a program, a function: `ENOENT: `, `overloaded: `, `page.goto: `. Several words are a part of the message.
  /^[a-z$][\w$.-]{1,60}(?:\(\))?: (?=\p{L}+ \S)/iu,
];

/** The function that a stack trace leads to, which the signature of a trace ends with. */
const place = / at \S+$/;
/** The file or the page that some runtimes name behind the message. */
const where = / (?:in <path>(?: on line <number>)?|(?:at|@) <url>)$/;
const typed = new RegExp(`^(?:${typePath})?${typeName}(?:${typeCode})?(?::| at )`);
/** An error as it is printed inside of another value: `[Error: refused]`. */
const enclosed = new RegExp(String.raw`^\[(?=${anyType}|[\w$]{1,60}Error\b)([^\n]*)\](?: \{)?$`);
/** Wrappers that are taken off: hostile texts have a thousand. */
const maxWrappers = 10;

/** Without its first wrapper; nothing when it has none, or when nothing but masks would be left. */
function unwrapped(signature: string, wrappers: readonly RegExp[]): string | undefined {
  const rest = withoutWrapper(signature, wrappers);
  if (rest === undefined) return undefined;
  const words = rest.replace(place, '').replace(/<\w+>/g, '');
  return /\p{L}{2}/u.test(words) ? rest : undefined;
}

function withoutWrapper(signature: string, wrappers: readonly RegExp[]): string | undefined {
  const head = readLogHead(signature);
  if (head > 0) return signature.slice(head);
  const inner = enclosed.exec(signature)?.[1] ?? once(signature);
  if (inner !== undefined) return inner;
  const wrapper = wrappers.find((each) => each.test(signature));
  return wrapper === undefined ? undefined : signature.replace(wrapper, '');
}

/** A signature, and all that is left of it when one wrapper after the other is taken off. */
function layersOf(signature: string, wrappers: readonly RegExp[]): string[] {
  const layers = [signature];
  let next = unwrapped(signature, wrappers);
  while (next !== undefined && layers.length <= maxWrappers) {
    layers.push(next);
    next = unwrapped(next, wrappers);
  }
  return layers;
}

const allWrappers = [...announcements, ...types];

/**
 * What a failure says without the type, the announcements and the place that runtimes print around it. Signatures of
 * the same failure share it; not all that share it are the same failure.
 *
 * @example
 * bareSignature('Uncaught TypeError: x is not a function at load'); // 'x is not a function'
 */
export function bareSignature(signature: string): string {
  return withoutEnd(layersOf(withoutEnd(signature), allWrappers).at(-1) ?? signature);
}

/**
 * The rule that a failure broke. All that break it are the same failure, whatever is said about it.
 *
 * @example ruleIn('Exit code 1 rule gosec G304: Potential file inclusion'); // 'rule gosec G304'
 */
export function ruleIn(signature: string): string | undefined {
  return brokenRule.exec(signature.replace(exitCode, ''))?.[1];
}

/**
 * How a finding begins whose rule was cut off: outputs end anywhere. Nothing for what breaks no rule.
 *
 * @example beginningOfRuled('rule wrapcheck: error returned from external package is unwrapped: …'); // 'error returned from external package is'
 */
export function beginningOfRuled(signature: string): string | undefined {
  return ruleIn(signature) === undefined ? undefined : withoutNames(bareSignature(signature));
}

/** Without the place behind the message. */
function withoutEnd(signature: string): string {
  const rest = signature.replace(place, '').replace(where, '');
  return once(rest) ?? rest;
}

/**
 * Whether two signatures are of one failure, of which one was printed with more around it: announcements, types, or a
 * stack trace. Two that name different types, or different functions, are different failures.
 *
 * @example
 * isSameFailure('Error: connect ECONNREFUSED <address>', 'connect ECONNREFUSED <address>'); // true
 * isSameFailure('TypeError: x is null', 'RangeError: x is null'); // false
 */
export function isSameFailure(one: string, other: string): boolean {
  const rule = ruleIn(one);
  const otherRule = ruleIn(other);
  if (rule !== undefined && otherRule !== undefined) return rule === otherRule;
  if (beginningOfRuled(one) === bareSignature(other) || beginningOfRuled(other) === bareSignature(one))
    return true;
  return (
    isWrapping(one, other) || isWrapping(withoutPlace(one), other) || isWrapping(one, withoutPlace(other))
  );
}

/** Traces begin with a type or an announcement; other messages may end with "at" and a word of their own. */
function withoutPlace(signature: string): string {
  const isOfTrace = layersOf(signature, announcements).some((layer, depth) => depth > 0 || typed.test(layer));
  return signature.replace(where, '').replace(isOfTrace ? place : /$^/, '');
}

function isWrapping(one: string, other: string): boolean {
  const told = (signature: string): string => layersOf(signature, announcements).at(-1) ?? signature;
  return layersOf(one, allWrappers).includes(told(other)) || layersOf(other, allWrappers).includes(told(one));
}
