import type { AuditRecord } from '../records/audit.ts';
import type { Job } from '../records/job.ts';
import type { Lesson } from '../records/lesson.ts';
import type { Memory } from '../records/memory.ts';
import type { MemoryUse, Revision } from '../records/memory-life.ts';
import type { MemoryLink, Relation } from '../records/memory-link.ts';
import type { OwnedKind, OwnedOf } from '../records/owned/owned-records.ts';
import type { Outcome } from '../records/record.ts';
import type { RetrievalTimes } from '../records/retrieval-times.ts';
import type { Run } from '../records/run.ts';
import type { Scope } from '../records/scope.ts';
import type { Message, Session } from '../records/session.ts';
import type { Step } from '../records/step.ts';
import type { Task } from '../records/task.ts';
import type { Template } from '../records/template.ts';
import type { Token } from '../records/token.ts';
import type { Checkpoint, Workflow, WorkflowRequest } from '../records/workflow.ts';
import type { IndexPart, IndexPlace, KeptIndex } from './kept-index.ts';
import type { KeptVector, ProjectOfUser } from './memory-changes.ts';

/**
 * Everything that can be written. Commands are data, so that what must commit together is a list, on every
 * backend, without a transaction callback.
 *
 * `owner` in a command names the scope whose record is changed; a record outside it is answered as
 * `not_found`, exactly like one that does not exist.
 *
 * With `ifAbsent`, a command whose record is there already is ignored instead of refused, and the record stays
 * as it is: what imports and moves records may be repeated. `commit` answers which commands were ignored.
 */
