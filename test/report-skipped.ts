import type { Reporter, TestModule } from 'vitest/node';

/** Says at the end what was not tested here, and why: a skipped test must not pass for a passed one. */
export const reportSkipped: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const { note } = test.result() as { note?: string };
        process.stdout.write(`Skipped: ${test.fullName}${note === undefined ? '' : `\n  because ${note}`}\n`);
      }
    }
  },
};
