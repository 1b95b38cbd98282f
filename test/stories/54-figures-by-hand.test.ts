import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openForTest } from './open-for-test.ts';

const day = 86_400_000;

/** One run: who did it, in which category, and what failed in it. */
const runOf = fc.record({
  agent: fc.constantFrom('alice', 'bob', 'carol'),
  category: fc.constantFrom('backend', 'docs'),
  error: fc.constantFrom(
    null,
    'connect ECONNREFUSED 10.0.0.7:5432',
    'database: connect ECONNREFUSED 10.0.0.9:5432',
    'ENOSPC: no space left on device, write',
  ),
});
const refused = 'ECONNREFUSED';

describe('ADP-3 the figures of the report, counted by hand over random histories of several agents', () => {
  it('runs, categories, agents, failures, and failures before and after their check was made', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(runOf, { maxLength: 6 }),
        fc.array(runOf, { maxLength: 6 }),
        async (earlier, later) => {
          const engram = await openForTest();
          const first = {
            agent: 'alice',
            category: 'backend',
            error: 'connect ECONNREFUSED 10.0.0.1:5432',
          } as const;
          const work = async ({ agent, category, error }: typeof first | (typeof later)[number]) => {
            const run = await engram.agent(agent).startRun({ description: 'Query', category });
            const answer = () => (error === null ? 'ok' : Promise.reject(new Error(error)));
            await run.call('query', {}, answer).catch(() => {});
            await run.finish({ outcome: error === null ? 'success' : 'failure' });
            engram.time.advance(1_000);
          };
          const before = [first, ...earlier];
          for (const each of before) await work(each);
          engram.time.advance(day);
          const pattern = (await engram.agent('alice').learning.failures()).find(({ template }) =>
            template.includes(refused),
          );
          await engram.agent('alice').prevention.generate({ pattern: pattern?.slug ?? '' });
          engram.time.advance(day);
          for (const each of later) await work(each);

          const report = await engram.report();
          const all = [...before, ...later];
          const failed = all.filter(({ error }) => error !== null).length;
          expect(report.overall).toMatchObject({
            runs: all.length,
            failed,
            succeeded: all.length - failed,
          });
          const counted = <Key extends 'agent' | 'category'>(key: Key) =>
            Object.fromEntries(
              [...new Set(all.map((each) => each[key]))].map((value) => [
                value,
                all.filter((each) => each[key] === value).length,
              ]),
            );
          expect(Object.fromEntries(report.categories.map(({ category, runs }) => [category, runs]))).toEqual(
            counted('category'),
          );
          expect(Object.fromEntries(report.agents.map(({ agent, runs }) => [agent, runs]))).toEqual(
            counted('agent'),
          );
          const met = (runs: ReadonlyArray<{ readonly error: string | null }>, word: string): number =>
            runs.filter(({ error }) => error?.includes(word)).length;
          const { quality } = await engram.learning.stats();
          expect(quality.recurrence).toMatchObject({
            before: met(before, refused),
            after: met(later, refused),
          });
          const failures = await engram.learning.failures();
          for (const word of [refused, 'ENOSPC'])
            expect(
              failures
                .filter(({ template }) => template.includes(word))
                .reduce((sum, { occurrences }) => sum + occurrences, 0),
            ).toBe(met(all, word));
        },
      ),
      { numRuns: 25 },
    );
  });
});
