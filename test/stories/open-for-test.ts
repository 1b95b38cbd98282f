import { tmpdir } from 'node:os';
import { type Engram, type EngramOptions, openEngram } from '../../src/index.ts';
import { countingIds, type FixedClock, fixedClock } from '../../src/testing/index.ts';

/** Engram in memory, with time and ids under control, deaf to this machine's configuration. */
export async function openForTest(
  options: EngramOptions = {},
): Promise<Engram & { readonly time: FixedClock }> {
  const time = fixedClock();
  const engram = await openEngram({
    db: 'memory:',
    clock: time,
    ids: countingIds(),
    surroundings: { environment: {}, folder: tmpdir(), home: '/nowhere' },
    ...options,
  });
  return { ...engram, time };
}
