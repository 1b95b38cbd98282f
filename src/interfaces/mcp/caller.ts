import type { Access } from '../../access/tokens.ts';
import type { Operation } from '../../operations/operation.ts';
import type { RequestContext } from '../../operations/request-context.ts';
import { requireScopes } from '../access.ts';

/** The client: the context its operations act on, and which operations it may use. */
export interface McpCaller {
  readonly request: RequestContext;
  /** Whether it may use an operation at all. */
  allows(operation: Operation): boolean;
  /** Refuses a call that it may not make. */
  require(operation: Operation, input: unknown): void;
}

/** Someone at this machine, who may do all that the request can. */
export function localCaller(request: RequestContext): McpCaller {
  return { request: ofModel(request), allows: () => true, require: () => {} };
}

/** Someone who came with a token, and may do what its scopes allow. */
export function callerWith(access: Access, request: RequestContext): McpCaller {
  return {
    request: ofModel(request),
    require: (operation, input) => requireScopes(access, operation, input),
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

/** Over MCP it is a model that asks, whoever it works for. */
function ofModel(request: RequestContext): RequestContext {
  return { ...request, isModel: true, door: 'mcp' };
}
