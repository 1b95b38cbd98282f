import { describe, expect, it } from 'vitest';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { brokenStores, firstFailure } from './all-mutants.ts';
import { commandMutants } from './command-mutants.ts';
import { methodMutants } from './method-mutants.ts';

// That sound stores pass the suite is proved beside this, in conformance/.
describe('the store suite can fail', () => {
  // Here each broken store meets the part of the suite that it names; `npm run campaigns` tries every case on it.
  it.each(brokenStores.map((store) => [store.name, store] as const))(
    '%s is noticed',
    async (_name, { caughtBy, themes, open }) => {
      const part = themes.filter(({ title }) => title === caughtBy);
      expect(await firstFailure(part, open), `no case of "${caughtBy}" failed`).toBeDefined();
    },
  );

  it('has a broken store for every method and for every command', () => {
    const methods = Object.entries(createReferenceStore())
      .filter(([, member]) => typeof member === 'function')
      .map(([name]) => name);
    expect(Object.keys(methodMutants).toSorted()).toStrictEqual(methods.toSorted());
    for (const mutants of [...Object.values(methodMutants), ...Object.values(commandMutants)]) {
      expect(mutants.length).toBeGreaterThan(0);
    }
  });
});
