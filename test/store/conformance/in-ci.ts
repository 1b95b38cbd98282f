import { it } from 'vitest';
import { describeStore } from '../../../src/testing/index.ts';
import { leftToCi, whyLeftToCi } from '../../left-to-ci.ts';

/** Proves that a backend keeps the contract, in CI; `npm test` says that it left this out. */
export function describeInCi(name: string, openStore: Parameters<typeof describeStore>[1]): void {
  if (leftToCi) it(`store: ${name} keeps the contract of a store`, (context) => context.skip(whyLeftToCi));
  else describeStore(name, openStore, { keeps: true });
}
