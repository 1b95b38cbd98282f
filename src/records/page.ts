import * as z from 'zod';
import type { Scope } from './scope.ts';

/**
 * The place of a record in a list that is newest first. Tasks and sessions have ids of their owner's own, so
 * it takes the agent to tell two of one id and moment apart.
 */
export interface Position {
  readonly createdAt: number;
  readonly id: string;
  readonly agent: string | null;
}

/** What a list can hold: anything with an owner, an id and a time. */
export interface Listed {
  readonly createdAt: number;
  readonly id: string;
  readonly scope: Scope;
}

export function positionOf(item: Listed): Position {
  return { createdAt: item.createdAt, id: item.id, agent: item.scope.agent };
}

/** Whether the item comes after that place in a list. */
export function isAfter(item: Position, position: Position): boolean {
  if (item.createdAt !== position.createdAt) return item.createdAt < position.createdAt;
  if (item.id !== position.id) return item.id < position.id;
  return (item.agent ?? '') < (position.agent ?? '');
}

/** The order of every list. */
export function newestFirst(left: Listed, right: Listed): number {
  return isAfter(positionOf(left), positionOf(right)) ? 1 : -1;
}

/** Opaque to callers, so that the order of lists can change without breaking them. */
export function encodeCursor(position: Position): string {
  // Names have no line breaks and are never empty, so these three lines mean one position only.
  const lines = [position.createdAt, position.id, position.agent ?? ''];
  return Buffer.from(lines.join('\n')).toString('base64url');
}

/** A cursor as a list answered it, read back into the position it stands for. */
export const cursorSchema = z.string().transform((cursor, context): Position => {
  const lines = /^(\d+)\n([^\n]+)\n([^\n]*)$/.exec(Buffer.from(cursor, 'base64url').toString());
  const [, createdAt, id, agent] = lines ?? [];
  if (createdAt !== undefined && id !== undefined) {
    return { createdAt: Number(createdAt), id, agent: agent === undefined || agent === '' ? null : agent };
  }
  context.addIssue({
    code: 'custom',
    message: 'is not one that a list answered; leave it out to start anew',
  });
  return z.NEVER;
});

/** Cuts the one item fetched beyond the limit and says where the next page starts. */
export function cutPage<Item extends Listed>(
  items: readonly Item[],
  limit: number,
): { items: readonly Item[]; next: Position | null } {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  return {
    items: kept,
    next: items.length > limit && last !== undefined ? positionOf(last) : null,
  };
}
