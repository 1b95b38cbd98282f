import { maySeeMemory } from '../../access/grants.ts';
import { maySee, maySeeRun } from '../../access/reach.ts';
import type { IndexPart, IndexPlace, KeptIndex, KeptVector } from '../../ports/store.ts';
import type { AuditRecord } from '../../records/audit.ts';
import type { GrantedViewer } from '../../records/grant.ts';
import type { Job } from '../../records/job.ts';
import type { Lesson } from '../../records/lesson.ts';
import type { Memory } from '../../records/memory.ts';
import type { MemoryUse, Revision } from '../../records/memory-life.ts';
import type { MemoryLink } from '../../records/memory-link.ts';
import { type OwnedKind, type OwnedOf, ownedKinds } from '../../records/owned/owned-records.ts';
import type { RecordedKey } from '../../records/recorded.ts';
import type { RetrievalTimes } from '../../records/retrieval-times.ts';
import type { Run } from '../../records/run.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
import type { Message, Session } from '../../records/session.ts';
import type { Step } from '../../records/step.ts';
import type { Task } from '../../records/task.ts';
import type { Template } from '../../records/template.ts';
import type { Token } from '../../records/token.ts';
import type { Checkpoint, Workflow } from '../../records/workflow.ts';

/** Everything the reference store knows. Records are frozen in, so that no caller can change them later. */
export type State = ReturnType<typeof emptyState>;

export function emptyState() {
  return {
    tasks: new Map<string, Task>(),
    runs: new Map<string, Run>(),
    steps: new Map<string, Step>(),
    sessions: new Map<string, Session>(),
    messages: new Map<string, Message>(),
    memories: new Map<string, Memory>(),
    revisions: new Map<string, Revision>(),
    uses: new Map<string, MemoryUse>(),
    links: new Map<string, MemoryLink>(),
    vectors: new Map<string, { readonly embedder: string; readonly kept: KeptVector }>(),
    /** By project. */
    indexes: new Map<
      string,
      Required<IndexPlace> & { readonly index: KeptIndex; readonly parts: readonly IndexPart[] }
    >(),
    /** Memories in the order they were written or removed. */
    changes: new Map<string, { readonly id: string; readonly isRemoval: boolean }>(),
    /** Messages and ended runs in the order they were written, changed or removed. */
    recorded: new Map<string, RecordedKey>(),
    lessons: new Map<string, Lesson>(),
    /** By owner: how often failures came that are in no pattern. */
    unsorted: new Map<string, { readonly scope: Scope; readonly mark: number }>(),
    templates: new Map<string, Template>(),
    /** What templates were, by id and version. */
    templateVersions: new Map<string, Template>(),
    tokens: new Map<string, Token>(),
    /** Those that were revoked, so that it is known that there were any. */
    revokedTokens: new Map<string, true>(),
    workflows: new Map<string, Workflow>(),
    /** By workflow and key. */
    checkpoints: new Map<string, Checkpoint>(),
    jobs: new Map<string, Job>(),
    /** All of them, under one key. */
    retrievals: new Map<'times', RetrievalTimes>(),
    /** By position. */
    audit: new Map<string, AuditRecord>(),
    /** By user. */
    auditKeys: new Map<string, string>(),
    /** By id. */
    owned: Object.fromEntries(ownedKinds.map((kind) => [kind, new Map()])) as unknown as {
      readonly [Kind in OwnedKind]: Map<string, OwnedOf<Kind>>;
    },
  };
}

/** The records of a map that a viewer may see: copies, which the caller may change. */
export function visible<Item extends { readonly scope: Scope }>(
  map: ReadonlyMap<string, Item>,
  viewer: Viewer,
): Item[] {
  return structuredClone([...map.values()].filter(({ scope }) => maySee(viewer, scope)));
}

/** The memories that a reader may see: within reach, or shared; copies while the grants they were made by hold. */
export function visibleMemories(state: State, reader: GrantedViewer): Memory[] {
  const find = (id: string): Memory | undefined => state.memories.get(id);
  return structuredClone([...state.memories.values()].filter((memory) => maySeeMemory(reader, memory, find)));
}

/** The runs that a viewer may see. */
export function visibleRuns(state: State, viewer: Viewer): Run[] {
  return structuredClone([...state.runs.values()].filter((run) => maySeeRun(viewer, run)));
}

/** The steps of the runs that a viewer may see. */
export function visibleSteps(state: State, viewer: Viewer): Step[] {
  const runs = new Set(visibleRuns(state, viewer).map(({ id }) => id));
  return structuredClone([...state.steps.values()].filter(({ runId }) => runs.has(runId)));
}

/** Key of a record whose id or slug is only unique within its owner. */
export function ownedKey(scope: Scope, id: string): string {
  return JSON.stringify([scope.user, scope.project, scope.agent, id]);
}
