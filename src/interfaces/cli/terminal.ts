import { constants, homedir } from 'node:os';

/** Everything outside the process that the CLI uses. Tests replace it. */
export interface Terminal {
  write(text: string): void;
  writeError(text: string): void;
  readInput(): Promise<Uint8Array>;
  /** Whether there is a user who can be asked. */
  readonly isInteractive: boolean;
  /** The next line of input; undefined at its end. */
  readLine(): Promise<string | undefined>;
  readonly columns: number;
  readonly colours: boolean;
  /** Whether standard error is a terminal. */
  readonly showsProgress: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly home: string;
  readonly now: () => number;
  /** Resolves when the user or the system asks this process to stop. */
  untilStopped(): Promise<void>;
}

/** Aborted when this process is asked to stop. */
export function abortWhenStopped(terminal: Pick<Terminal, 'untilStopped'>): AbortController {
  const stopping = new AbortController();
  const reason = new DOMException('Stopped before it was done.', 'AbortError');
  void terminal.untilStopped().then(() => stopping.abort(reason));
  return stopping;
}

/** Colours on a terminal, plain text everywhere else. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
}

const code = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;
const plain = (text: string): string => text;

export function createPaint(colours: boolean): Paint {
  if (!colours) return { bold: plain, dim: plain, good: plain, bad: plain, accent: plain };
  return { bold: code(1, 22), dim: code(2, 22), good: code(32, 39), bad: code(31, 39), accent: code(36, 39) };
}

function wantsColours(isTerminal: boolean, environment: Terminal['environment']): boolean {
  const forced = environment['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal && (environment['NO_COLOR'] ?? '') === '';
}

/** Reads standard input line by line, from the first time somebody asks for a line. */
function lineReader(): () => Promise<string | undefined> {
  let lines: AsyncIterator<string> | undefined;
  return async () => {
    if (lines === undefined) {
      const { createInterface } = await import('node:readline');
      const reader = createInterface({ input: process.stdin });
      lines = reader[Symbol.asyncIterator]();
      // An unanswered question must not keep the process from ending.
      process.stdin.unref();
    }
    process.stdin.ref();
    const { value, done } = await lines.next();
    process.stdin.unref();
    return done === true ? undefined : value;
  };
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdout, stderr, stdin, env } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that leaves early, such as `head`, is no error. A full disk is: the answer would be lost.
      if (error.code === 'EPIPE') return;
      process.stderr.write(`Error: The output cannot be written (${error.code}).\n`);
      process.exit(1);
    });
  }
  return {
    write: (text) => void stdout.write(text),
    writeError: (text) => void stderr.write(text),
    async readInput() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stdin) chunks.push(chunk as Uint8Array);
      return Buffer.concat(chunks);
    },
    isInteractive: stdin.isTTY === true && stdout.isTTY === true,
    readLine: lineReader(),
    // Some terminals do not know their width and say 0.
    columns: stdout.isTTY && stdout.columns > 0 ? stdout.columns : Number.POSITIVE_INFINITY,
    colours: wantsColours(stdout.isTTY === true, env),
    showsProgress: stderr.isTTY === true,
    environment: env,
    folder: process.cwd(),
    home: homedir(),
    now: () => Date.now(),
    untilStopped: () =>
      new Promise((stop) => {
        // A second signal ends the process at once, whatever it waits for.
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
          process.once(signal, () => {
            process.on(signal, () => process.exit(128 + constants.signals[signal]));
            stop();
          });
        }
      }),
  };
}
