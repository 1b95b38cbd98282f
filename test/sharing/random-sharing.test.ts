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
  'SHR-1: whatever is shared and revoked, everybody sees exactly what is theirs or granted (%s)',
  async (_, place) => {
    const clock = fixedClock();
    const engram = await openForTest({ db: place(), clock });
    let shared = 0;
    for (let seed = 1; seed <= sequences; seed += 1)
      shared += (await checkSequence(engram, clock, seed)).shared;
    expect(shared).toBeGreaterThan(sequences);
    await engram.close();
  },
);
