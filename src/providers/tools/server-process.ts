import { setTimeout as sleep } from 'node:timers/promises';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio';
import { endWithProcess } from './end-with-process.ts';

const rememberedCharacters = 4_000;
/** How long a process may take to end after it was killed. */
const maxExitMs = 2_000;

/** A server that we start and talk to over its standard input and output. It does not outlive this process. */
export class ServerProcess extends StdioClientTransport {
  #runningPid: number | null = null;
  #closing: Promise<void> | undefined;
  #lastWords = '';

  constructor(parameters: StdioServerParameters) {
    super({ ...parameters, stderr: 'pipe' });
    // It must be read: a server blocks when the pipe of its standard error is full.
    this.stderr?.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString('utf8')).slice(-rememberedCharacters);
    });
  }

  override async start(): Promise<void> {
    const starting = super.start();
    this.#runningPid = this.pid;
    const ended = endWithProcess({ ask: () => this.#send('SIGTERM'), end: () => this.close() });
    const onclose = this.onclose;
    this.onclose = () => {
      ended();
      this.#runningPid = null;
      onclose?.();
    };
    await starting.catch((error: unknown) => {
      ended();
      throw error;
    });
  }

  /** Every caller waits until the process has ended, also when the protocol began to close it without waiting. */
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
    for (let waited = 0; this.#runningPid !== null && waited < maxExitMs; waited += 10) await sleep(10);
  }

  /** Never signals after the process has ended: its pid may belong to another process by then. */
  #send(signal: NodeJS.Signals): void {
    if (this.#runningPid === null) return;
    try {
      process.kill(this.#runningPid, signal);
    } catch {
      // It ended just now.
    }
  }
}
