/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** How long a short-term memory lives, in whole milliseconds, as `createdAt + shortTermMs` sets its expiry. */
export function shortTermMs({ shortTermDays }: { readonly shortTermDays: number }): number {
  return Math.round(shortTermDays * dayMs);
}
