/** Every error code, with its exit code on the command line and its HTTP status. A code without both does not compile. */
const answers = {
  invalid_input: { exitCode: 2, httpStatus: 400 },
  too_large: { exitCode: 2, httpStatus: 413 },
  wrong_method: { exitCode: 2, httpStatus: 405 },
  wrong_content_type: { exitCode: 2, httpStatus: 415 },
  unauthorized: { exitCode: 8, httpStatus: 401 },
  forbidden: { exitCode: 8, httpStatus: 403 },
  timeout: { exitCode: 5, httpStatus: 408 },
  config_invalid: { exitCode: 2, httpStatus: 501 },
  not_found: { exitCode: 3, httpStatus: 404 },
  conflict: { exitCode: 4, httpStatus: 409 },
  ambiguous: { exitCode: 4, httpStatus: 409 },
  /** A legal hold covers what would be deleted. */
  held: { exitCode: 4, httpStatus: 423 },
  store_busy: { exitCode: 5, httpStatus: 503 },
  store_unavailable: { exitCode: 5, httpStatus: 503 },
  store_read_only: { exitCode: 5, httpStatus: 503 },
  store_full: { exitCode: 5, httpStatus: 507 },
  store_corrupt: { exitCode: 5, httpStatus: 500 },
  store_newer: { exitCode: 5, httpStatus: 500 },
  tool_missing: { exitCode: 6, httpStatus: 422 },
  not_replayable: { exitCode: 6, httpStatus: 422 },
  /** A check stands before the call. */
  blocked: { exitCode: 6, httpStatus: 422 },
  /** Part of the work was done; the message names what was not. */
  incomplete: { exitCode: 1, httpStatus: 422 },
  /** A service outside asks for a pause; the message says until when. */
  rate_limited: { exitCode: 5, httpStatus: 429 },
  /** A service outside does not answer, or not as it should. */
  service_unavailable: { exitCode: 5, httpStatus: 502 },
  unsupported: { exitCode: 7, httpStatus: 501 },
  internal: { exitCode: 1, httpStatus: 500 },
} as const;

/** The closed set of error codes. Scripts match on these; they do not change. */
export type ErrorCode = keyof typeof answers;

/** Values that a message names for an operation; true is a switch. */
export type GivenValues = Readonly<Record<string, string | true>>;

/**
 * A part of a message that each interface says in its own words: an operation to call, a field of the input, a setting,
 * who acts, or where tools come from. On the command line `{ field: 'limit' }` is `--limit`, over HTTP it is `"limit"`.
 */
export type Reference =
  | { readonly operation: string; readonly given?: GivenValues }
  | { readonly field: string }
  | { readonly setting: string; readonly value?: string }
  | { readonly acting: 'agent' }
  | { readonly tools: readonly string[] };

/** Text with references in it. */
export type Phrase = ReadonlyArray<string | Reference>;

/**
 * Writes a phrase.
 *
 * @example
 * phrase`Choose another file with ${{ setting: 'db' }}.`;
 */
export function phrase(texts: TemplateStringsArray, ...parts: ReadonlyArray<string | Reference>): Phrase {
  return texts.flatMap((text, index) => {
    const part = parts[index];
    return part === undefined ? [text] : [text, part];
  });
}

/** How an interface names what a phrase refers to. */
export interface Wording {
  /** A call of an operation; `given` are the values that are known. */
  operation(name: string, given: GivenValues): string;
  /** A field of the input of the operation that was called; its members follow after dots. */
  field(path: string): string;
  setting(name: string, value: string | undefined): string;
  /** How the caller says which agent is acting. */
  agent(): string;
  /** How the caller provides tools of these names. */
  tools(names: readonly string[]): string;
}

/** A phrase as an interface says it. */
export function sayPhrase(text: string | Phrase, wording: Wording): string {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : sayReference(part, wording))).join('');
}

function sayReference(reference: Reference, wording: Wording): string {
  if ('operation' in reference) return wording.operation(reference.operation, reference.given ?? {});
  if ('field' in reference) return wording.field(reference.field);
  if ('setting' in reference) return wording.setting(reference.setting, reference.value);
  return 'tools' in reference ? wording.tools(reference.tools) : wording.agent();
}

/** Where operations are in the library, when their names do not say it. */
const libraryNames: Readonly<Record<string, string>> = {
  doctor: 'health',
  'memory.backend': 'backend.use',
  'import.session': 'sessions.import',
  'memory.patterns': 'learning.patterns',
  'template.add-examples': 'templates.examples.add',
  'template.examples': 'templates.examples.list',
  'template.memory': 'templates.memory.list',
  'template.remember': 'templates.memory.keep',
};
const libraryGroups: Readonly<Record<string, string>> = {
  agent: 'agents',
  job: 'jobs',
  memory: 'memories',
  run: 'runs',
  session: 'sessions',
  task: 'tasks',
  template: 'templates',
  token: 'tokens',
  user: 'users',
  workflow: 'workflows',
  plan: 'plans',
};

