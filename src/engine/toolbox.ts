import type { Settings } from '../config/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { AskedTools, ToolRuntime } from '../ports/tool-runtime.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import { configuredChecks } from '../providers/tools/configured-check.ts';
import { declaredTools } from '../providers/tools/declared-tools.ts';
import { joinTools } from '../providers/tools/join-tools.ts';
import { openMcpTools } from '../providers/tools/mcp-tools.ts';
import { functionTools } from '../run/function-tools.ts';
import { createResultCache } from '../run/replay/cache.ts';
import { describeThrown } from '../text/thrown.ts';

export function createToolbox(settings: Settings, clock: Clock, closing: AbortSignal): Toolbox {
  const results = createResultCache(settings.templates.cache, clock);
  const configured = placesOf(settings.tools.mcpServers);
  const hasServers = Object.keys(settings.tools.mcpServers).length > 0;
  const checksOf = configuredChecks(settings.tools.checks);
  let servers: Promise<ToolRuntime> | undefined;
  const openServers = (): Promise<ToolRuntime> => {
    const { mcpServers, timeoutMs, maxResultBytes } = settings.tools;
    servers ??= openMcpTools(mcpServers, { timeoutMs, maxResultBytes, signal: closing }).catch((error) => {
      // The cause may be mended: the next caller tries again.
      servers = undefined;
      throw error;
    });
    return servers;
  };
  return {
    async open({ user, project, agent }, functions) {
      const given = functionTools(functions);
      if (!hasServers) return { tools: declaredTools(given, settings.tools) };
      const tools = declaredTools(joinTools([given, await openServers()]), settings.tools);
      const isShared = given.names().length === 0;
      return isShared ? { tools, cache: results.within(JSON.stringify([user, project, agent])) } : { tools };
    },
    async ask(functions) {
      const given = functionTools(functions);
      const askedIn = (tools: ToolRuntime): SaidByTools => saidBy(tools, checksOf);
      if (!hasServers) return { ...askedIn(given), configured: [], warnings: [] };
      try {
        const all = joinTools([given, await openServers()]);
        return { ...askedIn(all), configured, warnings: [] };
      } catch (error) {
        return { ...askedIn(given), configured, warnings: [notAsked(error)] };
      }
    },
    cache: () => results.statistics(),
    close: async () => {
      const opened = await servers?.catch(() => undefined);
      await opened?.close?.();
    },
  };
}

type SaidByTools = Pick<AskedTools, 'annotationsOf' | 'schemaOf' | 'hasCheck'>;

function saidBy(tools: ToolRuntime, checksOf: ReturnType<typeof configuredChecks>): SaidByTools {
  return {
    annotationsOf: (tool) => tools.describe(tool)?.annotations,
    schemaOf: (tool) => tools.describe(tool)?.inputSchema ?? null,
    hasCheck(tool) {
      const described = tools.describe(tool);
      return described?.check !== undefined || checksOf([tool, described?.alias]).length > 0;
    },
  };
}

/** What servers were started with that names a place: folders, files, addresses. */
function placesOf(servers: Settings['tools']['mcpServers']): string[] {
  const texts = Object.values(servers).flatMap((server) =>
    'url' in server
      ? [server.url]
      : [...(server.args ?? []), ...Object.values(server.env ?? {}), server.cwd ?? ''],
  );
  return texts.filter((text) => /^(?:\/|\w+:\/\/)./.test(text));
}

function notAsked(error: unknown): string {
  const { message } = describeThrown(error);
  return `The tool servers could not be asked which calls only look: settings, what they said before, and names decide. ${message}`;
}
