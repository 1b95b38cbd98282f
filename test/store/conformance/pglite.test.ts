import { expect, it } from 'vitest';
import type { Store } from '../../../src/ports/store.ts';
import { runCase } from '../../../src/testing/store-suite/run-case.ts';
import { themesFor } from '../../../src/testing/store-suite/themes.ts';
import { commandMutants } from '../command-mutants.ts';
import { methodMutants } from '../method-mutants.ts';
import { openPgliteStore } from '../postgres-pglite.ts';
import { describeInCi } from './in-ci.ts';

// PostgreSQL itself, inside this process.
describeInCi('PGlite', openPgliteStore);

/** Together these carry out every command and call every method. */
const smoke =
  /^MEM-3: |^MEM-7: what was deleted or revoked|^REC-1: tidying |^STO-2: jobs are held |^DUR-[23]: (?:a subject is taken |a signal is kept |due is what )|^REC-1: of kind .*(?:revision replaces|deleted record)|^CAP-8: (?:an agent that joins|among runs of random agents)|^SHR-3: |^SHR-4: (?:erasing a user |a deleted (?:run|session) is gone)|^REC-1: an index is (?:read as|written)|^SHR-1: indexes of what is shared|^MEM-8: a link goes when it is taken back|^MET-1: what processes count|^LRN-9: all runs of a category|^LRN-11: a decision is informed|^TPL-6: a replay that was|^LRN-2: (?:latestFailures gives|without signatures, latest|a failure tells|whoever meets)|^LRN-3: listCallsAfter gives a call|^STO-2: a store of several users, exported in pieces of 1000 /;

/** The store, which notes what it is asked to do. */
function noting(store: Store, done: Set<string>): Store {
  const noted = Object.entries(store).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, member];
    const call = (...given: unknown[]): unknown => {
      done.add(name);
      return member(...given);
    };
    return [name, call];
  });
  return {
    ...(Object.fromEntries(noted) as Store),
    commit(commands) {
      for (const { type } of commands) done.add(type);
      done.add('commit');
      return store.commit(commands);
    },
  };
}

it('STO-2: PGlite carries out every command and every read (in CI, the whole contract)', async () => {
  const done = new Set<string>();
  const open = async (): Promise<Store> => noting(await openPgliteStore(), done);
  for (const storeCase of themesFor(true).flatMap(({ cases }) => cases)) {
    if (smoke.test(storeCase.title)) await runCase(storeCase, open);
  }
  await (await open()).health();
  const missed = [...Object.keys(commandMutants), ...Object.keys(methodMutants)].filter(
    (name) => !done.has(name),
  );
  expect(missed).toEqual([]);
}, 300_000);
