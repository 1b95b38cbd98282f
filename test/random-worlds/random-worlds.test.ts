import { afterAll, describe, expect, it } from 'vitest';
import { createEngramReplayer } from './engram-replayer.ts';
import { runRandomWorlds } from './run-random-worlds.ts';
import { createTally, tallyInWords } from './tally.ts';

describe('replay in random worlds', () => {
  const replayer = createEngramReplayer();
  afterAll(() => replayer.close());

  it('makes no write that the recorded agent would not have made (TPL-6)', async () => {
    const tally = createTally(5);
    const begun = performance.now();
    await runRandomWorlds({ cases: 2000, seed: 1, replayer, onCase: tally.add });
    console.log((performance.now() - begun) / 1000);
    console.log(tallyInWords(tally), tally.stories.join('\n\n'));
    expect(tally.total.wrong).toBe(0);
  });
});
