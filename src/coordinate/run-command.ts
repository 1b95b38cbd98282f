import { spawn } from 'node:child_process';
import { EngramError } from '../errors.ts';
import type { Json } from '../json/json.ts';

/** Output beyond this is cut at its beginning: what a program says last matters most. */
const maxOutputBytes = 1_000_000;
const maxErrorLength = 2_000;
/** Time for the rest of the output after the end of the command. */
const drainMs = 1_000;
/** Time to end after SIGTERM. */
const graceMs = 5_000;

/** A command line, what it reads, and when it is to end. */
export interface AskedCommand {
  readonly command: string;
  readonly folder: string;
  readonly input: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Runs a command line and answers what it printed, as JSON where it is JSON. Any exit code but 0 is an error. */
export function runCommand({ command, folder, input, environment, signal }: AskedCommand): Promise<Json> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      // A group of its own, so that what it starts ends with it.
      detached: true,
      env: { ...process.env, ...environment },
    });
    const [output, errors] = [collected(), collected()];
    child.stdout.on('data', output.add);
    child.stderr.on('data', errors.add);
    // A program that does not read its input is fine.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const end = (how: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, how);
      } catch {
        // It has ended already.
      }
    };
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      end('SIGTERM');
      timer = setTimeout(() => end('SIGKILL'), graceMs);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    child.on('error', (error) => {
      over();
      reject(error);
    });
    let isSettled = false;
    const settle = (code: number | null, endedBy: NodeJS.Signals | null): void => {
      if (isSettled) return;
      isSettled = true;
      over();
      // A process that it left behind may hold these for ever.
      child.stdout.destroy();
      child.stderr.destroy();
      if (code === 0) {
        resolve(readOutput(output.text()));
        return;
      }
      const how = code === null ? `was ended by ${endedBy}` : `ended with exit code ${code}`;
      const said = errors.text().trim().slice(-maxErrorLength).toWellFormed();
      reject(new EngramError('incomplete', `The command ${how}${said === '' ? '' : `: ${said}`}`));
    };
    child.on('close', settle);
    child.on('exit', (code, endedBy) => setTimeout(() => settle(code, endedBy), drainMs));
  });
}

function collected() {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer): void {
      chunks.push(chunk);
      size += chunk.length;
      if (size < 2 * maxOutputBytes) return;
      chunks = [Buffer.concat(chunks).subarray(-maxOutputBytes)];
      size = maxOutputBytes;
    },
    text: () => Buffer.concat(chunks).subarray(-maxOutputBytes).toString('utf8'),
  };
}

/** JSON where it is JSON, text otherwise. */
function readOutput(output: string): Json {
  const text = output.trim();
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
