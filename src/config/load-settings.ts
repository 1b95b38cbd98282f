import { homedir } from 'node:os';
import { join } from 'node:path';
import { EngramError } from '../errors.ts';
import { parseInput } from '../records/parse.ts';
import { findClientFiles, type ProjectFile } from './client-files.ts';
import { defaultSettings, settingFacts } from './default-settings.ts';
import { type Settings, settingsSchema } from './settings.ts';
import {
  fromEnvironment,
  fromProjectFile,
  fromUserFile,
  type SettingSource,
  type Surroundings,
} from './sources.ts';
import { readTrust, refused } from './trust.ts';

/** Settings of a project's file that are not in force, because the user does not trust the file as it is. */
export interface WithheldSettings extends ProjectFile {
  readonly settings: readonly string[];
  /** It is a program, which is not run whether it is trusted or not. */
  readonly isCode: boolean;
  /** The user was asked about it, and refused. */
  readonly isRefused: boolean;
}

/** The settings, and for each of them the place it came from. */
export interface LoadedSettings {
  readonly settings: Settings;
  readonly origins: Readonly<Record<string, string>>;
  readonly withheld: readonly WithheldSettings[];
  /** Settings that a file of the project gave. */
  readonly fromProject: readonly string[];
  /** Whether the user gave this flag of the command line, or trusts the file of the project that makes a client give it. */
  readonly mayUse: (flag: string) => boolean;
  /** The user's home, where what is trusted is written down. */
  readonly home: string;
}

/**
 * Settings by precedence: what the caller gave (flags, options), then the environment, then the project's
 * file, then the user's file, then the default. What a file of the project says is the word of a stranger: until the
 * user trusts it, only its harmless settings are in force.
 *
 * @example
 * const { settings, withheld } = await loadSettings({ name: 'options', values: { agent: 'ada' } });
 */
export async function loadSettings(
  { name, values }: SettingSource,
  surroundings: Surroundings = { environment: process.env, folder: process.cwd(), home: homedir() },
): Promise<LoadedSettings> {
  const { home, environment, folder, isStartedByClient = false } = surroundings;
  const fileNaming = isStartedByClient ? findClientFiles(folder, home) : () => undefined;
  const fileOf = (flag: string) => fileNaming(`--${flag}`);
  const sources = [
    { name: 'default', values: { db: `file:${join(home, '.engram', 'memory.db')}` } },
    await fromUserFile(surroundings),
    await fromProjectFile(surroundings, fileOf('config') !== undefined),
    ...fromEnvironment(environment, fileNaming),
    ...Object.entries(values).map(([setting, value]) => ({
      name,
      values: { [setting]: value },
      file: fileOf(setting),
    })),
  ].filter((source) => source !== undefined);
  const trust = isStartedByClient || sources.some(({ file }) => file !== undefined) ? readTrust(home) : {};
  const isTrusted = (file: ProjectFile | undefined): boolean =>
    file === undefined || trust[file.path] === file.digest;
  const isInForce = (entry: SettingEntry): boolean =>
    isTrusted(entry.file) || settingFacts[settingOf(entry) ?? '']?.harmless !== false;

  const given = sources.map(entriesOf);
  const entries = given
    .map((ofSource) => ofSource.filter(isInForce))
    .reduce<readonly SettingEntry[]>(overlaid, []);
  const origins = Object.fromEntries(entries.map(({ path, origin }) => [path.join('.'), origin]));
  const merged = entries.reduce((all, { path, value }) => setPath(all, path, value), {});
  const settings = check(merged, origins);
  for (const [path] of flatten(settings)) origins[path.join('.')] ??= 'default';
  refuseStraySecrets(entries, environment);
  const files = [...new Map(sources.flatMap(({ file }) => (file ? [[file.path, file]] : []))).values()];
  const withheld = files.map((file) => ({
    ...file,
    isCode: file.digest === '',
    isRefused: trust[file.path] === refused(file.digest),
    settings: namesOf(given.flat().filter((entry) => entry.file?.path === file.path && !isInForce(entry))),
  }));
  return {
    settings,
    origins,
    withheld: withheld.filter(({ isCode, settings: names }) => isCode || names.length > 0),
    fromProject: entries.filter(({ file }) => file !== undefined).map(({ path }) => path.join('.')),
    mayUse: (flag) => isTrusted(fileOf(flag)),
    home,
  };
}

/** One value, where it belongs and where it came from. */
interface SettingEntry {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly origin: string;
  readonly file: ProjectFile | undefined;
}

function entriesOf({ name, values, file }: SettingSource): SettingEntry[] {
  return flatten(values).map(([path, value]) => ({ path, value, origin: name, file }));
}

/** The setting that a value belongs to; undefined when there is none, which is refused later. */
function settingOf({ path }: SettingEntry): string | undefined {
  const within = path.map((_, index) => path.slice(0, index + 1).join('.'));
  return within.find((name) => Object.hasOwn(settingFacts, name));
}

/** Only names of ours: what a stranger calls a server is no text for a terminal or a model. */
function namesOf(entries: readonly SettingEntry[]): string[] {
  return [...new Set(entries.flatMap((entry) => settingOf(entry) ?? []))];
}

/** A secret of the user goes to no address that a project's file gave, trusted or not. */
function refuseStraySecrets(
  entries: readonly SettingEntry[],
  environment: Surroundings['environment'],
): void {
  const entryOf = (name: string) =>
    entries.find(({ path, value }) => path.join('.') === name && (value ?? '') !== '');
  for (const [name, { secretFor, secretVariable }] of Object.entries(settingFacts)) {
    const address = entryOf(secretFor ?? name);
    if (address?.file === undefined) continue;
    const secret = secretFor === undefined ? undefined : entryOf(name);
    if (secret !== undefined && secret.file === undefined) throw strayed(name, secret.origin, address);
    // A database in a file needs no password.
    const isServer = /^postgres(?:ql)?:/i.test(String(address.value));
    if (secretVariable !== undefined && isServer && (environment[secretVariable] ?? '') !== '')
      throw strayed(secretVariable, 'the environment', address);
  }
}

function strayed(secret: string, origin: string, { path, origin: place }: SettingEntry): EngramError {
  const address = path.join('.');
  return new EngramError(
    'config_invalid',
    `The secret ${secret} comes from ${origin}, but the address it would be sent to (${address}) from ${place}. A secret goes only to an address from the same source, or from one that is trusted more. Set ${address} yourself, where the secret is set, or remove the secret.`,
    { details: { secret, address, path: place } },
  );
}

/** What one source says takes the place of what those before it said. */
function overlaid(earlier: readonly SettingEntry[], given: readonly SettingEntry[]): readonly SettingEntry[] {
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
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const inner = (values[key] ?? {}) as Record<string, unknown>;
  return { ...values, [key]: rest.length === 0 ? value : setPath(inner, rest, value) };
}
