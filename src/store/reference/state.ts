import type { KeptVector } from '../../ports/store.ts';
import type { Job } from '../../records/job.ts';
import type { Lesson } from '../../records/lesson.ts';
import type { Memory } from '../../records/memory.ts';
import type { MemoryUse, Revision } from '../../records/memory-life.ts';
import { type OwnedKind, type OwnedOf, ownedKinds } from '../../records/owned/owned-records.ts';
import type { Run } from '../../records/run.ts';
import type { Scope } from '../../records/scope.ts';
import type { Message, Session } from '../../records/session.ts';
import type { Step } from '../../records/step.ts';
import type { Task } from '../../records/task.ts';
import type { Template } from '../../records/template.ts';
import type { Token } from '../../records/token.ts';
import type { Checkpoint, Workflow } from '../../records/workflow.ts';

/** Everything the reference store knows. Records are frozen in, so that no caller can change them later. */
export interface State {
  readonly tasks: Map<string, Task>;
  readonly runs: Map<string, Run>;
  readonly steps: Map<string, Step>;
  readonly sessions: Map<string, Session>;
  readonly messages: Map<string, Message>;
  readonly memories: Map<string, Memory>;
  readonly revisions: Map<string, Revision>;
  readonly uses: Map<string, MemoryUse>;
  readonly vectors: Map<string, { readonly embedder: string; readonly kept: KeptVector }>;
  /** Memories in the order they were written or removed. */
  readonly changes: Map<string, { readonly id: string; readonly isRemoval: boolean }>;
  readonly lessons: Map<string, Lesson>;
  readonly templates: Map<string, Template>;
  /** What templates were, by id and version. */
  readonly templateVersions: Map<string, Template>;
  readonly tokens: Map<string, Token>;
  /** Those that were revoked, so that it is known that there were any. */
  readonly revokedTokens: Map<string, true>;
  readonly workflows: Map<string, Workflow>;
  /** By workflow and key. */
  readonly checkpoints: Map<string, Checkpoint>;
  readonly jobs: Map<string, Job>;
  /** By id. */
  readonly owned: { readonly [Kind in OwnedKind]: Map<string, OwnedOf<Kind>> };
}

export function emptyState(): State {
  return {
    tasks: new Map(),
    runs: new Map(),
    steps: new Map(),
    sessions: new Map(),
    messages: new Map(),
    memories: new Map(),
    revisions: new Map(),
    uses: new Map(),
    vectors: new Map(),
    changes: new Map(),
    lessons: new Map(),
    templates: new Map(),
    templateVersions: new Map(),
    tokens: new Map(),
    revokedTokens: new Map(),
    workflows: new Map(),
    checkpoints: new Map(),
    jobs: new Map(),
    owned: Object.fromEntries(ownedKinds.map((kind) => [kind, new Map()])) as unknown as State['owned'],
  };
}

/** Key of a record whose id or slug is only unique within its owner. */
export function ownedKey(scope: Scope, id: string): string {
  return JSON.stringify([scope.user, scope.project, scope.agent, id]);
}
