import type { Store } from '../../ports/store.ts';
import { resetBuilders } from '../builders.ts';
import type { StoreCase } from './store-case.ts';

/** Runs one case on fresh stores, and closes them whatever happens. Throws when a store breaks the contract. */
export async function runCase(storeCase: StoreCase, openStore: () => Promise<Store>): Promise<void> {
  resetBuilders();
  const opened: Store[] = [];
  const open = async (): Promise<Store> => {
    const store = await openStore();
    opened.push(store);
    return store;
  };
  try {
    await storeCase.check(await open(), open);
  } finally {
    await Promise.all(opened.map((store) => store.close()));
  }
}
