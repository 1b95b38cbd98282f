import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import type { Context } from '../../ports/context.ts';
import { earlierSignatures, errorSignature } from '../../text/signature.ts';
import { signaturesBefore } from './earlier-signatures.ts';
import { openGrouping } from './grouping/grouping.ts';
import { oldestReading, stateToKeep } from './kept-grouping.ts';

const scope = { user: 'u', project: 'p', agent: null };
const pasted = 'sorting...\nBuild failed with 1 error:\nthe ledger is locked';

/** A store whose latest failed step says this. */
const contextOf = (message: string): Context =>
  ({ store: { findFailedSteps: async () => [{ scope, error: { message } }] } }) as unknown as Context;

describe('LRN-2 by how old a way of reading patterns may be known (decision 0038)', () => {
  const before = { content: { state: openGrouping(undefined).save() as unknown as Json } };

  it('is remembered when a grouping is stored again', () => {
    const again = { content: { state: stateToKeep(openGrouping(undefined), before) } };
    expect(oldestReading(before)).toBe(2);
    expect(oldestReading(again)).toBe(2);
  });

  it('is that of today for a grouping that is new', () => {
    const made = { content: { state: stateToKeep(openGrouping(undefined), undefined) } };
    expect(oldestReading(made)).toBe(3);
  });

  it('finds a failure by the signature it had', async () => {
    const signature = errorSignature(pasted);
    const found = await signaturesBefore(contextOf(pasted), scope, [signature], 2, new Map());
    expect(signature).toBe('the ledger is locked');
    expect(found?.get(signature)).toEqual(earlierSignatures(pasted).slice(0, 1));
    expect(found?.get(signature)).not.toContain(signature);
  });

  it('asks for no earlier signatures where all patterns are of today', async () => {
    expect(await signaturesBefore(contextOf(pasted), scope, ['x'], 3, new Map())).toBeUndefined();
  });
});
