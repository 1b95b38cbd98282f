/** How names of error types end, in whichever language. */
const typeEnding = '(?:Error|Exception|Warning|Failure|Fault|Interrupt|Exit)';
/** Where a type is declared: `java.net.`, `requests.exceptions.`, `std::io::`. */
const typePath = String.raw`(?:[\w$]{1,60}(?:\.|::|\\)){1,12}`;
const plainName = String.raw`[\w$]{0,100}${typeEnding}`;
const typeName = String.raw`(?:${plainName}|(?<=\.|::|\\)[A-Z][\w$]{0,100})`;
/** What the system calls the error, behind its type: `[ECONNREFUSED]`. */
const typeCode = String.raw` ?\[[\w-]{1,60}\]`;
const anyType = `(?:${typePath})?${typeName}(?:${typeCode})?: `;

/** What runtimes put before any error. It says nothing about the failure. */
const announcements: readonly RegExp[] = [
  /^(?:error|exception|panic|panicked|fatal|fatal error|caused by): /i,
  new RegExp(String.raw`^(?:[Uu]ncaught|[Uu]nhandled)\b[\w ()-]{0,40}[.]? (?=${anyType})`),
  new RegExp(String.raw`^(?:Exception in )?thread \S{1,100} (?:panicked at \S{1,300} |(?=${anyType}))`),
  new RegExp(String.raw`^\(\w{1,40}:<number>\) (?=${anyType})`),
  // After those that leave the type: this one would take it along.
  /^(?:uncaught|unhandled)\b[\w ()-]{0,40}: /i,
];
/** The type of an error, which may be the only thing that tells it from others. */
const types: readonly RegExp[] = [
  new RegExp(`^${typePath}(?=${plainName}(?:${typeCode})?: )`),
  // The rare code comes first: looking back from every character of a long text would be slow.
  new RegExp(`${typeCode}(?=: )(?<=^${typeName}${typeCode})`),
  new RegExp(`^(?:${typePath})?${typeName}: `),
  new RegExp(String.raw`^\*\* \((?:${typePath})?${typeName}\) `),
  /^[a-z]{1,20} (?:error|exception|failure): /i,
];

/** The function that a stack trace leads to, which the signature of a trace ends with. */
const place = / at \S+$/;
const typed = new RegExp(`^(?:${typePath})?${typeName}(?:${typeCode})?(?::| at )`);
/** Wrappers that are taken off: hostile texts have a thousand. */
const maxWrappers = 10;

/** Without its first wrapper; nothing when it has none, or when nothing but masks would be left. */
function unwrapped(signature: string, wrappers: readonly RegExp[]): string | undefined {
  const wrapper = wrappers.find((each) => each.test(signature));
  if (wrapper === undefined) return undefined;
  const rest = signature.replace(wrapper, '');
  const words = rest.replace(place, '').replace(/<\w+>/g, '');
  return /\p{L}{2}/u.test(words) ? rest : undefined;
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
  return (layersOf(signature, allWrappers).at(-1) ?? signature).replace(place, '');
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
  return (
    isWrapping(one, other) || isWrapping(withoutPlace(one), other) || isWrapping(one, withoutPlace(other))
  );
}

/** Traces begin with a type or an announcement; other messages may end with "at" and a word of their own. */
function withoutPlace(signature: string): string {
  const isOfTrace = typed.test(signature) || announcements.some((each) => each.test(signature));
  return isOfTrace ? signature.replace(place, '') : signature;
}

function isWrapping(one: string, other: string): boolean {
  const told = (signature: string): string => layersOf(signature, announcements).at(-1) ?? signature;
  return layersOf(one, allWrappers).includes(told(other)) || layersOf(other, allWrappers).includes(told(one));
}
