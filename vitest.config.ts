import { defineConfig } from 'vitest/config';
import { reportSkipped } from './test/report-skipped.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/fixed-seed.ts'],
    globalSetup: ['test/build-once.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // By itself it leaves one processor unused, which is half of a small machine.
    maxWorkers: '100%',
    reporters: process.env['CI']
      ? ['default', reportSkipped, ['json', { outputFile: '.vitest-result.json' }]]
      : ['default', reportSkipped],
  },
});
