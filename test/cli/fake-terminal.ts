import type { Terminal } from '../../src/interfaces/cli/terminal.ts';

/** A terminal that remembers what was written to it. */
export interface FakeTerminal extends Terminal {
  written(): { readonly out: string; readonly err: string };
}

export interface FakeTerminalOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly home: string;
  /** What standard input holds. */
  readonly input?: string | Uint8Array;
  /** What somebody types, line by line; without it nobody sits there. */
  readonly answers?: readonly string[];
  /** A pipe, which has no width, unless given. */
  readonly columns?: number;
  readonly colours?: boolean;
  readonly showsProgress?: boolean;
  /** When the user stops a command: never, unless given. */
  readonly stop?: Promise<void>;
}

export function createFakeTerminal(options: FakeTerminalOptions): FakeTerminal {
  let out = '';
  let err = '';
  let answered = 0;
  return {
    isInteractive: options.answers !== undefined,
    readLine: async () => {
      const line = options.answers?.[answered];
      answered += 1;
      return line;
    },
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      err += text;
    },
    readInput: async () => Buffer.from(options.input ?? ''),
    columns: options.columns ?? Number.POSITIVE_INFINITY,
    colours: options.colours ?? false,
    showsProgress: options.showsProgress ?? false,
    environment: options.environment,
    folder: options.folder,
    home: options.home,
    now: () => Date.now(),
    untilStopped: () => options.stop ?? new Promise(() => {}),
    written: () => ({ out, err }),
  };
}
