// Random sequences of sharing, revoking, expiring and reading by many agents and users
import { createIds, systemRandom } from '../../src/providers/system.ts';
import { fixedClock } from '../../src/testing/index.ts';
import { checkSequence } from '../sharing/random-sharing.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { campaign, firstSeed, inWords } from './campaign.ts';

const sequences = Number(process.env['ENGRAM_TEST_SEQUENCES'] ?? 10_000);
/** Ends early after so many minutes, and says how many sequences that was. */
const maxMs = Number(process.env['ENGRAM_TEST_MINUTES'] ?? Number.POSITIVE_INFINITY) * 60_000;
/** A store is left behind after so many, so that its size does not slow the rest down. */
const perStore = 60;

function chosenBackends(): ReadonlyArray<{ readonly name: string; readonly place: () => string }> {
  const server = process.env['ENGRAM_TEST_POSTGRES'];
  const all = [
    { name: 'SQLite', place: () => `file:${temporaryFolder()}/memory.db` },
    ...(server === undefined ? [] : [{ name: 'PostgreSQL', place: () => server }]),
  ];
  const only = process.env['ENGRAM_TEST_BACKEND'];
  return only === undefined ? all : all.filter(({ name }) => name === only);
}

campaign(async (tell) => {
  const seed = firstSeed();
  const found: string[] = [];
  for (const { name, place } of chosenBackends()) {
    const deadline = Date.now() + maxMs;
    let [done, compared] = [0, 0];
    while (done < sequences && Date.now() < deadline) {
      const clock = fixedClock();
      // A server is used again, so ids must not repeat.
      const engram = await openForTest({
        db: place(),
        durability: 'normal',
        clock,
        ids: createIds(clock, systemRandom),
      });
      const end = Math.min(sequences, done + perStore);
      for (; done < end && Date.now() < deadline; done += 1) {
        compared += (await checkSequence(engram, clock, seed + done)).compared;
        tell(`${name}: ${inWords(done + 1)} of ${inWords(sequences)} sequences`);
      }
      await engram.close();
    }
    found.push(`${inWords(done)} sequences on ${name} (${inWords(compared)} viewers compared)`);
  }
  return `from seed ${seed}: ${found.join(', ')}; every viewer saw exactly what it may see`;
});
