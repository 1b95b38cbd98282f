import { defineConfig } from 'vitest/config';

/** Campaigns run one at a time, on a real disk, and take as long as they take: see scripts/campaigns.mjs. */
export default defineConfig({
  test: {
    include: ['test/campaigns/*.campaign.ts'],
    globalSetup: ['test/build-once.ts'],
    hookTimeout: 0,
    reporters: [],
  },
});
