import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Says at the end what was not tested here, and why: a skipped test must not pass for a passed one. */
export const reportSkipped: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const byReason = new Map<string, string[]>();
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const { note = 'the test says so' } = test.result() as { note?: string };
        const line = `${relative('.', module.moduleId)}: ${test.fullName}`;
        byReason.set(note, [...(byReason.get(note) ?? []), line]);
      }
    }
    for (const [reason, skipped] of byReason) {
      process.stdout.write(`\nNot tested here, because ${reason}:\n`);
      for (const line of skipped) process.stdout.write(`  ${line}\n`);
    }
  },
};
