import type { TestContext } from 'vitest';

/** What repeats a proof on another backend or another way in runs in CI only, so that people do not wait for it. */
export const leftToCi = process.env['ENGRAM_TEST_ALL'] === undefined;

export const whyLeftToCi = 'ENGRAM_TEST_ALL is not set; .ci/run sets it';

/** Skips the running test, unless everything is to be tested. */
export function requireCi(context: TestContext): void {
  if (leftToCi) context.skip(whyLeftToCi);
}
