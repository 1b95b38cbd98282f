/** Text as a record keeps it, and no longer than this. */
export function cutText(text: string, maxLength: number): string {
  const clean = text.toWellFormed().replaceAll('\0', '').trim();
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength).toWellFormed().trimEnd()} …`;
}
