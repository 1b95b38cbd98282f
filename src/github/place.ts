import { invalidInput } from '../errors.ts';
import { type GitHubPlace, placeText } from '../records/github.ts';

/** What a reference is read with: the configured server and repository. */
export interface Surrounding {
  readonly host: string;
  readonly repository: string | null;
}

const owners = '[A-Za-z0-9_.-]{1,40}';
const names = '[A-Za-z0-9_.-]{1,100}';
const bare = /^#?(\d{1,10})$/;
const qualified = new RegExp(`^(${owners})/(${names})#(\\d{1,10})$`);
const path = new RegExp(`^/(${owners})/(${names})/(?:issues|pull)/(\\d{1,10})(?:/.*)?$`);

/**
 * The issue or pull request that a reference means: `12`, `#12`, `acme/shop#12`, or its address at the configured server. No
 * address is ever fetched: only its parts are used.
 *
 * @example
 * readPlace('acme/shop#12', { host: 'github.com', repository: null }); // { owner: 'acme', repo: 'shop', number: 12 }
 */
export function readPlace(reference: string, { host, repository }: Surrounding): GitHubPlace {
  const [, number] = bare.exec(reference) ?? [];
  if (number !== undefined) {
    const [owner, repo] = repository?.split('/') ?? [];
    if (owner === undefined || repo === undefined) {
      throw invalidInput(
        `In which repository is ${reference}? Write owner/name#${number}, or name the repository.`,
        {
          details: { fields: ['repo'] },
        },
      );
    }
    return placeOf(owner, repo, number, reference);
  }
  const [, owner, repo, part] = qualified.exec(reference) ?? path.exec(pathAt(reference, host)) ?? [];
  if (owner === undefined || repo === undefined || part === undefined) throw unreadable(reference, host);
  return placeOf(owner, repo, part, reference);
}

/** The whole name of an issue or pull request, the same however its parts are written: GitHub does not tell small letters from large. */
export function placeAt(host: string, place: GitHubPlace): string {
  return `${host}/${placeText(place)}`.toLowerCase();
}

/** The same issue or pull request under the name that its repository has now. */
export function renamed(place: GitHubPlace, repository: string | null): GitHubPlace {
  if (repository === null) return place;
  const [, owner, repo] = qualified.exec(`${repository}#1`) ?? [];
  return owner === undefined || repo === undefined ? place : { ...place, owner, repo };
}

/** The path of an address at this server; nothing for anything else. */
function pathAt(reference: string, host: string): string {
  if (!URL.canParse(reference)) return '';
  const url = new URL(reference);
  return /^https?:$/.test(url.protocol) && url.host === host ? url.pathname : '';
}

function placeOf(owner: string, repo: string, digits: string, reference: string): GitHubPlace {
  const number = Number(digits);
  // Names of dots alone would lead elsewhere in the API.
  if (number < 1 || [owner, repo].some((part) => /^\.+$/.test(part))) throw unreadable(reference, '');
  return { owner, repo, number };
}

function unreadable(reference: string, host: string) {
  const at = host === '' ? '' : `, or an address at ${host}`;
  return invalidInput(`"${reference}" is neither a number nor owner/name#12${at}.`);
}
