import { describe, it } from 'vitest';
import type { Store } from '../ports/store.ts';
import { runCase } from './store-suite/run-case.ts';
import { themesFor } from './store-suite/themes.ts';

export interface StoreExpectations {
  /** False for a store that is to accept everything and keep nothing; it has a contract of its own. */
  readonly keeps: boolean;
}

/**
 * Proves that a store keeps the contract of `Store`, one vitest test for each sentence of it. Every test gets
 * a store of its own, which must be empty, and closes it; some open a second one beside it, which must be empty
 * too. Nothing is skipped: a backend that cannot do something is red.
 *
 * @example
 * describeStore('my database', () => openMyStore(temporaryUrl()), { keeps: true });
 */
export function describeStore(
  name: string,
  openStore: () => Promise<Store>,
  { keeps }: StoreExpectations,
): void {
  describe(`store: ${name}`, () => {
    for (const theme of themesFor(keeps)) {
      describe(theme.title, () => {
        for (const storeCase of theme.cases) it(storeCase.title, () => runCase(storeCase, openStore));
      });
    }
  });
}
