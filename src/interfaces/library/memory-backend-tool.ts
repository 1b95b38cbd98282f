import type { EngramOptions } from '../../engine.ts';
import { toEngramError } from '../../errors.ts';
import { backendOperations } from '../../operations/backend.ts';
import { inputSchema } from '../../operations/json-schema.ts';
import type { MemoryBackendAnswer } from '../../records/user-model-inputs.ts';
import { once } from '../../store/once.ts';
import { openEngram } from './engram.ts';

/** The tool `memory_backend`, ready for an agent that calls functions by a JSON schema (STO-7). */
export interface MemoryBackendTool {
  readonly name: 'memory_backend';
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Carries out a call. Answers what went wrong instead of throwing it. */
  handle(call: unknown): Promise<MemoryBackendAnswer>;
  /** Closes what the first call opened. */
  close(): Promise<void>;
}

/**
 * Makes the tool `memory_backend`. Nothing is opened before its first call, and nothing is kept unless a backend is configured:
 * `ENGRAM_MEMORY_BACKEND=local`, or a key for Honcho.
 *
 * @example
 * const tool = memoryBackendTool({ backend: { use: 'local' } });
 * await tool.handle({ action: 'store', user_id: 'maria', key: 'theme', value: 'dark' });
 */
export function memoryBackendTool(options: EngramOptions = {}): MemoryBackendTool {
  const { use } = backendOperations;
  let isOpen = false;
  const open = once(async () => {
    isOpen = true;
    return openEngram(options);
  });
  return {
    name: 'memory_backend',
    description: use.mcp ?? use.summary,
    parameters: { ...inputSchema(use) },
    async handle(call) {
      try {
        const given = typeof call === 'object' && call !== null ? call : {};
        return await (await open()).backend.use(given as Parameters<typeof use.perform>[1]);
      } catch (error) {
        return { success: false, error: toEngramError(error).message };
      }
    },
    async close() {
      if (isOpen) await (await open()).close();
    },
  };
}
