import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findClientFiles } from '../../config/client-files.ts';
import type { LoadedSettings } from '../../config/load-settings.ts';
import { canonicalPath, digestOf, isTrusted, readTrust, writeTrust } from '../../config/trust.ts';
import {
  isForeignDatabase,
  isOwnDatabase,
  placeOf,
  projectNotices,
  trustDatabase,
} from '../../engine/own-database.ts';
import { EngramError, invalidInput, notFound } from '../../errors.ts';
import type { CommandCall } from './call.ts';
import { safe } from './present/presenter.ts';
import type { Terminal } from './terminal.ts';

/**
 * Asks the user once about each file of the project that sets more than is harmless, where there is a terminal, and says what
 * is not in force.
 */
export async function sayWhatIsNotInForce(
  loaded: LoadedSettings,
  reload: () => Promise<LoadedSettings>,
  terminal: Terminal,
  asJson: boolean,
): Promise<LoadedSettings> {
  const open = loaded.withheld.filter(({ isCode, isRefused }) => !isCode && !isRefused);
  const asked = terminal.isInteractive && !asJson ? open : [];
  for (const { path, digest, settings } of asked) {
    const sets = `${path} came with the project, and sets ${settings.join(', ')}.`;
    writeTrust(loaded.home, path, digest, !(await isYes(terminal, `${sets} Do you trust this file?`)));
  }
  const told = asked.length === 0 ? loaded : await reload();
  for (const notice of projectNotices(told))
    terminal.writeError(asJson ? `${JSON.stringify({ notice })}\n` : `Note: ${safe(notice)}\n`);
  return told;
}

async function isYes(terminal: Terminal, question: string): Promise<boolean> {
  terminal.writeError(`${safe(question)} [y/N] `);
  return /^y(?:es)?$/i.test(((await terminal.readLine()) ?? '').trim());
}

/** Whether an untrusted file of the project makes a client give this flag. */
export function isGivenByProject(flag: string, { folder, home, writeError }: Terminal): boolean {
  const file = findClientFiles(folder, home)(flag);
  if (file === undefined || isTrusted(readTrust(home), file.path, file.digest)) return false;
  writeError(
    `Note: ${flag} comes from ${file.path}, and is not in force. After reading it: engram trust ${file.path}\n`,
  );
  return true;
}

/** `trust`: what the project needs, or what is named; `--list` and `--remove` look after the list. */
export async function trust(call: CommandCall): Promise<number> {
  const { own, terminal, asJson } = call;
  const { home } = terminal;
  const answer = (value: object, text: string): number => {
    terminal.write(`${asJson ? JSON.stringify(value) : text}\n`);
    return 0;
  };
  if (own['list'] === true) {
    const places = Object.entries(readTrust(home)).map(([place, mark]) => ({
      place,
      state: stateOf(home, place, mark),
    }));
    const lines = places.map(({ place, state }) => `${safe(place)}  ${state}`);
    return answer({ places }, lines.join('\n') || 'You trust nothing yet that came with a project.');
  }
  if (typeof own['remove'] === 'string') {
    const place = placeIn(terminal.folder, own['remove']);
    if (!writeTrust(home, place)) throw notFound('trusted place', place);
    return answer({ removed: place }, `Removed ${safe(place)}`);
  }
  const places =
    typeof own['path'] === 'string' ? [placeIn(terminal.folder, own['path'])] : await neededBy(call);
  if (places.length === 0) return answer({ trusted: [] }, 'Nothing of this project needs your trust.');
  await confirm(call, places);
  for (const place of places) trustPlace(home, place);
  return answer({ trusted: places }, places.map((place) => `Trusted ${safe(place)}`).join('\n'));
}

/** What the project of this folder has that is not in force. */
async function neededBy({ request, terminal }: CommandCall): Promise<string[]> {
  const loaded = await request.settings();
  for (const notice of projectNotices(loaded)) terminal.writeError(`Note: ${safe(notice)}\n`);
  const files = loaded.withheld.filter(({ isCode }) => !isCode).map(({ path }) => path);
  return isForeignDatabase(loaded) ? [...files, placeOf(loaded.settings.db)] : files;
}

async function confirm({ own, terminal, asJson }: CommandCall, places: readonly string[]): Promise<void> {
  if (own['yes'] === true) return;
  if (terminal.isInteractive && !asJson && (await isYes(terminal, `Trust ${places.join(' and ')}?`))) return;
  throw new EngramError(
    'forbidden',
    'Nothing was trusted: a person confirms it on a terminal, or with --yes.',
  );
}

/** The database or the file that is meant. */
function placeIn(folder: string, given: string): string {
  if (/^postgres(?:ql)?:/i.test(given)) return placeOf(given);
  const path = resolve(folder, given.replace(/^file:/, ''));
  return existsSync(path) ? canonicalPath(path) : path;
}

function trustPlace(home: string, place: string): void {
  if (isDatabase(place)) return void trustDatabase(home, place);
  if (!existsSync(place) || statSync(place).isDirectory())
    throw invalidInput(`There is no file ${place}. Name a configuration file or a database.`);
  if (/\.(?:[cm]?js|ts)$/.test(place))
    throw invalidInput(
      `${place} is a program, and no program of a project is run by itself. Name it with --config where you want it.`,
    );
  writeTrust(home, place, digestOf(readFileSync(place, 'utf8')));
}

function isDatabase(place: string): boolean {
  if (place.startsWith('postgres:')) return true;
  if (!existsSync(place) || statSync(place).isDirectory()) return false;
  const file = openSync(place, 'r');
  const head = Buffer.alloc(15);
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  return head.toString() === 'SQLite format 3';
}

function stateOf(home: string, place: string, mark: string): string {
  if (mark.startsWith('refused')) return 'refused';
  if (!place.startsWith('postgres:') && !existsSync(place)) return 'gone';
  const isAsItWas = isDatabase(place)
    ? isOwnDatabase(home, place)
    : isTrusted(readTrust(home), place, digestOf(readFileSync(place, 'utf8')));
  return isAsItWas ? 'trusted' : 'changed since, not in force';
}
