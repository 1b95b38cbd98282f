import type { Json, JsonObject } from '../json/json.ts';
import type { Viewer } from '../records/scope.ts';
import type { Tools } from './run-handle.ts';
import type { AskedTools, ToolRuntime } from './tool-runtime.ts';

/** Figures of the result cache. `hitRate` is null until the first look-up. */
export interface CacheStatistics {
  readonly hits: number;
  readonly misses: number;
  readonly hitRate: number | null;
  readonly entries: number;
  readonly bytes: number;
}

/** The results that one set of tools gave one viewer. */
export interface KeptResults {
  find(tool: string, toolArguments: JsonObject): Json | undefined;
  /** Counts changes. A result that was asked for before a change is not kept after it. */
  changes(): number;
  keep(tool: string, toolArguments: JsonObject, result: Json, changesBefore: number): void;
  /** Drops all results, because something was changed or may have been. */
  empty(): void;
}

/** Tools to work with, and the results of theirs that are kept. */
export interface OpenedTools {
  readonly tools: ToolRuntime;
  /** None when functions were handed over: those of the next call may be others of the same names. */
  readonly cache?: KeptResults | undefined;
}

/** All tools Engram may call: functions that a caller hands over, and the configured MCP servers. */
export interface Toolbox {
  /** The servers are started when they are first needed, and once. */
  open(viewer: Viewer, functions: Tools): Promise<OpenedTools>;
  /** What these functions and the servers say about themselves. A server that cannot be asked is a warning. */
  ask(functions: Tools): Promise<AskedTools>;
  cache(): CacheStatistics;
  /** Ends the servers. */
  close(): Promise<void>;
}
