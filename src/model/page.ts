import { z } from 'zod';

/** The place of a record in a list that is newest first. */
export interface Position {
  readonly createdAt: number;
  readonly id: string;
}

/** Opaque to callers, so that the order of lists can change without breaking them. */
export function encodeCursor(position: Position): string {
  return Buffer.from(`${position.createdAt} ${position.id}`).toString('base64url');
}

/** A cursor as a list answered it, read back into the position it stands for. */
export const cursorSchema = z.string().transform((cursor, context): Position => {
  const [, createdAt, id] = /^(\d+) (.+)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id };
  context.addIssue({
    code: 'custom',
    message: 'is not one that a list answered; leave it out to start anew',
  });
  return z.NEVER;
});

/** Cuts the one item fetched beyond the limit and says where the next page starts. */
export function cutPage<Item extends Position>(
  items: readonly Item[],
  limit: number,
): { items: readonly Item[]; next: Position | null } {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  return {
    items: kept,
    next: items.length > limit && last !== undefined ? { createdAt: last.createdAt, id: last.id } : null,
  };
}
