import type { Json, JsonObject } from '../model/json.ts';

/** What a tool says about itself, in the words of MCP annotations. */
export interface ToolAnnotations {
  readonly readOnly?: boolean;
  readonly idempotent?: boolean;
}

/** A set of tools that can be called by name: local functions, MCP servers, or both. */
export interface ToolRuntime {
  has(tool: string): boolean;
  names(): readonly string[];
  annotations(tool: string): ToolAnnotations;
  call(tool: string, toolArguments: JsonObject): Promise<Json>;
}
