import { EngramError } from '../errors.ts';
import type { ViewerContext } from '../ports/context.ts';
import { type Actor, acting } from './acting.ts';

/**
 * Notes that a caller tried what it may not do. The refusal itself stands, also when it cannot be noted.
 *
 * @example
 * await noteRefusal(request.open, { operation: 'template.approve', door: 'mcp' }, error);
 */
export async function noteRefusal(
  open: () => Promise<Pick<ViewerContext, 'audit' | 'viewer'>>,
  { operation, door }: Pick<Actor, 'operation' | 'door'>,
  error: unknown,
): Promise<void> {
  if (!EngramError.is(error) || error.code !== 'forbidden') return;
  const { message: why } = error;
  try {
    const { audit, viewer } = await open();
    await acting(audit, { by: viewer, operation, reason: null, door }, () =>
      audit.note({ action: 'refuse', of: viewer, kind: 'operation', ids: [operation], why }),
    );
  } catch {}
}
