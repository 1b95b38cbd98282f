import { resolve } from 'node:path';
import type { Plugin } from 'vitest/config';

/** How many times as many inputs as usual the property tests draw. */
export const effort = Number(process.env['ENGRAM_TEST_EFFORT'] ?? 1);

const thorough = resolve(import.meta.dirname, 'thorough-fast-check.ts');

/**
 * With `ENGRAM_TEST_EFFORT=10`, every property test draws ten times as many inputs. A plugin, so that a test says
 * `import fc from 'fast-check'` and the number of draws that `npm test` has time for.
 */
export function withEffort(): Plugin {
  return {
    name: 'engram-test-effort',
    enforce: 'pre',
    resolveId: (source, importer) =>
      effort !== 1 && source === 'fast-check' && importer !== thorough ? thorough : undefined,
  };
}
