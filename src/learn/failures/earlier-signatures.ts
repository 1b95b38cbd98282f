import type { Context } from '../../ports/context.ts';
import { type Scope, sameScope } from '../../records/scope.ts';
import { makerOf } from '../../records/step.ts';
import { earlierSignature } from '../../text/signature.ts';
import type { EarlierSignatures } from './assign.ts';

/** New signatures whose messages are looked up at once; they are new only once. */
const maxLookups = 200;

/**
 * By which signatures failures were known before the way of reading them changed: the messages of their latest steps say
 * (decision 0038). Only asked for where patterns are that old.
 */
export async function earlierSignatures(
  context: Context,
  scope: Scope,
  signatures: readonly string[],
): Promise<EarlierSignatures> {
  const found = await Promise.all(
    signatures.slice(0, maxLookups).map(async (signature) => {
      const steps = await context.store.findFailedSteps(scope, [signature], 1);
      const [own] = steps.filter((step) => sameScope({ ...step.scope, agent: makerOf(step) }, scope));
      return own?.error ? ([signature, earlierSignature(own.error.message)] as const) : undefined;
    }),
  );
  return new Map(found.filter((pair) => pair !== undefined));
}
