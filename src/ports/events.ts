import type { OwnedKind } from '../records/owned/owned-records.ts';
import type { Scope } from '../records/scope.ts';
import type { Checkpoint, WorkflowStatus } from '../records/workflow.ts';

/** What happened, in words a program can switch on. Noun, then verb. */
export type EngramEvent = {
  readonly at: number;
  /** Who owns the record it happened to: only those who may see the record may hear of it. */
  readonly scope: Scope;
  /** Agents that take part in the run it happened in: they hear of it as well. */
  readonly members?: readonly string[];
} & (
  | { readonly type: 'task-created' | 'task-updated'; readonly taskId: string }
  | { readonly type: 'run-started' | 'run-finished' | 'run-deleted'; readonly runId: string }
  | { readonly type: 'step-recorded'; readonly runId: string; readonly stepId: string }
  | { readonly type: 'session-deleted'; readonly sessionId: string }
  | { readonly type: 'message-appended'; readonly sessionId: string; readonly messageId: string }
  | { readonly type: 'memory-recorded' | 'memory-revised' | 'memory-deleted'; readonly memoryId: string }
  | {
      readonly type: 'memories-linked' | 'memories-unlinked';
      readonly memoryId: string;
      readonly otherId: string;
    }
  | { readonly type: 'lesson-saved' | 'lesson-deleted'; readonly lessonId: string }
  | { readonly type: 'template-saved' | 'template-revised' | 'template-deleted'; readonly templateId: string }
  | { readonly type: 'token-created' | 'token-revoked'; readonly tokenId: string }
  | {
      readonly type: 'record-created' | 'record-revised' | 'record-deleted';
      readonly kind: OwnedKind;
      readonly recordId: string;
    }
  | { readonly type: 'workflow-changed'; readonly workflowId: string; readonly status: WorkflowStatus }
  | {
      readonly type: 'workflow-checkpoint';
      readonly workflowId: string;
      readonly key: string;
      readonly state: Checkpoint['state'];
    }
  /** Records that could not be written although the agent's work went on. */
  | { readonly type: 'records-lost'; readonly count: number; readonly reason: string }
);

/** Receives events: for live views, metrics and plug-ins. It must not throw and should return at once. */
export type EventListener = (event: EngramEvent) => void;
