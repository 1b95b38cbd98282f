/**
 * A matcher for names with `*` for any characters. It searches the parts between the stars from left to right, so that no
 * pattern can make it backtrack.
 *
 * @example globMatcher('npm_*')('npm_install'); // true
 */
export function globMatcher(glob: string): (name: string) => boolean {
  const parts = glob.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  const between = parts.slice(1, -1).filter((part) => part !== '');
  if (parts.length === 1) return (name) => name === glob;
  return (name) => {
    if (name.length < first.length + last.length) return false;
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    const end = name.length - last.length;
    let from = first.length;
    for (const part of between) {
      const at = name.indexOf(part, from);
      if (at < 0 || at + part.length > end) return false;
      from = at + part.length;
    }
    return true;
  };
}
