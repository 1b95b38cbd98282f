import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { EngramError } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { parseInput } from '../records/parse.ts';
import { nameText } from '../text/text.ts';
import { mcpProgram, mcpService, type ToolSettings } from './template-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Server = ToolSettings['mcpServers'][string];

/** `${NAME}`, as some clients write it `${env:NAME}`, and with a value for when it is not set `${NAME:-value}`. */
const variable = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/**
 * The servers of a file such as other MCP clients read: `{"mcpServers": {"name": {"command", "args", "env"} | {"url"}}}`.
 * Variables of the environment are filled in, paths are those of the file's folder, and programs are started there.
 * Fields of other clients are passed over; a server with `"disabled": true` is left out.
 *
 * @throws EngramError `config_invalid`, naming the file and the field.
 */
export async function readMcpFile(
  path: string,
  environment: Environment,
): Promise<ToolSettings['mcpServers']> {
  const servers = parseFile(path, await readText(path));
  const enabled = Object.entries(servers).filter(
    ([, server]) => !isJsonObject(server) || server['disabled'] !== true,
  );
  return Object.fromEntries(enabled.map(([name, server]) => readServer(path, name, server, environment)));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw invalid(path, code === 'ENOENT' ? 'there is no such file' : message, '', cause);
  }
}

function parseFile(path: string, text: string): JsonObject {
  let content: unknown;
  try {
    // Some editors begin a file with a mark of its encoding.
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw invalid(path, `it is not JSON: ${(cause as Error).message}`, '', cause);
  }
  const servers = isJsonObject(content) ? content['mcpServers'] : undefined;
  if (isJsonObject(servers)) return servers;
  throw invalid(
    path,
    'it must have the form {"mcpServers": {"name": {"command": …} or {"url": …}}}',
    'mcpServers',
  );
}

function readServer(path: string, name: string, raw: unknown, environment: Environment): [string, Server] {
  const field = `mcpServers.${name}`;
  if (!isJsonObject(raw)) throw invalid(path, `"${field}" must be a JSON object`, field);
  if (raw['type'] === 'sse') {
    throw invalid(
      path,
      `"${field}.type" is "sse", which is not supported; servers must use streamable HTTP`,
      field,
    );
  }
  if (!('command' in raw) && !('url' in raw)) {
    throw invalid(path, `"${field}" needs a "command" to start, or a "url" to reach`, field);
  }
  const schema = 'url' in raw ? mcpService : mcpProgram;
  try {
    parseInput(nameText, name, 'name of a server');
    const server = parseInput(schema, filledIn(raw, field, environment), `server "${name}"`);
    return [name, 'url' in server ? server : { ...server, ...placesOf(server, dirname(resolve(path))) }];
  } catch (cause) {
    const { message, details } = cause as EngramError;
    const fields = Array.isArray(details['fields']) ? details['fields'].map(String) : [];
    const at =
      typeof details['field'] === 'string' ? details['field'] : [field, ...fields.slice(0, 1)].join('.');
    throw invalid(path, message.replace(/\.$/, ''), at, cause);
  }
}

function placesOf({ command, cwd = '.' }: { command: string; cwd?: string | undefined }, folder: string) {
  const isPath = /[/\\]/.test(command) && !isAbsolute(command);
  return { command: isPath ? resolve(folder, command) : command, cwd: resolve(folder, cwd) };
}

/** The same value with the variables filled in, in texts however deep. */
function filledIn(value: unknown, field: string, environment: Environment): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => filledIn(item, `${field}.${index}`, environment));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, filledIn(member, `${field}.${key}`, environment)]),
    );
  }
  if (typeof value !== 'string') return value;
  return value.replace(variable, (_, name: string, otherwise: string | undefined) => {
    const filled = environment[name] ?? otherwise;
    if (filled !== undefined) return filled;
    throw new EngramError('config_invalid', `"${field}" needs the variable ${name}, which is not set.`, {
      details: { field },
    });
  });
}

function invalid(path: string, problem: string, field: string, cause?: unknown): EngramError {
  return new EngramError('config_invalid', `${path} cannot be used: ${problem}.`, {
    details: { path, ...(field !== '' && { field }) },
    cause,
  });
}