/** The words of the library, which are those of `message`: methods, and options of them and of `openEngram`. */
export const libraryWording: Wording = {
  operation(name, given) {
    const camel = (word: string): string =>
      word.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const [group = '', ...verbs] = name.split('.');
    const method = libraryNames[name] ?? [libraryGroups[group] ?? group, ...verbs].map(camel).join('.');
    const members = Object.entries(given).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
    return `${method}(${members.length === 0 ? '' : `{ ${members.join(', ')} }`})`;
  },
  field: (path) => `"${path}"`,
  setting: (name, value) =>
    value === undefined ? `the option "${name}"` : `the option ${name}: ${JSON.stringify(value)}`,
  agent: () => 'agent(NAME)',
  tools: (names) => `the second argument, { ${names.join(', ')} }, or the option "tools.mcpServers"`,
};

/** The words that the interfaces of a server share: settings are worded for its operator. */
export const serverWording = {
  field: (path) => `"${path}"`,
  setting: (name, value) =>
    value === undefined ? `the server's setting "${name}"` : `the server's setting "${name}": "${value}"`,
  tools: () => 'the server\'s setting "tools.mcpServers"',
} satisfies Partial<Wording>;

const marker = Symbol.for('engram.error');

interface EngramErrorOptions {
  /** Facts about the failure for programs: the field, the path, the id. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What to do next. */
  readonly hint?: Phrase;
  readonly cause?: unknown;
}

/**
 * The one error Engram throws. `message` says what happened and what to do next, in the words of the library; `code` is for
 * programs. Other interfaces say it in theirs with `messageIn`.
 *
 * @example
 * try {
 *   await engram.memories.get('mem_unknown');
 * } catch (error) {
 *   if (EngramError.is(error) && error.code === 'not_found') createIt();
 * }
 */
export class EngramError extends Error {
  override readonly name = 'EngramError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly [marker] = true;
  readonly #parts: ReadonlyArray<string | Phrase>;

  constructor(code: ErrorCode, problem: string | Phrase, options: EngramErrorOptions = {}) {
    const parts = options.hint === undefined ? [problem] : [problem, options.hint];
    super(sayAll(parts, libraryWording), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.#parts = parts;
  }

  /** Recognises an Engram error even when two copies of the package are loaded. */
  static is(error: unknown): error is EngramError {
    return error instanceof Error && marker in error;
  }

  /** The process exit code the CLI ends with for this error. */
  get exitCode(): number {
    return answers[this.code].exitCode;
  }

  /** The status that HTTP answers with for this error. */
  get httpStatus(): number {
    return answers[this.code].httpStatus;
  }

  /** What happened and what to do next, in the words of one interface. */
  messageIn(wording: Wording): string {
    return sayAll(this.#parts, wording);
  }
}

function sayAll(parts: ReadonlyArray<string | Phrase>, wording: Wording): string {
  return parts.map((part) => sayPhrase(part, wording)).join(' ');
}

/**
 * The single funnel for foreign throws: an Engram error passes through, anything else becomes `internal`.
 *
 * @example
 * catch (error) { report(toEngramError(error)); }
 */
export function toEngramError(error: unknown): EngramError {
  if (EngramError.is(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EngramError('internal', `Unexpected failure: ${message}`, { cause: error });
}

/** What the caller asked for cannot be understood, or contradicts itself. */
export function invalidInput(problem: string | Phrase, options?: EngramErrorOptions): EngramError {
  return new EngramError('invalid_input', problem, options);
}

/** A record that is not there, or that this viewer may not see: the two are never told apart. */
export function notFound(what: string, id: string): EngramError {
  return new EngramError('not_found', `No ${what} "${id}" here.`, {
    details: { what, id },
    hint: phrase`List what there is with ${{ operation: lists[what] ?? `${what}.list` }}.`,
  });
}

/** The operations that list records, where they are not named after them. */
const lists: Readonly<Record<string, string>> = {
  pattern: 'learning.patterns',
  check: 'prevention.list',
  solution: 'learning.solutions',
  version: 'template.versions',
  'session template': 'session-templates.list',
  grant: 'memory.grants',
  policy: 'retention.list',
  hold: 'retention.holds',
  experiment: 'session-templates.experiments',
};
