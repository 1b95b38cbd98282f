import type { Json, JsonObject } from '../model/json.ts';

/** What a tool says about itself, in the words of MCP annotations. What is left out is not known. */
export interface ToolAnnotations {
  /** It changes nothing. */
  readonly readOnly?: boolean;
  /** What it changes, it may also destroy. */
  readonly destructive?: boolean;
  /** Calling it again with the same arguments changes nothing more; its result may be kept. */
  readonly idempotent?: boolean;
}

/** A tool as a model and a plan see it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments; null when it has said nothing about them. */
  readonly inputSchema: JsonObject | null;
  readonly annotations: ToolAnnotations;
}

/** A set of tools that can be called by name: local functions, MCP servers, or both. */
export interface ToolRuntime {
  has(tool: string): boolean;
  names(): readonly string[];
  /** Undefined for a tool it does not have. */
  describe(tool: string): ToolDescription | undefined;
  /**
   * Rejects when the tool failed, also when it only said so in its answer (`isError` of MCP). The signal ends waiting; what
   * the tool has begun may go on.
   */
  call(tool: string, toolArguments: JsonObject, signal?: AbortSignal): Promise<Json>;
  /** Ends the servers it started. */
  close?(): Promise<void>;
}
