import type { MemoryKind } from '../../records/memory.ts';
import type { KeptFor, NotKept } from '../../records/remember.ts';

/** What a sentence is worth: something to keep, or why it is not. */
export type SentenceVerdict = Statement | { readonly reason: NotKept };

/** Something that was said and is worth keeping. */
export interface Statement {
  readonly kind: MemoryKind;
  readonly why: KeptFor;
  readonly text: string;
  /** Fields of its kind. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** A statement, and where it was said. */
export interface Keepable extends Statement {
  /** The message it comes from, counted from 0. */
  readonly position: number;
  /** When it was said; null when nobody tells. */
  readonly at: number | null;
  /** What tells it from the same words said at another time. */
  readonly source: string;
}
