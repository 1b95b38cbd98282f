import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EngramError } from '../errors.ts';
import { formOfBackend } from './backend-name.ts';
import type { ProjectFile } from './client-files.ts';
import { settingFacts } from './default-settings.ts';
import { canonicalPath, digestOf } from './trust.ts';

/** Values one place gives, with the name of that place. */
export interface SettingSource {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The project's file that gives them. Without one, the user does, or the program. */
  readonly file?: ProjectFile | undefined;
}

/** What a caller may set that is looked up elsewhere otherwise. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** The user's home. */
  readonly home: string;
  /** A configuration file to use instead of looking for one. */
  readonly configFile?: string | undefined;
  /** A client started this process, perhaps with flags and variables that a file of the project gave it. */
  readonly isStartedByClient?: boolean;
}

/** One source a variable, so that each setting can say which one it came from. */
export function fromEnvironment(
  environment: Surroundings['environment'],
  fileNaming: (word: string) => ProjectFile | undefined,
): SettingSource[] {
  return Object.entries(settingFacts).flatMap(([setting, { variables = [] }]) =>
    variables
      .filter((variable) => (environment[variable] ?? '') !== '')
      .map((variable) => ({
        name: `environment (${variable})`,
        values: nested(setting, environment[variable]),
        file: fileNaming(variable),
      })),
  );
}

/** `telemetry.endpoint` is the member `endpoint` of the group `telemetry`. */
function nested(setting: string, value: unknown): Record<string, unknown> {
  const [group = setting, ...members] = setting.split('.');
  return { [group]: members.reduceRight((inner, member) => ({ [member]: inner }), value) };
}

const codeEndings = ['ts', 'js', 'mjs'];

/** The user's own file, which may be a program. */
export async function fromUserFile({ home }: Surroundings): Promise<SettingSource | undefined> {
  const path = findFile(join(home, '.engram'), 'config', [...codeEndings, 'json']);
  return path === undefined ? undefined : readConfig(path);
}

/**
 * The nearest configuration file of the project, from the folder upwards; or the one that the user named, which must exist.
 * What the user named is the user's. A program of the project is never run.
 */
export async function fromProjectFile(
  { folder, configFile }: Surroundings,
  isNamedByProject: boolean,
): Promise<SettingSource | undefined> {
  if (configFile !== undefined) {
    const path = resolve(folder, configFile);
    if (existsSync(path)) return isNamedByProject ? ofProject(path) : readConfig(path);
    throw new EngramError('config_invalid', `There is no configuration file ${path}.`, { details: { path } });
  }
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = findFile(at, 'engram.config', ['json', ...codeEndings]);
    if (path !== undefined) return ofProject(path);
    if (at === dirname(at)) return undefined;
  }
}

function findFile(folder: string, name: string, endings: readonly string[]): string | undefined {
  return endings.map((ending) => join(folder, `${name}.${ending}`)).find((path) => existsSync(path));
}

function ofProject(path: string): SettingSource {
  if (!path.endsWith('.json'))
    return { name: path, values: {}, file: { path: canonicalPath(path), digest: '' } };
  const text = readFileSync(path, 'utf8');
  // The digest is that of the text which is parsed: the file may change at any moment.
  return {
    ...sourceOf(path, parseJson(path, text)),
    file: { path: canonicalPath(path), digest: digestOf(text) },
  };
}

async function readConfig(path: string): Promise<SettingSource> {
  const isJson = path.endsWith('.json');
  return sourceOf(path, isJson ? parseJson(path, readFileSync(path, 'utf8')) : await importConfig(path));
}

function sourceOf(path: string, values: unknown): SettingSource {
  if (typeof values === 'object' && values !== null && !Array.isArray(values))
    return { name: path, values: withAbsoluteDatabase(values as Record<string, unknown>, dirname(path)) };
  throw new EngramError('config_invalid', `${path} must hold an object of settings.`, { details: { path } });
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
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
      ? ' This Node cannot read TypeScript by itself: use Node 22.18 or newer, or a file that ends in .js.'
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
