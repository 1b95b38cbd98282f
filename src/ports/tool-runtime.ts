import type { Json, JsonObject } from '../json/json.ts';
import type { ToolAnnotations } from '../records/tool-effect.ts';
import type { ToolCheck } from './tool-check.ts';

/** A tool as a model and a plan see it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments; null when it has said nothing about them. */
  readonly inputSchema: JsonObject | null;
  /** The annotations that apply to it, from whichever source. */
  readonly annotations: ToolAnnotations;
  /** What its provider declares: the program that hands over a function, or the settings. Never a server. */
  readonly declared?: ToolAnnotations;
  /** Another name of this tool that stands for all its names. */
  readonly alias?: string;
  /** Its check: its own, or one of the settings. */
  readonly check?: ToolCheck;
}

/** What goes along with a call. */
export interface CallContext {
  readonly signal?: AbortSignal | undefined;
  /** The same for the same change, however often it is tried: a tool that knows it need not make it twice. */
  readonly idempotencyKey?: string | undefined;
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
  call(tool: string, toolArguments: JsonObject, context?: CallContext): Promise<Json>;
  /** Ends the servers it started. */
  close?(): Promise<void>;
}

/** What tools say about themselves, for callers that do not call them. */
export interface AskedTools {
  /** Undefined for a tool that is not there. */
  annotationsOf(tool: string): ToolAnnotations | undefined;
  /** JSON Schema of a tool's arguments; null where nothing is known about them. */
  schemaOf(tool: string): JsonObject | null;
  /** Whether a tool has a check. */
  hasCheck(tool: string): boolean;
  /** Paths and addresses that the servers were started with. */
  readonly configured: readonly string[];
  /** Why some could not be asked, in words for people. */
  readonly warnings: readonly string[];
}
