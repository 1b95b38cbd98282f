import type { Store } from '../../ports/store.ts';
import { resetBuilders } from '../builders.ts';
import type { StoreCase } from './store-case.ts';

/** Runs one case on a fresh store, and closes it whatever happens. Throws when the store breaks the contract. */
export async function runCase(storeCase: StoreCase, openStore: () => Promise<Store>): Promise<void> {
  resetBuilders();
  const store = await openStore();
  try {
    await storeCase.check(store);
  } finally {
    await store.close();
  }
}
