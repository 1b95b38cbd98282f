/** Folders that both paths share and that are shown, so that a file is recognised and the machine is not named. */
const shownFolders = 1;
/** A name that is shorter is part of too many others. */
const minStem = 3;

/**
 * Where a file is that was looked for at another place: the same name in another folder, or nearly the same name in the same folder.
 * Null for paths that have nothing to do with each other.
 *
 * @example
 * movedPath('/home/a/app/.lintrc.yml', '/home/a/app/.lintrc.yaml'); // { missing: 'app/.lintrc.yml', found: 'app/.lintrc.yaml' }
 */
export function movedPath(missing: string, found: string): { missing: string; found: string } | null {
  const [left, right] = [partsOf(missing), partsOf(found)];
  const [name = '', other = ''] = [left.at(-1), right.at(-1)];
  const shared = sharedLength(left, right);
  const isSibling = shared === left.length - 1 && left.length === right.length;
  const isMoved = name === other && missing !== found && shared > 0 && !isParallel(left, right, shared);
  if (name === '' || !(isMoved || (isSibling && isNearName(name, other)))) return null;
  // A folder without a letter is the number of a checkout.
  const from = /\p{L}/u.test(left[shared - 1] ?? '') ? Math.max(0, shared - shownFolders) : shared;
  return { missing: left.slice(from).join('/'), found: right.slice(from).join('/') };
}

function partsOf(path: string): string[] {
  return path.split(/[\\/]+/u).filter((part) => part !== '' && part !== '.');
}

function sharedLength(left: readonly string[], right: readonly string[]): number {
  const differs = left.findIndex((part, index) => part !== right[index]);
  return differs === -1 ? left.length : differs;
}

/** The same place in two checkouts or two packages: both may have such a file, and one has not. */
function isParallel(left: readonly string[], right: readonly string[], shared: number): boolean {
  return left.length === right.length && shared < left.length - 2;
}

/** "logging.go" and "logger.go", "clean_test.go" and "cleanup_test.go", ".yml" and ".yaml". */
function isNearName(name: string, other: string): boolean {
  const [left, right] = [namePartsOf(name), namePartsOf(other)];
  if (left.role !== right.role) return false;
  if (left.stem === right.stem) return left.ending !== '' && right.ending !== '';
  if (left.ending !== right.ending || Math.min(left.stem.length, right.stem.length) < minStem) return false;
  return share(left.stem, right.stem) >= minShared;
}

const minShared = 0.6;

/** A test is another file than what it tests. */
function namePartsOf(name: string): { stem: string; role: string; ending: string } {
  const [, stem = name, role = '', ending = ''] =
    /^(.+?)([._-](?:test|spec))?(\.[^.]*)?$/u.exec(name.toLowerCase()) ?? [];
  return { stem, role, ending };
}

/** The share of the longer name that both begin or end with. */
function share(left: string, right: string): number {
  const [short = '', long = ''] = [left, right].toSorted((one, other) => one.length - other.length);
  if (long.endsWith(short)) return short.length / long.length;
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length / long.length;
}
