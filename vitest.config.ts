import { defineConfig } from 'vitest/config';
import { effort, withEffort } from './test/effort.ts';
import { reportSkipped } from './test/report-skipped.ts';

export default defineConfig({
  plugins: [withEffort()],
  test: {
    projects: [
      { extends: true, test: { name: 'units', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'product', include: ['test/**/*.test.ts'] } },
    ],
    // Test files share the modules they import: loading them anew for each file took a third of the time.
    isolate: false,
    setupFiles: ['test/fixed-seed.ts'],
    globalSetup: ['test/temporary-space.ts', 'test/build-once.ts'],
    // A slow machine is no defect: this is for tests that hang.
    testTimeout: 60_000 * effort,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // By itself it leaves one processor unused, which is half of a small machine.
    maxWorkers: '100%',
    reporters: process.env['CI']
      ? ['default', reportSkipped, ['json', { outputFile: '.vitest-result.json' }]]
      : ['default', reportSkipped],
  },
});
