// Random sequences of sharing, revoking, expiring and reading by many agents and users
import { createIds, systemRandom } from '../../src/providers/system.ts';
import { fixedClock } from '../../src/testing/index.ts';
import { checkSequence } from '../sharing/random-sharing.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { campaign, firstSeed, inWords } from './campaign.ts';

const sequences = Number(process.env['ENGRAM_TEST_SEQUENCES'] ?? 10_000);
/** A store is left behind after so many, so that its size does not slow the rest down. */
const perStore = 60;

campaign(async (tell) => {
  const seed = firstSeed();
  const server = process.env['ENGRAM_TEST_POSTGRES'];
  const backends = [
    { name: 'SQLite', place: () => `file:${temporaryFolder()}/memory.db` },
    ...(server === undefined ? [] : [{ name: 'PostgreSQL', place: () => server }]),
  ];
  let compared = 0;
  for (const { name, place } of backends) {
    for (let done = 0; done < sequences; ) {
      const clock = fixedClock();
      // A server is used again, so ids must not repeat.
      const engram = await openForTest({
        db: place(),
        durability: 'normal',
        clock,
        ids: createIds(clock, systemRandom),
      });
      for (const end = Math.min(sequences, done + perStore); done < end; done += 1) {
        compared += (await checkSequence(engram, clock, seed + done)).compared;
        tell(`${name}: ${inWords(done + 1)} of ${inWords(sequences)} sequences`);
      }
      await engram.close();
    }
  }
  const places = backends.map(({ name }) => name).join(' and ');
  return `from seed ${seed}: ${inWords(sequences)} sequences on ${places} each, ${inWords(compared)} viewers compared; nobody saw too much or too little`;
});
