import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/build-once.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: '.vitest-result.json' }]] : ['default'],
  },
});
