import { homedir } from 'node:os';
import { join } from 'node:path';
import { EngramError } from '../errors.ts';
import { parseInput } from '../model/parse.ts';
import { type Settings, settingsSchema } from '../model/settings.ts';
import { fromEnvironment, fromProjectFile, fromUserFile, type Source, type Surroundings } from './sources.ts';

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
  given: Source,
  surroundings: Surroundings = { environment: process.env, folder: process.cwd(), home: homedir() },
): Promise<LoadedSettings> {
  const defaults: Source = {
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

  let merged: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const { name, values } of sources) {
    for (const [path, value] of flatten(values)) {
      merged = setPath(merged, path, value);
      origins[path.join('.')] = name;
    }
  }
  const settings = check(merged, origins);
  for (const [path] of flatten(settings)) origins[path.join('.')] ??= 'default';
  return { settings, origins };
}

function check(values: object, origins: Readonly<Record<string, string>>): Settings {
  try {
    return parseInput(settingsSchema, values, 'configuration');
  } catch (error) {
    const { message, details } = error as EngramError;
    const fields = Array.isArray(details['fields']) ? details['fields'] : [];
    const places = [...new Set(fields.flatMap((field) => originsOf(String(field), origins)))];
    const where = places.length === 0 ? '' : ` It came from: ${places.join(', ')}.`;
    throw new EngramError('config_invalid', `${message}${where}`, { details, cause: error });
  }
}

/** A group of settings has no origin of its own; its members have. */
function originsOf(field: string, origins: Readonly<Record<string, string>>): string[] {
  return Object.entries(origins)
    .filter(([setting]) => setting === field || setting.startsWith(`${field}.`))
    .map(([, origin]) => origin);
}

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
