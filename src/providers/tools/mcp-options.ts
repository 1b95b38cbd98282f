import type { ToolSettings } from '../../config/template-settings.ts';

/** A server, as the settings name it. */
export type McpServer = ToolSettings['mcpServers'][string];

/** How servers are started, and how long to wait for them. */
export interface McpOptions {
  /** Ends the start of the servers. Once they have started, `close()` ends them. */
  readonly signal?: AbortSignal | undefined;
  /** Where programs are started that name no folder of their own; the current one otherwise. */
  readonly folder?: string | undefined;
  /** Milliseconds that one call may take. */
  readonly timeoutMs: number;
  /** Milliseconds until every server must have answered for the first time: a minute otherwise. */
  readonly startTimeoutMs?: number | undefined;
  readonly maxResultBytes: number;
  /** Called with what happens to servers between calls: one has ended, one has lost a tool. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}
