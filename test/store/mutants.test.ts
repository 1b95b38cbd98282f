import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { createNullStore } from '../../src/store/null-store.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { runCase } from '../../src/testing/store-suite/run-case.ts';
import { themesFor } from '../../src/testing/store-suite/themes.ts';
import { commandMutants } from './command-mutants.ts';
import { methodMutants } from './method-mutants.ts';
import { type Mutant, replacing } from './mutant.ts';

/** How long cases took, by title. Which case notices a fault does not matter, so the quick ones are tried first. */
const durations = new Map<string, number>();

/** The title of a case that the store fails, or undefined when it passes them all. */
async function failure(keeps: boolean, openStore: () => Promise<Store>): Promise<string | undefined> {
  const durationOf = ({ title }: { title: string }): number => durations.get(title) ?? 0;
  const cases = themesFor(keeps).flatMap((theme) => theme.cases);
  for (const storeCase of cases.sort((left, right) => durationOf(left) - durationOf(right))) {
    const begun = performance.now();
    try {
      await runCase(storeCase, openStore);
    } catch {
      return storeCase.title;
    }
    durations.set(storeCase.title, performance.now() - begun);
  }
  return undefined;
}

function everyMutantIsNoticed(of: string, mutants: readonly Mutant[]): void {
  for (const { fault, breakStore } of mutants) {
    it(`${of}: a store that ${fault} is noticed`, async () => {
      const failed = await failure(true, async () => breakStore(createReferenceStore()));
      expect(failed, 'no case of the suite failed').toBeDefined();
    });
  }
}

describe('the store suite can fail', () => {
  it('passes a sound store, so that what follows means something', async () => {
    expect(await failure(true, async () => replacing(() => ({}))(createReferenceStore()))).toBeUndefined();
  });

  for (const [type, mutants] of Object.entries(commandMutants)) everyMutantIsNoticed(type, mutants);
  for (const [method, mutants] of Object.entries(methodMutants)) everyMutantIsNoticed(method, mutants);

  it('has a mutant for every method of a store and for every command', () => {
    const methods = Object.entries(createReferenceStore())
      .filter(([, member]) => typeof member === 'function')
      .map(([name]) => name);
    expect(Object.keys(methodMutants).toSorted()).toStrictEqual(methods.toSorted());
    for (const mutants of [...Object.values(methodMutants), ...Object.values(commandMutants)]) {
      expect(mutants.length).toBeGreaterThan(0);
    }
  });
});

describe('the suite for a store that keeps nothing can fail', () => {
  const faults: readonly Mutant[] = [
    { fault: 'keeps what it is given', breakStore: () => ({ ...createReferenceStore(), keeps: false }) },
    {
      fault: 'refuses a command',
      breakStore: replacing(() => ({ commit: () => Promise.reject(new Error('off')) })),
    },
    {
      fault: 'calls a command ignored',
      breakStore: replacing(() => ({ commit: async () => ({ ignored: [0] }) })),
    },
    { fault: 'has tokens', breakStore: replacing(() => ({ hasTokens: async () => true })) },
    {
      fault: 'has something to tidy',
      breakStore: replacing(() => ({ tidy: async () => ({ done: 0, left: 1 }) })),
    },
    {
      fault: 'never ends its export',
      breakStore: replacing(() => ({ export: async () => ({ commands: [], next: 'more' }) })),
    },
    { fault: 'claims to keep', breakStore: replacing(() => ({ keeps: true })) },
    {
      fault: 'answers undefined for an empty page',
      breakStore: replacing(() => ({
        listRuns: async () => ({ items: [], next: undefined as unknown as null }),
      })),
    },
  ];

  it('passes the null store', async () => {
    expect(await failure(false, async () => createNullStore())).toBeUndefined();
  });

  for (const { fault, breakStore } of faults) {
    it(`a store that ${fault} is noticed`, async () => {
      expect(await failure(false, async () => breakStore(createNullStore()))).toBeDefined();
    });
  }
});
