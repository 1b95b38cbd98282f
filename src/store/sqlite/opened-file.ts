import { statSync } from 'node:fs';

/**
 * Watches that the file at a path stays the one that was opened. A file that is deleted or replaced stays open for the process that has
 * it: all would seem well, and what is written would be lost when the process ends.
 *
 * @returns a function that answers what is wrong, and nothing while all is well.
 */
export function watchOpenedFile(path: string): () => string | undefined {
  const opened = identityOf(path);
  // Nothing there: a store in memory, or one that no file can tell about.
  if (opened === undefined) return () => undefined;
  return () => {
    const now = identityOf(path);
    if (now === opened) return undefined;
    return now === undefined
      ? `The database file ${path} was deleted while it was in use.`
      : `The database file ${path} was replaced while it was in use.`;
  };
}

/** A number that no other file of the machine has. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
