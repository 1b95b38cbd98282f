import { expect, it } from 'vitest';
import { runLoopWorlds } from './run-loop-worlds.ts';

it('TPL-6 makes no write in a loop that the recorded agent would not have made', async () => {
  const tally = await runLoopWorlds({ cases: 300, seed: 1 });
  expect(tally.wrong, tally.stories.join('\n\n')).toBe(0);
  // A replay that always stops would pass.
  expect(tally.ofOtherLength).toBeGreaterThan(0);
});
