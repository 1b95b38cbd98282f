import { expect, it } from 'vitest';
import { fixedClock } from '../../src/testing/index.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { checkSequence } from './random-sharing.ts';

const sequences = 60;

it.each([
  ['in memory', () => 'memory:'],
  ['on SQLite', () => `file:${temporaryFolder()}/memory.db`],
])(
  'SHR-1, SHR-2: whatever is shared, copied and revoked, everybody sees and exports exactly what is theirs or granted (%s)',
  async (_, place) => {
    const clock = fixedClock();
    const engram = await openForTest({ db: place(), clock });
    let [shared, copied] = [0, 0];
    for (let seed = 1; seed <= sequences; seed += 1) {
      const figures = await checkSequence(engram, clock, seed);
      shared += figures.shared;
      copied += figures.copied;
    }
    expect(shared).toBeGreaterThan(sequences);
    expect(copied).toBeGreaterThan(sequences / 2);
    await engram.close();
  },
  300_000,
);
