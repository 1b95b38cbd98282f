import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { runCli } from '../../src/interfaces/cli/cli.ts';
import { writeTrusted } from '../trusted-file.ts';
import { createFakeTerminal } from './fake-terminal.ts';

/** What a command line answered. */
export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Circumstances {
  readonly input?: string | Uint8Array;
  readonly columns?: number;
  /** What somebody types, line by line; without it nobody sits there. */
  readonly answers?: readonly string[];
  readonly colours?: boolean;
  readonly showsProgress?: boolean;
  readonly stop?: Promise<void>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

/** A home, a folder and a database of its own, so that nothing touches those of the person who runs the tests. */
export interface World {
  readonly folder: string;
  readonly home: string;
  readonly databasePath: string;
  /** Runs a command line inside this process: the same code as the real one, without the price of a start. */
  run(words: readonly string[], circumstances?: Circumstances): Promise<Answer>;
  /** Runs it with `--json`, expects success, and answers the document. */
  json<Value>(...words: readonly string[]): Promise<Value>;
  /** Runs it as the program `engram`, as a user would. */
  start(words: readonly string[], circumstances?: Circumstances): Promise<Answer>;
  /** Writes a file into the folder and answers its path. */
  file(name: string, content: string | Uint8Array): string;
  /** The same for a configuration file that the user trusts. */
  trusted(name: string, content: string): string;
  close(): void;
}

export const program = fileURLToPath(new URL('../../bin/engram.js', import.meta.url));

export function createWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), 'engram-cli-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  const databasePath = join(folder, 'memory.db');
  const environment = { HOME: home, ENGRAM_DB: `file:${databasePath}` };

  async function run(words: readonly string[], circumstances: Circumstances = {}): Promise<Answer> {
    const terminal = createFakeTerminal({
      folder,
      home,
      ...circumstances,
      environment: { ...environment, ...circumstances.environment },
    });
    const code = await runCli(words, terminal, '0.0.0-test');
    return { code, ...terminal.written() };
  }

  return {
    folder,
    home,
    databasePath,
    run,
    async json<Value>(...words: readonly string[]): Promise<Value> {
      const answer = await run(['--json', ...words]);
      expect(answer, words.join(' ').slice(0, 200)).toMatchObject({ code: 0, err: '' });
      return JSON.parse(answer.out) as Value;
    },
    start: (words, circumstances = {}) =>
      startProcess(process.execPath, [program, ...words], {
        folder,
        ...circumstances,
        environment: { ...environment, ...circumstances.environment },
      }),
    file(name, content) {
      const path = join(folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    trusted: (name, content) => writeTrusted(join(folder, name), content, home),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A world that ends with the test it is made in. */
export function worldForTest(): World {
  const world = createWorld();
  onTestFinished(() => world.close());
  return world;
}

/** Starts a program with nothing of this process's environment but the search path. */
export function startProcess(
  command: string,
  words: readonly string[],
  { environment = {}, folder, input = '' }: Circumstances = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...environment },
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code: code ?? -1, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
    // A program that does not read its input closes it; that is no failure of the test.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** The identity of a record in a JSON answer. */
export interface Identified {
  readonly id: string;
}

/** One page of a list in a JSON answer. */
export interface Listed<Item = Identified> {
  readonly items: readonly Item[];
  readonly next: string | null;
}
