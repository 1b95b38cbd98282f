import { resolve } from 'node:path';
import { type LoadedSettings, loadSettings } from '../../config/load-settings.ts';
import type { Surroundings } from '../../config/sources.ts';
import { type Engine, openEngine } from '../../engine.ts';
import { EngramError, invalidInput } from '../../errors.ts';
import { diagnose } from '../../operations/diagnose.ts';
import type { RequestContext } from '../../operations/request-context.ts';
import type { ViewerContext } from '../../ports/context.ts';
import type { EventListener } from '../../ports/events.ts';
import type { Tools } from '../../ports/run-handle.ts';
import { loadModule } from './load-module.ts';
import type { Terminal } from './terminal.ts';

/** What the command line offers to an operation. It can be closed, whether or not anything was opened. */
export interface CliRequest extends RequestContext {
  /** Opens the store for another agent of the project; without a name, for the current viewer. */
  openAs(agent: string | undefined): Promise<ViewerContext>;
  /** The engine itself, for commands that serve others. */
  engine(): Promise<Engine>;
  /** The agent that is asking, null for the owner; from the settings, without opening the store. */
  actingAs(): Promise<string | null>;
  close(): Promise<void>;
}

export type Globals = Readonly<Record<string, string | boolean | undefined>>;

export interface CliRequestOptions {
  readonly globals: Globals;
  readonly terminal: Terminal;
  readonly version: string;
  /** Where the caller's own functions are. */
  readonly modulePath?: string | undefined;
  /** A file of MCP servers that are there besides the configured ones. */
  readonly serversPath?: string | undefined;
  readonly onEvent?: EventListener;
  /** An MCP client started this command. */
  readonly isStartedByClient?: boolean;
  /** The command says itself what of the project is not in force. */
  readonly isQuiet?: boolean;
}

/** What the command line offers to operations: the store is opened once, when first needed. */
export function createCliRequest(options: CliRequestOptions): CliRequest {
  const { globals, terminal, version, modulePath, serversPath, onEvent } = options;
  const { isStartedByClient = false, isQuiet = false } = options;
  const flags = Object.fromEntries(
    ['db', 'user', 'project', 'agent']
      .filter((name) => globals[name] !== undefined)
      .map((name) => [name, globals[name]]),
  );
  const surroundings: Surroundings = {
    environment: terminal.environment,
    folder: terminal.folder,
    home: terminal.home,
    configFile: typeof globals['config'] === 'string' ? globals['config'] : undefined,
    isStartedByClient,
  };
  let settings: Promise<LoadedSettings> | undefined;
  let engine: Promise<Engine> | undefined;
  const loadTrusted = async () => {
    const tools = serversPath === undefined ? {} : { tools: { mcpServers: await readServers(serversPath) } };
    const reload = () => loadSettings({ name: 'command line', values: { ...flags, ...tools } }, surroundings);
    const loaded = await reload();
    if (loaded.withheld.length + loaded.fromProject.length === 0 || isQuiet) return loaded;
    const { sayWhatIsNotInForce } = await import('./project-notices.ts');
    return sayWhatIsNotInForce(loaded, reload, terminal, globals['json'] === true);
  };
  const load = () => (settings ??= loadTrusted());
  const open = () =>
    (engine ??= load().then(async (loaded) => openEngine(onEvent ? { onEvent } : {}, 'local', loaded)));
  const readServers = async (path: string) => {
    const { readMcpFile } = await import('../../config/read-mcp-file.ts');
    return readMcpFile(resolve(terminal.folder, path), terminal.environment);
  };
  return {
    open: async () => (await open()).contextFor(),
    openAs: async (agent) => (await open()).contextFor(agent === undefined ? {} : { agent }),
    engine: open,
    settings: load,
    // Settings that cannot be read are for the operation to report; "doctor" goes on without them.
    actingAs: () =>
      load().then(
        ({ settings: { agent } }) => agent,
        () => null,
      ),
    diagnose: () =>
      diagnose({ nodeVersion: process.version, engramVersion: version, loadSettings: load, openStore: open }),
    jobs: async () => (await open()).jobs,
    door: terminal.isInteractive ? 'terminal' : 'flag',
    tools: async () => {
      if (modulePath === undefined || (await load()).mayUse('module'))
        return loadTools(modulePath, terminal.folder);
      const problem = `--module ${modulePath} comes from a file of the project, which the user does not trust.`;
      throw new EngramError('forbidden', problem);
    },
    async close() {
      const opened = await engine?.catch(() => undefined);
      await opened?.close();
    },
  };
}

/** The tools a module exports as `tools`, or all that it exports: functions, and objects with `execute`. */
async function loadTools(modulePath: string | undefined, folder: string): Promise<Tools> {
  if (modulePath === undefined) return {};
  const module = await loadModule(modulePath, folder);
  const exported = (module['tools'] ?? module['default'] ?? module) as Record<string, unknown>;
  const tools = Object.entries(exported).filter(([, value]) => isTool(value));
  if (tools.length > 0) return Object.fromEntries(tools) as Tools;
  throw invalidInput(
    `${resolve(folder, modulePath)} exports no functions. Write: export const tools = { name: async (arguments) => … }`,
  );
}

function isTool(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return (
    typeof value === 'object' && value !== null && 'execute' in value && typeof value.execute === 'function'
  );
}
