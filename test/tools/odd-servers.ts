import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ToolSettings } from '../../src/config/template-settings.ts';
import type { McpOptions } from '../../src/providers/tools/mcp-options.ts';
import { openMcpTools } from '../../src/providers/tools/mcp-tools.ts';

export const oddServer = join(import.meta.dirname, 'odd-server.mjs');

/** A server as a program, behaving as it is told. */
export function program(behaviour: string, ...more: string[]): ToolSettings['mcpServers'][string] {
  return { command: process.execPath, args: [oddServer, behaviour, ...more], env: {} };
}

/** Opens servers for one test, and closes them after it. */
export async function openForTest(
  servers: ToolSettings['mcpServers'],
  options: Partial<McpOptions> = {},
): ReturnType<typeof openMcpTools> {
  const tools = await openMcpTools(servers, { timeoutMs: 15_000, maxResultBytes: 1_000_000, ...options });
  onTestFinished(() => tools.close());
  return tools;
}

/** A file in which servers write down their process, and how many of them still run. None outlives its test. */
export function processList(): { path: string; started(): number; running(): number } {
  const folder = mkdtempSync(join(tmpdir(), 'engram-odd-'));
  const path = join(folder, 'processes');
  const all = (): number[] =>
    existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').map(Number) : [];
  onTestFinished(() => {
    for (const id of all().filter(isRunning)) process.kill(id, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return { path, started: () => all().length, running: () => all().filter(isRunning).length };
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