export type Command =
  /** `conflict` when the owner already has a task of this id. */
  | { readonly type: 'create-task'; readonly task: Task; readonly ifAbsent?: boolean }
  /** Replaces `owner`'s task of that id, wherever `task.scope` puts it now. `not_found` when there is none; `conflict` when the new place is taken. */
  | { readonly type: 'update-task'; readonly owner: Scope; readonly task: Task }
  /** `conflict` when the id is taken. With `ifAbsent`, the agents of a run that is there already join it: their steps may follow. */
  | { readonly type: 'start-run'; readonly run: Run; readonly ifAbsent?: boolean }
  /** Lets agents take part in a run of `owner`; those that do already are left alone. `not_found` without such a run. */
  | {
      readonly type: 'join-run';
      readonly owner: Scope;
      readonly runId: string;
      readonly agents: readonly string[];
    }
  /**
   * `not_found` without such a run in the step's scope, and when the step names an agent that does not take part in it. The
   * same id in the same run again is ignored: at-least-once writers are safe. A step that arrives after its run was finished
   * is kept. `members` are the agents of the run that hear of it.
   */
  | { readonly type: 'append-step'; readonly step: Step; readonly members?: readonly string[] }
  /**
   * `not_found` without such a run; `conflict` when it already ended with another outcome; the same end again is ignored.
   * `members` are the agents of the run that hear of it.
   */
  | {
      readonly type: 'finish-run';
      readonly owner: Scope;
      readonly runId: string;
      readonly end: RunEnd;
      readonly members?: readonly string[];
    }
  /**
   * Removes a run that has ended, with its steps, its counts and the notes of which memories it was given. What was learned from
   * it stays. `not_found` when its owner has none; `conflict` when it has not ended; `held` when a hold covers it.
   */
  | { readonly type: 'delete-run'; readonly owner: Scope; readonly id: string }
  /**
   * Creates the session with its first message, in the same commit; sessions without messages never exist.
   * The same message id again is ignored. Session ids are the owner's own: two agents may use the same one.
   */
  | { readonly type: 'append-message'; readonly session: Session; readonly message: Message }
  /** Removes a session with its messages. `not_found` when its owner has none; `held` when a hold covers it. */
  | { readonly type: 'delete-session'; readonly owner: Scope; readonly id: string }
  /** `conflict` when the id is taken, or the owner has a memory of the same external id. */
  | { readonly type: 'record-memory'; readonly memory: Memory; readonly ifAbsent?: boolean }
  /**
   * Removes the memory, its index entries, its links and every memory and lesson derived from it. `not_found` when there is
   * none; `held` when a hold covers it or a memory derived from it.
   */
  | { readonly type: 'delete-memory'; readonly owner: Scope; readonly id: string }
  /**
   * Replaces `owner`'s memory and keeps what it was in its history, as `change` says. `memory.revision` is one
   * above that of the memory it was made from: `not_found` when there is none, `conflict` when it was changed
   * meanwhile. Owner, kind, moment of creation and the counts of
   * accesses stay as the store has them; provenance is the caller's to leave as it is.
   */
  | {
      readonly type: 'revise-memory';
      readonly owner: Scope;
      readonly memory: Memory;
      readonly change: Omit<Revision, 'before'>;
    }
  /**
   * Removes those of these memories that have expired by `now`, and their index entries. What was derived from
   * them stays, because it was learned while they held. Others, those that a hold covers, and unknown ids, are left alone.
   */
  | { readonly type: 'prune-memories'; readonly ids: readonly string[]; readonly now: number }
  /**
   * Puts a revision into the history of a memory, for moves. One that is there, that the memory has not come to, or
   * of an unknown memory, is ignored.
   */
  | { readonly type: 'keep-revision'; readonly revision: Revision }
  /**
   * Notes that runs were given memories. A use that is known stays, and is settled once either says so. Those
   * of unknown memories are ignored.
   */
  | { readonly type: 'note-uses'; readonly uses: readonly MemoryUse[] }
  /** Keeps vectors, each instead of the one before; those of a memory that is gone or was changed are ignored. */
  | { readonly type: 'keep-vectors'; readonly embedder: string; readonly vectors: readonly KeptVector[] }
  /**
   * Keeps an index of a project in place of the one of this generation (0: there is none): drops segments, and then adds parts.
   * `conflict` when another one is kept meanwhile, or the project has nothing of what the index is made of.
   */
  | {
      readonly type: 'keep-index';
      readonly place: IndexPlace;
      readonly index: KeptIndex;
      readonly dropped: readonly number[] | 'all';
      readonly parts: readonly IndexPart[];
    }
  /** Removes the kept indexes of what is shared out of a project. They are made again when they are needed. */
  | { readonly type: 'forget-shared-indexes'; readonly place: ProjectOfUser }
  /**
   * Links two memories. Ignored when its owner has linked them so already, when its id is taken, or when one of them is not there. It goes
   * with either of them.
   */
  | { readonly type: 'link-memories'; readonly link: MemoryLink }
  /** `not_found` when the owner has no such link. */
  | {
      readonly type: 'unlink-memories';
      readonly owner: Scope;
      readonly from: string;
      readonly relation: Relation;
      readonly to: string;
    }
  /** Counts a use. Unknown ids are ignored: a memory may be deleted while it is being read. */
  | { readonly type: 'count-access'; readonly ids: readonly string[]; readonly at: number }
  /** Adds how long finding memories took to what was measured before; the latest 90 days are kept. */
  | { readonly type: 'count-retrievals'; readonly times: RetrievalTimes }
  /**
   * Writes a lesson: a new one when its revision is 0, else in place of the one whose revision is one below.
   * `not_found` when the owner has none of this kind to replace; `conflict` when it was changed meanwhile, when a new one's id is
   * taken, or when another lesson of this owner and kind has its slug. The moment of creation stays.
   * With `ifAbsent` it is written as it is, whatever its revision, unless its id or slug is taken.
   */
  | { readonly type: 'save-lesson'; readonly lesson: Lesson; readonly ifAbsent?: boolean }
  /** `not_found` when the owner has no such lesson. */
  | { readonly type: 'delete-lesson'; readonly owner: Scope; readonly id: string }
  /** Says that all failures of the owner are in patterns. Ignored when others came since the store gave this mark. */
  | { readonly type: 'settle-failures'; readonly owner: Scope; readonly mark: number }
  /** `conflict` when the scope already has a template of this slug, or the id is taken. */
  | { readonly type: 'save-template'; readonly template: Template; readonly ifAbsent?: boolean }
  /**
   * Replaces `owner`'s template. `template.revision` is one above that of the one it was made from: `not_found` when there
   * is none, `conflict` when it was changed meanwhile, or when another template of the owner has its slug. When the
   * version is a higher one, the template it was is kept as that version; one that goes back to a lower version was
   * changed meanwhile. Owner and moment of creation stay.
   */
  | { readonly type: 'revise-template'; readonly owner: Scope; readonly template: Template }
  /**
   * Puts an older version of a template among those kept, for moves. One that is there, that is not below the version
   * of the template, or of an unknown template, is ignored.
   */
  | { readonly type: 'keep-template-version'; readonly template: Template }
  /**
   * Removes the template, its versions, and every memory and lesson derived from it. `not_found` when there is none; `held` when
   * a hold covers a memory derived from it.
   */
  | { readonly type: 'delete-template'; readonly owner: Scope; readonly id: string }
  /** `conflict` when the id or the hash is taken. */
  | { readonly type: 'create-token'; readonly token: Token; readonly ifAbsent?: boolean }
  /** `not_found` when the owner has no such token. */
  | { readonly type: 'revoke-token'; readonly owner: Scope; readonly id: string }
  /**
   * `conflict` when the id is taken, when an open workflow of the project has its subject, or when one of its owner has its request
   * key.
   */
  | { readonly type: 'begin-workflow'; readonly workflow: Workflow; readonly ifAbsent?: boolean }
  /**
   * Replaces the workflow, if it still has this epoch: its holder reports, lets go, or another takes over with a higher one.
   * `not_found` when its owner has none of this id; `conflict` when another has taken over, or when it would be open again while
   * another has its subject. What was asked for, and the moment of creation, stay; so does what is requested while it is under way.
   * One that comes to wait wakes at the earlier of its time and a signal's; while it runs that time stays.
   */
  | { readonly type: 'hold-workflow'; readonly workflow: Workflow; readonly epoch: number }
  /**
   * Writes a checkpoint, instead of the one of the same key. `not_found` when its owner has no such workflow; `conflict` when the
   * workflow has another epoch. One that is only begun, or is marked `onDisk`, survives a power failure once the commit resolved,
   * and so does all that was committed before.
   */
  | {
      readonly type: 'keep-checkpoint';
      readonly checkpoint: Checkpoint;
      readonly epoch: number;
      readonly onDisk?: boolean;
    }
  /**
   * Writes a checkpoint for the holder of the workflow, whatever its epoch, and wakes it: now, or when it comes to
   * wait. A repeated key is ignored. `not_found` when its owner has no such workflow.
   */
  | { readonly type: 'signal-workflow'; readonly checkpoint: Checkpoint }
  /** Leaves a request for the holder of the workflow. `not_found` when its owner has none under way. */
  | {
      readonly type: 'request-of-workflow';
      readonly owner: Scope;
      readonly id: string;
      readonly request: WorkflowRequest;
    }
  /** Removes a workflow and its checkpoints, if it still has this epoch: `not_found` or `conflict`. */
  | { readonly type: 'end-workflow'; readonly owner: Scope; readonly id: string; readonly epoch: number }
  /**
   * Claims, reports on or lets go of a job: writes it as given when it is new, or still has this epoch. `conflict` when
   * another has claimed it since.
   */
  | { readonly type: 'hold-job'; readonly job: Job; readonly epoch: number }
  /**
   * Removes everything of a user, in all projects, and the key of the audit records about them. What others have stays. `held` while
   * a legal hold of one of the user's projects stands.
   */
  | { readonly type: 'erase-user'; readonly user: string }
  /** Keeps the key under which the audit records about a user are sealed. `conflict` when there is one. */
  | {
      readonly type: 'keep-audit-key';
      readonly user: string;
      readonly key: string;
      readonly ifAbsent?: boolean;
    }
  /** Writes an audit record after the last one. `conflict` when another was written meanwhile. With `ifAbsent`, at its place. */
  | { readonly type: 'append-audit'; readonly record: AuditRecord; readonly ifAbsent?: boolean }
  /**
   * Creates an owned record. `conflict` when the id is taken, or its owner has one of this kind with its key. When a hold was
   * created, every deletion that did not know of it has come to its end.
   */
  | WithOwned<{ readonly type: 'create-record'; readonly ifAbsent?: boolean }>
  /**
   * Replaces `owner`'s record of this kind and id. `record.revision` is one above that of the one it was made from:
   * `not_found` when there is none, `conflict` when it was changed meanwhile, or when another of the owner has its key.
   * Owner and moment of creation stay.
   */
  | WithOwned<{ readonly type: 'revise-record'; readonly owner: Scope }>
  /** `not_found` when the owner has no such record. */
  | { readonly type: 'delete-record'; readonly kind: OwnedKind; readonly owner: Scope; readonly id: string };

/** With an owned record of any kind. */
type WithOwned<Rest> = {
  readonly [Kind in OwnedKind]: Rest & { readonly kind: Kind; readonly record: OwnedOf<Kind> };
}[OwnedKind];

/** What a command is called. */
export type CommandType = Command['type'];

/** The command of this type. */
export type CommandOf<Type extends CommandType> = Extract<Command, { readonly type: Type }>;

/** What a commit did: the places, in the list, of the commands with `ifAbsent` whose record was there already. */
export interface Committed {
  readonly ignored: readonly number[];
}

/** A piece of a whole store, as the commands that write it again. */
export interface Exported {
  readonly commands: readonly Command[];
  /** Pass it on as `after`; null at the end. */
  readonly next: string | null;
}

/** The end of a run. */
export interface RunEnd {
  readonly outcome: Outcome;
  readonly finishedAt: number;
  readonly summary: string | null;
  readonly successFactors: readonly string[];
  /** How it was done in the end, when that differs from what was begun. */
  readonly approach?: string;
}
