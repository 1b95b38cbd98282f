import type { Memory } from '../../model/memory.ts';
import type { Run } from '../../model/run.ts';
import type { Scope } from '../../model/scope.ts';
import type { Message, Session } from '../../model/session.ts';
import type { Step } from '../../model/step.ts';
import type { Task } from '../../model/task.ts';
import type { Template } from '../../model/template.ts';

/** Everything the reference store knows. Records are frozen in, so that no caller can change them later. */
export interface State {
  readonly tasks: Map<string, Task>;
  readonly runs: Map<string, Run>;
  readonly steps: Map<string, Step>;
  readonly sessions: Map<string, Session>;
  readonly messages: Map<string, Message>;
  readonly memories: Map<string, Memory>;
  readonly templates: Map<string, Template>;
}

export function emptyState(): State {
  return {
    tasks: new Map(),
    runs: new Map(),
    steps: new Map(),
    sessions: new Map(),
    messages: new Map(),
    memories: new Map(),
    templates: new Map(),
  };
}

/** Key of a record whose id or slug is only unique within its owner. */
export function ownedKey(scope: Scope, id: string): string {
  return JSON.stringify([scope.user, scope.project, scope.agent, id]);
}
