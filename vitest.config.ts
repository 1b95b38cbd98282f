import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { reportSkipped } from './test/report-skipped.ts';

/** The files that take minutes begin first, so that nobody waits for them alone in the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /store\/(?:postgres-conformance|mutants|conformance)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/fixed-seed.ts'],
    globalSetup: ['test/build-once.ts'],
    // A slow machine is no defect: this is for tests that hang.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By itself it leaves one processor unused, which is half of a small machine.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    reporters: process.env['CI']
      ? ['default', reportSkipped, ['json', { outputFile: '.vitest-result.json' }]]
      : ['default', reportSkipped],
  },
});
