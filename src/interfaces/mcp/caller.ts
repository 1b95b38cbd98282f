import type { Access } from '../../access/tokens.ts';
import { noteRefusal } from '../../audit/refusals.ts';
import type { Operation } from '../../operations/operation.ts';
import type { RequestContext } from '../../operations/request-context.ts';
import { tokenScopes } from '../../records/token.ts';
import { accessOfModel, requireScopes } from '../access.ts';

/** The client: the context its operations act on, and which operations it may use. */
export interface McpCaller {
  readonly request: RequestContext;
  /** Whether it may use an operation at all. */
  allows(operation: Operation): boolean;
  /** Refuses a call that it may not make. */
  require(operation: Operation, input: unknown): void;
  /** Notes that it was refused something. */
  refused(operation: string, error: unknown): Promise<void>;
}

/** Someone at this machine, who may do all that the request can but for what only people do. */
export function localCaller(request: RequestContext): McpCaller {
  return callerWith({ scopes: tokenScopes, anyProject: true, isOperator: true }, request);
}

/** Someone who came with a token, and may do what its scopes allow. */
export function callerWith(
  given: Pick<Access, 'scopes' | 'anyProject' | 'isOperator'>,
  request: RequestContext,
): McpCaller {
  const access = accessOfModel(given);
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
    refused: (operation, error) => noteRefusal(request.open, { operation, door: 'mcp' }, error),
  };
}

/** Over MCP it is a model that asks, whoever it works for. */
function ofModel(request: RequestContext): RequestContext {
  return {
    ...request,
    isModel: true,
    door: 'mcp',
    lacksTrust: true,
    open: async () => ({ ...(await request.open()), modelsOnlyLook: true }),
  };
}
