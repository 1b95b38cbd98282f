import type { Context } from '../../ports/context.ts';
import { type Scope, sameScope } from '../../records/scope.ts';
import { makerOf } from '../../records/step.ts';
import { earlierSignatures } from '../../text/signature.ts';
import type { EarlierSignatures } from './assign.ts';

/** New signatures whose messages are looked up at once; they are new only once. */
const maxLookups = 200;

/**
 * By which signatures failures were known before the way of reading them changed: the messages of their latest steps say, or
 * what was `told` (decision 0038). Nothing where no pattern is older than the reading of today: those that texts were once read
 * as are other failures there.
 */
export async function signaturesBefore(
  context: Context,
  scope: Scope,
  signatures: readonly string[],
  oldestReading: number,
  told: EarlierSignatures,
): Promise<EarlierSignatures | undefined> {
  if (oldestReading > 2) return undefined;
  const found = await Promise.all(
    signatures.slice(0, maxLookups).map(async (signature) => {
      const steps = await context.store.findFailedSteps(scope, [signature], 1);
      const [own] = steps.filter((step) => sameScope({ ...step.scope, agent: makerOf(step) }, scope));
      return own?.error ? ([signature, earlierSignatures(own.error.message)] as const) : undefined;
    }),
  );
  const known = [...found.filter((pair) => pair !== undefined), ...told];
  const count = oldestReading === 2 ? 1 : undefined;
  return new Map(known.map(([signature, before]) => [signature, before.slice(0, count)]));
}
