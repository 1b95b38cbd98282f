import { beforeAll, describe, expect, it } from 'vitest';
import { runRandomWorlds } from './run-random-worlds.ts';
import type { Tally } from './tally.ts';

describe('replay in random worlds', () => {
  const cases = 400;
  let tally: Tally;
  beforeAll(async () => {
    tally = await runRandomWorlds({ cases, seed: 1 });
  });

  it('is right where nothing has changed, at least now and then (TPL-6)', () => {
    expect(tally.count()).toBeGreaterThanOrEqual(cases);
    expect(tally.of({ change: 'nothing' }).right).toBeGreaterThan(0);
  });

  it('makes no write that the recorded agent would not have made (TPL-6)', () => {
    expect(tally.total.wrong, tally.stories.join('\n\n')).toBe(0);
  });
});
