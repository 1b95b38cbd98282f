import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EngramError, invalidInput } from '../../errors.ts';
import { describeThrown } from '../../text/thrown.ts';

/** Everything that a module of the caller's exports. */
export async function loadModule(
  modulePath: string,
  folder: string,
): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(folder, modulePath);
  refusePlace(path);
  try {
    return await import(pathToFileURL(path).href);
  } catch (cause) {
    throw notLoaded(path, describeThrown(cause).message, cause);
  }
}

/** Said here, because Node would name the file of ours that imports it. */
function refusePlace(path: string): void {
  if (!existsSync(path)) throw notLoaded(path, 'there is no such file.');
  if (statSync(path).isDirectory()) throw notLoaded(path, 'it is a folder. Name a file in it.');
}

function notLoaded(path: string, reason: string, cause?: unknown): EngramError {
  return invalidInput(`The module ${path} could not be loaded: ${reason}`, { cause });
}
