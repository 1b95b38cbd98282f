import type { Desk } from '../../operations/desk.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Access } from '../../view.ts';
import { requireScopes } from '../access.ts';

/** Whoever is at the other end: what operations act on for them, and which operations they may use. */
export interface McpCaller {
  readonly desk: Desk;
  allows(operation: Operation): boolean;
}

/** Someone at this machine, who may do all that the desk can. */
export function localCaller(desk: Desk): McpCaller {
  return { desk, allows: () => true };
}

/** Someone who came with a token, and may do what its scopes allow. */
export function callerWith(access: Access, desk: Desk): McpCaller {
  return {
    desk,
    allows(operation) {
      try {
        requireScopes(access, operation);
        return true;
      } catch {
        return false;
      }
    },
  };
}
