import type { Json, JsonObject } from '../../json/json.ts';
import type { importFormats } from '../../records/import.ts';
import type { messageRoles } from '../../records/session.ts';
import type { Step } from '../../records/step.ts';
import { safeName } from '../steps.ts';

/** The form of a session made elsewhere. */
export type ImportFormat = (typeof importFormats)[number];

/** Who spoke. */
export type Role = (typeof messageRoles)[number];

/** The model call a message came from. Tokens the source does not tell are 0. */
export interface ModelUse {
  readonly name: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Whose work it is, and of which part of the task, when the source tells. */
export interface WorkOf {
  readonly agent?: string;
  readonly subTask?: NonNullable<Step['subTask']>;
}

/** What every record carries. The same input gives the same session and key, however often it is read. */
interface PlacedRecord extends WorkOf {
  readonly session: string;
  /** Unique among the records of its kind in the session; far shorter than a record id may be. */
  readonly key: string;
  /** Milliseconds since 1970, when the source tells. */
  readonly at: number | null;
  /** Where in the source it stands, such as "line 12". */
  readonly place: string;
}

/** Something that was said. An assistant that only called tools, or only used up tokens, has no text. */
export interface ImportedMessage extends PlacedRecord {
  readonly kind: 'message';
  readonly role: Role;
  readonly text: string;
  readonly model: ModelUse | null;
  /** The calls it asked for; each follows as a record of its own. */
  readonly calls: readonly AskedCall[];
}

/** A tool call, in the message that asked for it. */
export interface AskedCall {
  readonly key: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** A tool call. */
export interface ImportedCall extends PlacedRecord, AskedCall {
  readonly kind: 'call';
  /** Key of the message that asked for it; null where the source has calls without messages. */
  readonly message: string | null;
}

/** What a tool answered. `key` is that of the call. */
export interface ImportedResult extends PlacedRecord {
  readonly kind: 'result';
  /** Null when the source does not name it here. */
  readonly tool: string | null;
  /** Kept for failures too, as the source has it. */
  readonly result: Json;
  readonly error: ToolFailure | null;
}

/** Why a call failed. */
export interface ToolFailure {
  readonly type: string;
  readonly message: string;
}

export type ImportedRecord = ImportedMessage | ImportedCall | ImportedResult;

/** What is not imported, and why. */
interface NotImported<Kind> {
  readonly kind: Kind;
  readonly place: string;
  readonly reason: string;
}

/** A record that could not be read. The rest goes on. */
export type Skipped = NotImported<'skipped'>;
/** Something readable that is neither a message nor a call, such as a snapshot of files or a model's reasoning. */
export type Ignored = NotImported<'ignored'>;

/** What a reader yields. */
export type ImportItem = ImportedRecord | Skipped | Ignored;

/** Reasons are shown in terminals and may quote the source, so that they are kept to one line without controls. */
export function skipped(place: string, reason: string): Skipped {
  return { kind: 'skipped', place, reason: safeName(reason) };
}

export function ignored(place: string, reason: string): Ignored {
  return { kind: 'ignored', place, reason: safeName(reason) };
}

/** A place inside another, such as "line 12, message 3". */
export function within(place: string, part: string): string {
  return `${place}, ${part}`;
}
