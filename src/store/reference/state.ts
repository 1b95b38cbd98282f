import type { Command, KeptVector } from '../../ports/store.ts';
import type { Job } from '../../records/job.ts';
import type { Lesson } from '../../records/lesson.ts';
import type { Memory } from '../../records/memory.ts';
import type { MemoryUse, Revision } from '../../records/memory-life.ts';
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
  };
}

/** Key of a record whose id or slug is only unique within its owner. */
export function ownedKey(scope: Scope, id: string): string {
  return JSON.stringify([scope.user, scope.project, scope.agent, id]);
}

/** A command with its place in an export. */
interface Placed {
  readonly place: string;
  readonly command: Command;
}

const placeOf = (sort: number, key: string): string => `${String(sort).padStart(2, '0')} ${key}`;

/**
 * All that is there, as the commands that write it again: a step after its run, messages in their order. A place
 * is made of the record itself, so what others delete moves nothing else to another place.
 */
export function commandsThatWrite(state: State): Placed[] {
  const ifAbsent = true;
  const placed: Placed[] = [];
  const add = <Item>(sort: number, items: Map<string, Item>, commandOf: (item: Item) => Command): void => {
    for (const [key, item] of items) placed.push({ place: placeOf(sort, key), command: commandOf(item) });
  };
  add(1, state.tasks, (task) => ({ type: 'create-task', task, ifAbsent }));
  add(2, state.runs, (run) => ({ type: 'start-run', run, ifAbsent }));
  add(3, state.steps, (step) => ({ type: 'append-step', step }));
  [...state.messages.values()].forEach((message, index) => {
    const session = state.sessions.get(ownedKey(message.scope, message.sessionId));
    const place = placeOf(4, String(index).padStart(12, '0'));
    if (session !== undefined) placed.push({ place, command: { type: 'append-message', session, message } });
  });
  add(5, state.memories, (memory) => ({ type: 'record-memory', memory, ifAbsent }));
  add(6, state.revisions, (revision) => ({ type: 'keep-revision', revision }));
  add(7, state.uses, (use) => ({ type: 'note-uses', uses: [use] }));
  add(8, state.lessons, (lesson) => ({ type: 'save-lesson', lesson, ifAbsent }));
  add(9, state.templates, (template) => ({ type: 'save-template', template, ifAbsent }));
  add(10, state.templateVersions, (template) => ({ type: 'keep-template-version', template }));
  add(11, state.tokens, (token) => ({ type: 'create-token', token, ifAbsent }));
  add(12, state.workflows, (workflow) => ({ type: 'begin-workflow', workflow, ifAbsent }));
  add(13, state.checkpoints, (checkpoint) => ({
    type: 'keep-checkpoint',
    checkpoint,
    epoch: state.workflows.get(checkpoint.workflowId)?.epoch ?? 0,
  }));
  return placed.sort((left, right) => (left.place < right.place ? -1 : 1));
}
