import type { Store } from '../../src/ports/store.ts';
import { createNullStore } from '../../src/store/null-store.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { runCase } from '../../src/testing/store-suite/run-case.ts';
import type { StoreCase, StoreTheme } from '../../src/testing/store-suite/store-case.ts';
import { type ThemeTitle, themesFor } from '../../src/testing/store-suite/themes.ts';
import { commandMutants } from './command-mutants.ts';
import { methodMutants } from './method-mutants.ts';
import type { Mutant } from './mutant.ts';
import { nullMutants } from './null-mutants.ts';

/** A broken store, with the contract it breaks. */
export interface BrokenStore {
  /** Which command, method or store is wrong, and how. */
  readonly name: string;
  readonly caughtBy: ThemeTitle;
  /** The contract it is to keep. */
  readonly themes: readonly StoreTheme[];
  open(): Promise<Store>;
}

const broken = (of: string, mutants: readonly Mutant[], keeps: boolean): BrokenStore[] =>
  mutants.map(({ fault, caughtBy, breakStore }) => ({
    name: `${of}: a store that ${fault}`,
    caughtBy,
    themes: themesFor(keeps),
    open: async () => breakStore(keeps ? createReferenceStore() : createNullStore()),
  }));

export const brokenStores: readonly BrokenStore[] = [
  ...Object.entries(commandMutants).flatMap(([type, mutants]) => broken(type, mutants, true)),
  ...Object.entries(methodMutants).flatMap(([method, mutants]) => broken(method, mutants, true)),
  ...broken('a store that keeps nothing', nullMutants, false),
];

/** Whether a store fails this case. */
export const fails = (storeCase: StoreCase, open: () => Promise<Store>): Promise<boolean> =>
  runCase(storeCase, open).then(
    () => false,
    () => true,
  );

/** The title of the first case that the store fails, or undefined when it passes them all. */
export async function firstFailure(
  themes: readonly StoreTheme[],
  open: () => Promise<Store>,
): Promise<string | undefined> {
  for (const storeCase of themes.flatMap(({ cases }) => cases)) {
    if (await fails(storeCase, open)) return storeCase.title;
  }
  return undefined;
}
