import { setTimeout as sleep } from 'node:timers/promises';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio';
import { endWithProcess } from './end-with-process.ts';

const rememberedCharacters = 4_000;
/** How long a process may take to end after it was killed. */
const patienceMs = 2_000;

/** A server that we start and talk to over its standard input and output. It does not outlive this process. */
export class ServerProcess extends StdioClientTransport {
  #process: number | null = null;
  #closing: Promise<void> | undefined;
  #lastWords = '';

  constructor(parameters: StdioServerParameters) {
    super({ ...parameters, stderr: 'pipe' });
    // It must be read: a server whose standard error is full stands still.
    this.stderr?.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString('utf8')).slice(-rememberedCharacters);
    });
  }

  override async start(): Promise<void> {
    const starting = super.start();
    this.#process = this.pid;
    const ended = endWithProcess({ ask: () => this.#send('SIGTERM'), end: () => this.close() });
    const heard = this.onclose;
    this.onclose = () => {
      ended();
      this.#process = null;
      heard?.();
    };
    await starting.catch((error: unknown) => {
      ended();
      throw error;
    });
  }

  /** Whoever closes it waits for the same end; the protocol closes it by itself, and waits for nothing. */
  override close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** The last lines it wrote to standard error. */
  lastWords(lines = 10): string {
    return this.#lastWords.trim().split('\n').slice(-lines).join('\n');
  }

  async #end(): Promise<void> {
    await super.close();
    for (let waited = 0; this.#process !== null && waited < patienceMs; waited += 10) await sleep(10);
  }

  /** Only ever to the process started here, and never after it has ended: its number may be another's by then. */
  #send(signal: NodeJS.Signals): void {
    if (this.#process === null) return;
    try {
      process.kill(this.#process, signal);
    } catch {
      // It ended just now.
    }
  }
}
