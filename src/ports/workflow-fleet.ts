/** An execution of a workflow that a fleet dispatches: the workflow as it stood at this epoch. */
export interface Dispatched {
  readonly workflowId: string;
  readonly epoch: number;
}

/**
 * Dispatches executions of workflows to processes on several machines, and dispatches again what a dead one was given.
 * It may deliver twice: whoever executes is fenced by the epoch of the workflow.
 */
export interface WorkflowFleet {
  /** Makes this process a member: executions of the queues it listens to are delivered until it leaves. */
  join(queues: ReadonlySet<string>, execute: (dispatched: Dispatched) => Promise<void>): Promise<void>;
  /** Queues an execution; the same one again changes nothing. */
  enqueue(queue: string, dispatched: Dispatched): Promise<void>;
  /** Listens to these queues, too, and no longer to those that were not named for a while. */
  listen(queues: ReadonlySet<string>): Promise<void>;
  /** Whether members are alive, by the clock of the server; who never joined is not in it. */
  members(): Promise<ReadonlyMap<string, 'alive' | 'dead'>>;
  /** Resolves when nothing more is delivered here; what was not finished is delivered to others. */
  leave(): Promise<void>;
}
