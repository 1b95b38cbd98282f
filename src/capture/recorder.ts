import { toEngramError } from '../errors.ts';
import type { Loss } from '../ports/run-handle.ts';
import type { Command, Store } from '../ports/store.ts';

/** Records that wait for the store to come back. Beyond this the oldest are given up. */
const maxWaiting = 1_000;

/** Writes what an agent did without ever getting in its way. */
export interface Recorder {
  /** Resolves when the command is kept, or waits for a better moment, or is lost and counted. Never rejects. */
  write(command: Command): Promise<void>;
  /** A last try for what still waits; what cannot be written now is lost. */
  flush(): Promise<Loss>;
}

/**
 * A store that is busy, full or away now may be back for the next record; so its records wait, in order. A
 * command that the store refuses for what it says would be refused again, so it is lost at once.
 */
export function createRecorder(store: Store, onLoss: (count: number, reason: string) => void): Recorder {
  const waiting: Command[] = [];
  let records = 0;
  let reason: string | null = null;
  let arrived = 0;
  let draining: Promise<void> | null = null;

  function lose(count: number, why: string): void {
    records += count;
    reason = why;
    onLoss(count, why);
  }

  /**
   * Commits what waits until nothing new arrived meanwhile: calls that end together are committed together. New
   * commands only ever join the end, so what was committed is always the head of what waits.
   */
  async function drain(): Promise<void> {
    let seen: number;
    do {
      seen = arrived;
      const commands = waiting.slice();
      try {
        await store.commit(commands);
        waiting.splice(0, commands.length);
      } catch (error) {
        await handleFailure(commands, error);
      }
    } while (arrived !== seen);
    draining = null;
  }

  async function handleFailure(commands: readonly Command[], error: unknown): Promise<void> {
    const { code, message } = toEngramError(error);
    reason = message;
    if (!code.startsWith('store_')) {
      waiting.splice(0, commands.length);
      await salvage(commands);
    } else if (waiting.length > maxWaiting) {
      lose(waiting.splice(0, waiting.length - maxWaiting).length, message);
    }
  }

  /** One refused command must not take the others of its commit with it. */
  async function salvage(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      try {
        await store.commit([command]);
      } catch (error) {
        lose(1, toEngramError(error).message);
      }
    }
  }

  return {
    write(command) {
      waiting.push(command);
      arrived += 1;
      draining ??= drain();
      return draining;
    },
    async flush() {
      await draining;
      if (waiting.length > 0) {
        draining ??= drain();
        await draining;
      }
      if (waiting.length > 0) lose(waiting.splice(0).length, reason ?? 'the store did not answer');
      return { records, reason };
    },
  };
}
