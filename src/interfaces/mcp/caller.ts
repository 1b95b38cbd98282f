import type { Access } from '../../access/tokens.ts';
import type { Operation } from '../../operations/operation.ts';
import type { RequestContext } from '../../operations/request-context.ts';
import { requireScopes } from '../access.ts';

/** The client: the context its operations act on, and which operations it may use. */
export interface McpCaller {
  readonly request: RequestContext;
  allows(operation: Operation): boolean;
}

/** Someone at this machine, who may do all that the request can. */
export function localCaller(request: RequestContext): McpCaller {
  return { request: ofModel(request), allows: () => true };
}

/** Someone who came with a token, and may do what its scopes allow. */
export function callerWith(access: Access, request: RequestContext): McpCaller {
  return {
    request: ofModel(request),
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
  return { ...request, isModel: true };
}
