import { homedir } from 'node:os';
import { join } from 'node:path';
import { EngramError } from '../errors.ts';
import { parseInput } from '../records/parse.ts';
import { defaultSettings } from './default-settings.ts';
import { type Settings, settingsSchema } from './settings.ts';
import {
  fromEnvironment,
  fromProjectFile,
  fromUserFile,
  type SettingSource,
  type Surroundings,
} from './sources.ts';

/** The settings, and for each of them the place it came from. */
export interface LoadedSettings {
  readonly settings: Settings;
  readonly origins: Readonly<Record<string, string>>;
}

/**
 * Settings by precedence: what the caller gave (flags, options), then the environment, then the project's
 * file, then the user's file, then the default.
 */
export async function loadSettings(
  given: SettingSource,
  surroundings: Surroundings = { environment: process.env, folder: process.cwd(), home: homedir() },
): Promise<LoadedSettings> {
  const defaults: SettingSource = {
    name: 'default',
    values: { db: `file:${join(surroundings.home, '.engram', 'memory.db')}` },
  };
  const sources = [
    defaults,
    await fromUserFile(surroundings),
    await fromProjectFile(surroundings),
    ...fromEnvironment(surroundings.environment),
    given,
  ].filter((source) => source !== undefined);

  const entries = sources.reduce<readonly SettingEntry[]>(overlaid, []);
  const origins = Object.fromEntries(entries.map(({ path, origin }) => [path.join('.'), origin]));
  const merged = entries.reduce((values, { path, value }) => setPath(values, path, value), {});
  const settings = check(merged, origins);
  for (const [path] of flatten(settings)) origins[path.join('.')] ??= 'default';
  return { settings, origins };
}

/** One value, where it belongs and where it came from. */
interface SettingEntry {
  readonly path: string[];
  readonly value: unknown;
  readonly origin: string;
}

/** What one source says takes the place of what those before it said. */
function overlaid(
  earlier: readonly SettingEntry[],
  { name, values }: SettingSource,
): readonly SettingEntry[] {
  const given = flatten(values).map(([path, value]): SettingEntry => ({ path, value, origin: name }));
  const replaced = new Set(given.map(({ path }) => JSON.stringify(wholeOf(path))));
  return [...earlier.filter(({ path }) => !replaced.has(JSON.stringify(wholeOf(path)))), ...given];
}

/** A server is one value: the program of one place must not be started with the secrets or the address of another. */
function wholeOf(path: readonly string[]): readonly string[] {
  return path[0] === 'tools' && path[1] === 'mcpServers' ? path.slice(0, 3) : path;
}

function check(values: object, origins: Readonly<Record<string, string>>): Settings {
  try {
    return { ...defaultSettings, ...parseInput(schemaOf(values), values, 'configuration') };
  } catch (error) {
    const { message, details } = error as EngramError;
    const fields = Array.isArray(details['fields']) ? details['fields'] : [];
    const places = [...new Set(fields.flatMap((field) => originsOf(String(field), origins)))];
    const where = places.length === 0 ? '' : ` It came from: ${places.join(', ')}.`;
    throw new EngramError('config_invalid', `${message}${where}`, { details, cause: error });
  }
}

/** The schema of what was given: building that of all settings takes longer than many commands. */
function schemaOf(values: object) {
  const given = Object.keys(settingsSchema.shape).filter((name) => Object.hasOwn(values, name));
  return settingsSchema.pick(Object.fromEntries(given.map((name) => [name, true])) as { db: true });
}

/** A group of settings has no origin of its own; its members have. A list comes from one place, with all that is in it. */
function originsOf(field: string, origins: Readonly<Record<string, string>>): string[] {
  return Object.entries(origins)
    .filter(([setting]) => setting === field || setting.startsWith(`${field}.`) || isWithin(field, setting))
    .map(([, origin]) => origin);
}

const isWithin = (field: string, setting: string): boolean =>
  field.startsWith(setting) && /^[.[]/.test(field.slice(setting.length));

function flatten(values: object, path: string[] = []): Array<[string[], unknown]> {
  return Object.entries(values).flatMap(([key, value]): Array<[string[], unknown]> => {
    if (value === undefined) return [];
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup ? flatten(value, [...path, key]) : [[[...path, key], value]];
  });
}

function setPath(
  values: Record<string, unknown>,
  [key = '', ...rest]: string[],
  value: unknown,
): Record<string, unknown> {
  const inner = (values[key] ?? {}) as Record<string, unknown>;
  return { ...values, [key]: rest.length === 0 ? value : setPath(inner, rest, value) };
}
