import { ProtocolError, SdkError, SdkErrorCode, type Tool } from '@modelcontextprotocol/client';
import { EngramError } from '../../errors.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import type { CallContext, ToolDescription } from '../../ports/tool-runtime.ts';
import type { ToolAnnotations } from '../../records/tool-effect.ts';
import { describeThrown } from '../../text/thrown.ts';
import { initializeClient } from './mcp-handshake.ts';
import type { McpOptions, McpServer } from './mcp-options.ts';
import { ServerProcess } from './server-process.ts';
import { answeredValue, ToolError, tooLarge } from './tool-answer.ts';

/** One server that answers. */
export interface McpConnection {
  readonly server: string;
  /** Its tools as they are now: the same map for as long as they stay the same. */
  tools(): ReadonlyMap<string, ToolDescription>;
  call(tool: string, toolArguments: JsonObject, context?: CallContext): Promise<Json>;
  /** Returns when its process has ended. */
  close(): Promise<void>;
}

/** A call that is waiting for its answer. */
interface WaitingCall {
  readonly tool: string;
  readonly stop: AbortController;
}

/** Connects to one server. What it may throw: `initializeClient`. */
export async function connectTo(
  server: string,
  settings: McpServer,
  options: McpOptions,
): Promise<McpConnection> {
  const { timeoutMs, maxResultBytes, onNotice = () => {} } = options;
  let tools: ReadonlyMap<string, Tool> = new Map();
  let descriptions: ReadonlyMap<string, ToolDescription> = new Map();
  let ended: string | undefined;
  const waiting = new Set<WaitingCall>();

  function learnTools(list: readonly Tool[]): void {
    // The first of two tools of the same name; nobody could tell them apart.
    tools = new Map([...list].reverse().map((tool) => [tool.name, tool]));
    descriptions = new Map([...tools].reverse().map(([name, tool]) => [name, descriptionOf(tool)]));
  }
  function interrupt(errorFor: (tool: string) => EngramError): void {
    for (const { tool, stop } of waiting) stop.abort(errorFor(tool));
  }

  const handshake = await initializeClient(server, settings, options, {
    toolsChanged(changed) {
      const before = [...tools.keys()];
      learnTools(changed);
      const lost = before.filter((name) => !tools.has(name));
      if (lost.length > 0) onNotice(`The MCP server "${server}" no longer has ${lost.join(', ')}.`);
    },
    broken(cause) {
      const isSize = EngramError.is(cause) && cause.code === 'too_large';
      interrupt((tool) => (isSize ? tooLarge(tool, maxResultBytes) : unanswered(server, tool, cause)));
    },
    overflowed() {
      ended ??= 'its last answer was too large.';
      interrupt((tool) => tooLarge(tool, maxResultBytes));
    },
    closed() {
      if (ended === undefined) onNotice(`The MCP server "${server}" has ended.${lastWordsOf(transport)}`);
      ended ??= `it ended by itself.${lastWordsOf(transport)}`;
      interrupt((tool) => unanswered(server, tool, `The server has ended.${lastWordsOf(transport)}`));
    },
  });
  const { client, transport } = handshake;
  learnTools(handshake.tools);

  return {
    server,
    tools: () => descriptions,
    async call(tool, toolArguments, { signal, idempotencyKey } = {}) {
      signal?.throwIfAborted();
      if (ended !== undefined) throw gone(server, tool, ended);
      const call: WaitingCall = { tool, stop: new AbortController() };
      const stop = (): void => call.stop.abort(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
      waiting.add(call);
      try {
        const answer = await client.callTool(
          {
            name: tool,
            arguments: toolArguments,
            ...(idempotencyKey !== undefined && { _meta: { 'engram/idempotencyKey': idempotencyKey } }),
          },
          {
            signal: call.stop.signal,
            timeout: timeoutMs,
            toolDefinition: withoutPromises(tools.get(tool), tool),
          },
        );
        return answeredValue(answer, tool, maxResultBytes);
      } catch (error) {
        if (call.stop.signal.aborted) throw call.stop.signal.reason;
        if (error instanceof ToolError || EngramError.is(error)) throw error;
        // The server itself refused: there is no such tool, or its arguments are wrong.
        if (error instanceof ProtocolError) throw new ToolError(error.message, { cause: error });
        if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
          throw late(tool, timeoutMs);
        throw unanswered(server, tool, error);
      } finally {
        waiting.delete(call);
        signal?.removeEventListener('abort', stop);
      }
    },
    async close() {
      ended ??= 'it was closed.';
      interrupt((tool) => unanswered(server, tool, 'The server was closed.'));
      // A service forgets us sooner when it is told; whether it hears that does not matter.
      if (!(transport instanceof ServerProcess)) await transport.terminateSession().catch(() => {});
      await client.close();
      await transport.close();
    },
  };
}

/**
 * The protocol would throw away a result that is not as the tool promised, though the tool has done its work. What
 * came back is for the caller to judge.
 */
function withoutPromises(tool: Tool | undefined, name: string): Tool {
  const { outputSchema: _, ...rest } = tool ?? { name, inputSchema: { type: 'object' as const } };
  return rest;
}

function descriptionOf(tool: Tool): ToolDescription {
  const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations ?? {};
  const annotations: ToolAnnotations = {
    ...(readOnlyHint !== undefined && { readOnly: readOnlyHint }),
    ...(destructiveHint !== undefined && { destructive: destructiveHint }),
    ...(idempotentHint !== undefined && { idempotent: idempotentHint }),
  };
  const description = tool.description ?? tool.title ?? '';
  return { name: tool.name, description, inputSchema: tool.inputSchema as JsonObject, annotations };
}

function lastWordsOf(transport: unknown): string {
  const words = transport instanceof ServerProcess ? transport.lastWords() : '';
  return words === '' ? '' : ` It wrote:\n${words}`;
}

function gone(server: string, tool: string, why: string): EngramError {
  const problem = `${tool} was not called: the MCP server "${server}" is gone; ${why}`;
  return new EngramError('tool_missing', problem, { details: { server, tool, mayHaveActed: false } });
}

function late(tool: string, timeoutMs: number): EngramError {
  return new EngramError(
    'timeout',
    `${tool} did not answer within ${timeoutMs} ms. Whether it did its work is not known; look before you call it again.`,
    { details: { tool, timeoutMs, mayHaveActed: true } },
  );
}

function unanswered(server: string, tool: string, cause: unknown): EngramError {
  const why = typeof cause === 'string' ? cause : `${describeThrown(cause).message}.`;
  return new EngramError(
    'internal',
    `The MCP server "${server}" did not answer to ${tool}. ${why} Whether it did its work is not known; look before you call it again.`,
    { details: { server, tool, mayHaveActed: true }, cause },
  );
}
