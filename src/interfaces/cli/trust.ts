import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { canonicalPath, readTrust, refused, writeTrust } from '../../config/trust.ts';
import { isForeignDatabase, markOf, placeOf, projectNotices } from '../../engine/own-database.ts';
import { EngramError, invalidInput, notFound } from '../../errors.ts';
import type { CommandCall } from './call.ts';
import { safe } from './present/presenter.ts';
import { isYes, sayNotices } from './project-notices.ts';

/** `trust`: what the project needs, or what is named; `--list` and `--remove` look after the list. */
export async function trust(call: CommandCall): Promise<number> {
  const { own, terminal, asJson } = call;
  const { home, folder } = terminal;
  const answer = (value: object, lines: readonly string[]): number => {
    terminal.write(`${asJson ? JSON.stringify(value) : lines.map(safe).join('\n')}\n`);
    return 0;
  };
  if (own['list'] === true) {
    const trusted = Object.entries(readTrust(home)).map(([place, mark]) => ({
      place,
      state: mark === markOf(place) ? 'trusted' : mark.startsWith(refused('')) ? 'refused' : 'changed since',
    }));
    const empty = 'You trust nothing yet. "engram trust" trusts what a project needs.';
    const lines = trusted.map(({ place, state }) => `${state.padEnd(13)}  ${place}`);
    return answer({ trusted }, lines.length === 0 ? [empty] : lines);
  }
  if (typeof own['remove'] === 'string') {
    const removed = placeIn(folder, own['remove']);
    if (!writeTrust(home, removed)) throw notFound('trusted place', removed);
    return answer({ removed }, [`Removed ${removed}`]);
  }
  const places = typeof own['path'] === 'string' ? [placeIn(folder, own['path'])] : await neededBy(call);
  const marks = places.map((place) => [place, markToTrust(place)] as const);
  if (places.length > 0) await confirm(call, places);
  for (const [place, mark] of marks) writeTrust(home, place, mark);
  const nothing = 'Nothing of this project needs your trust.';
  return answer(
    { trusted: places },
    places.length === 0 ? [nothing] : places.map((place) => `Trusted ${place}`),
  );
}

/** What the project of this folder has that is not in force. */
async function neededBy({ request, terminal, asJson }: CommandCall): Promise<string[]> {
  const loaded = await request.settings();
  sayNotices(projectNotices(loaded), terminal, asJson);
  const files = loaded.withheld.filter(({ isCode }) => !isCode).map(({ path }) => path);
  return isForeignDatabase(loaded) ? [...files, placeOf(loaded.settings.db)] : files;
}

async function confirm({ own, terminal, asJson }: CommandCall, places: readonly string[]): Promise<void> {
  if (own['yes'] === true) return;
  if (terminal.isInteractive && !asJson && (await isYes(terminal, `Trust ${places.join(' and ')}?`))) return;
  throw new EngramError('forbidden', 'Nothing was trusted: a person confirms it on a terminal, or by --yes.');
}

/** The file or the database that is meant. */
function placeIn(folder: string, given: string): string {
  if (/^postgres(?:ql)?:/i.test(given)) return placeOf(given);
  const path = resolve(folder, given.replace(/^file:/, ''));
  return existsSync(path) ? canonicalPath(path) : path;
}

function markToTrust(place: string): string {
  const mark = markOf(place);
  if (mark === undefined) throw invalidInput(`There is no configuration file and no database ${place}.`);
  if (!/\.(?:[cm]?js|ts)$/.test(place)) return mark;
  throw invalidInput(
    `${place} is a program, and no program of a project is run by itself. Name it with --config.`,
  );
}
