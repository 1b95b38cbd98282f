import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EngramError } from '../errors.ts';
import { formOfBackend } from './backend-name.ts';

/** Values one place gives, with the name of that place. */
export interface SettingSource {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What a caller may set that is looked up elsewhere otherwise. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** The user's home. */
  readonly home: string;
  /** A configuration file to use instead of looking for one. */
  readonly configFile?: string | undefined;
}

const variables: Readonly<Record<string, string>> = {
  ENGRAM_DB: 'db',
  ENGRAM_USER: 'user',
  ENGRAM_PROJECT: 'project',
  ENGRAM_AGENT: 'agent',
  ENGRAM_DURABILITY: 'durability',
  ENGRAM_EMBEDDER_PROVIDER: 'embedder.provider',
  ENGRAM_EMBEDDER_URL: 'embedder.url',
  ENGRAM_EMBEDDER_MODEL: 'embedder.model',
  ENGRAM_EMBEDDER_API_KEY: 'embedder.apiKey',
  ENGRAM_EMBEDDER_DIMENSIONS: 'embedder.dimensions',
  ENGRAM_MODEL_PROVIDER: 'model.provider',
  ENGRAM_MODEL_URL: 'model.url',
  ENGRAM_MODEL_NAME: 'model.name',
  ENGRAM_MODEL_API_KEY: 'model.apiKey',
  ENGRAM_OTLP_ENDPOINT: 'telemetry.endpoint',
  ENGRAM_OTLP_HEADERS: 'telemetry.headers',
  GITHUB_API_URL: 'github.apiUrl',
  GITHUB_TOKEN: 'github.token',
  // As the program "gh" has it: the later one wins.
  GH_TOKEN: 'github.token',
  GITHUB_REPOSITORY: 'github.repository',
  ENGRAM_MEMORY_BACKEND: 'backend.use',
  HONCHO_API_KEY: 'backend.honcho.apiKey',
  HONCHO_APP_ID: 'backend.honcho.appId',
  HONCHO_BASE_URL: 'backend.honcho.baseUrl',
  OTEL_SERVICE_NAME: 'telemetry.serviceName',
  OTEL_RESOURCE_ATTRIBUTES: 'telemetry.resource',
};

/** One source a variable, so that each setting can say which one it came from. */
export function fromEnvironment(environment: Surroundings['environment']): SettingSource[] {
  return Object.entries(variables)
    .filter(([variable]) => (environment[variable] ?? '') !== '')
    .map(([variable, setting]) => ({
      name: `environment (${variable})`,
      values: nested(setting, environment[variable]),
    }));
}

/** `telemetry.endpoint` is the member `endpoint` of the group `telemetry`. */
function nested(setting: string, value: unknown): Record<string, unknown> {
  const [group = setting, ...members] = setting.split('.');
  return { [group]: members.reduceRight((inner, member) => ({ [member]: inner }), value) };
}

export function fromUserFile({ home }: Surroundings): Promise<SettingSource | undefined> {
  return readIfThere(join(home, '.engram', 'config.json'));
}

const projectFiles = ['engram.config.ts', 'engram.config.js', 'engram.config.mjs', 'engram.config.json'];

/** The nearest configuration file, from the folder upwards; or the one that was named, which must exist. */
export async function fromProjectFile({
  folder,
  configFile,
}: Surroundings): Promise<SettingSource | undefined> {
  if (configFile !== undefined) {
    const path = resolve(folder, configFile);
    if (existsSync(path)) return readConfig(path);
    throw new EngramError('config_invalid', `There is no configuration file ${path}.`, { details: { path } });
  }
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = projectFiles.map((name) => join(at, name)).find((candidate) => existsSync(candidate));
    if (path !== undefined) return readConfig(path);
    if (at === dirname(at)) return undefined;
  }
}

async function readIfThere(path: string): Promise<SettingSource | undefined> {
  return existsSync(path) ? readConfig(path) : undefined;
}

/** Services whose address and key no file may set. */
const environmentOnly = [
  {
    setting: 'github',
    variables: 'GITHUB_API_URL, GITHUB_TOKEN',
    isSet: (values: Readonly<Record<string, unknown>>) => Object.hasOwn(values, 'github'),
  },
  {
    setting: 'backend.honcho',
    variables: 'HONCHO_BASE_URL, HONCHO_API_KEY',
    isSet: ({ backend }: Readonly<Record<string, unknown>>) =>
      typeof backend === 'object' && backend !== null && Object.hasOwn(backend, 'honcho'),
  },
];

async function readConfig(path: string): Promise<SettingSource> {
  const values = path.endsWith('.json') ? readJson(path) : await importConfig(path);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new EngramError('config_invalid', `${path} must hold an object of settings.`, {
      details: { path },
    });
  }
  for (const { setting, variables, isSet } of environmentOnly) {
    if (!isSet(values as Record<string, unknown>)) continue;
    throw new EngramError(
      'config_invalid',
      `${path} must not set "${setting}": its address and its key come from the environment (${variables}), so that no file decides where a key is sent.`,
      { details: { path } },
    );
  }
  return { name: path, values: withAbsoluteDatabase(values as Record<string, unknown>, dirname(path)) };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new EngramError('config_invalid', `${path} is not valid JSON: ${(cause as Error).message}`, {
      details: { path },
      cause,
    });
  }
}

async function importConfig(path: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
    return module.default;
  } catch (cause) {
    const advice = path.endsWith('.ts')
      ? ' This Node cannot read TypeScript by itself: use Node 22.18 or newer, or name the file engram.config.js.'
      : '';
    const problem = `${path} could not be loaded: ${(cause as Error).message}.${advice}`;
    throw new EngramError('config_invalid', problem, { details: { path }, cause });
  }
}

/** A relative database in a file means relative to that file, wherever the command was started. */
function withAbsoluteDatabase(values: Record<string, unknown>, folder: string): Record<string, unknown> {
  const { db } = values;
  // A bare word such as "postgres" is refused when it is opened, and must not become a path before.
  if (typeof db !== 'string' || formOfBackend(db) !== undefined) return values;
  // A path without "file:" is a file too; anything else before a ":" is another kind of store.
  const [, path] = /^(?:file:)?(?![a-z][a-z0-9+.-]+:|~\/)(.+)$/i.exec(db) ?? [];
  return path === undefined || isAbsolute(path) ? values : { ...values, db: `file:${join(folder, path)}` };
}
