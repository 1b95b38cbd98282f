import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import type { Dispatched, WorkflowFleet } from '../../ports/workflow-fleet.ts';
import { type Executors, openExecutors } from './executors.ts';
import type { LoadedDbos } from './load-dbos.ts';

export interface DbosFleetOptions {
  readonly pool: Pool;
  /** Where DBOS keeps its tables. */
  readonly schema: string;
  /** Names this process in the fleet, and nobody else ever. */
  readonly executor: string;
  /** Executions that this process takes from a queue at a time. */
  readonly concurrency: number;
  readonly pollMs: number;
  readonly leaseMs: number;
}

/** Separates Engram's executions from whatever else may use the same schema. */
const application = 'engram';
/** Changes when what is enqueued changes its form: executions are delivered to processes of the same version only. */
const applicationVersion = 'engram-1';
/** DBOS wants one, and connects through the pool. */
const unusedUrl = 'postgres://engram@localhost/engram';
const driverName = 'engram execution';
/** DBOS gives up what was recovered more often. Engram counts recoveries without progress itself. */
const maxRecoveryAttempts = 1_000_000_000;
/** A queue is registered again, and no longer listened to, when it was not used for this long. */
const queueMs = { registeredAgain: 600_000, idle: 60_000 };
const tidyMs = 600_000;
/** How long the outcome of executions that have just ended may take to be recorded. */
const drainMs = 1_000;

/** What ends here is never delivered again, so what nobody can execute must not end: another process is asked then. */
const deliverToNobody = () => new Promise<never>(() => {});
/** DBOS exists once in a process and keeps what was registered, so the member is looked up when something is delivered. */
let deliver: (dispatched: Dispatched) => Promise<void> = deliverToNobody;

/** A fleet of processes that share a database. The process becomes a member by `join`, and none by opening this. */
export function createDbosFleet(dbos: LoadedDbos, options: DbosFleetOptions): WorkflowFleet {
  const { DBOS, DBOSExecutor, wfQueueRunner } = dbos;
  const { pool, schema, executor, leaseMs, pollMs, concurrency } = options;
  // The caller's context, not that of DBOS: within a step of its own DBOS refuses to enqueue.
  const outside = AsyncLocalStorage.snapshot();
  const used = new Map<string, { registeredAt: number; usedAt: number }>();
  let executors: Executors | undefined;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  let judgesFrom = 0;
  let tidiedAt = performance.now();

  /** One sign of life; then whoever gives none is taken for dead, and DBOS queues again what it was at. */
  async function beat(known: Executors): Promise<void> {
    try {
      await known.beat();
      if (performance.now() < judgesFrom) return;
      const dead = await known.deadAtWork();
      if (dead.length > 0) await DBOSExecutor.globalInstance?.recoverPendingWorkflows([...dead]);
      if (performance.now() - tidiedAt > tidyMs) {
        tidiedAt = performance.now();
        await known.tidy();
        await forgetEnded();
      }
    } catch {
      // The server was away: for the others, too. They get the time of a lease to be heard again.
      judgesFrom = performance.now() + leaseMs;
    }
  }

  /** DBOS keeps every execution for ever. Engram's rows tell what became of workflows, so an hour is enough. */
  async function forgetEnded(): Promise<void> {
    const ended = await DBOS.listWorkflows({
      status: ['SUCCESS', 'ERROR', 'CANCELLED'],
      workflowName: driverName,
      completedBefore: new Date(Date.now() - 3_600_000).toISOString(),
      limit: 1_000,
      loadInput: false,
      loadOutput: false,
    });
    if (ended.length > 0) await DBOS.deleteWorkflows(ended.map(({ workflowID }) => workflowID));
  }

  async function listen(queues: ReadonlySet<string>): Promise<void> {
    const now = performance.now();
    for (const name of queues) {
      const known = used.get(name);
      const isKnown = known !== undefined && now - known.registeredAt < queueMs.registeredAgain;
      if (!isKnown) {
        const limits = { workerConcurrency: concurrency, minPollingIntervalMs: pollMs };
        await outside(() => DBOS.registerQueue(name, { ...limits, onConflict: 'always_update' }));
      }
      used.set(name, { registeredAt: isKnown ? known.registeredAt : now, usedAt: now });
      wfQueueRunner.pollerQueueNames.add(name);
    }
    for (const [name, { usedAt }] of used) {
      if (now - usedAt < queueMs.idle) continue;
      used.delete(name);
      wfQueueRunner.pollerQueueNames.delete(name);
    }
  }

  return {
    async join(queues, execute) {
      const known = await openExecutors({ pool, schema, executor, application, leaseMs });
      executors = known;
      // Before anything can be delivered here, or others would take this process for dead.
      await known.beat();
      deliver = (dispatched) => outside(() => execute(dispatched));
      registerDriver(dbos);
      for (const name of queues) wfQueueRunner.pollerQueueNames.add(name);
      DBOS.setConfig({
        name: application,
        applicationVersion,
        executorID: executor,
        systemDatabaseUrl: unusedUrl,
        systemDatabasePool: pool,
        systemDatabaseSchemaName: schema,
        // Nothing waits for messages of DBOS, so no connection has to listen for them.
        useListenNotify: false,
        listenQueues: [],
        maxConcurrentQueueDispatches: 2,
        enableOTLP: false,
        logger: silent,
      });
      await DBOS.launch();
      await listen(queues);
      timer = setInterval(() => {
        beating ??= beat(known).finally(() => {
          beating = undefined;
        });
      }, leaseMs / 4);
      timer.unref();
    },
    async enqueue(queueName, { workflowId, epoch }) {
      const workflowID = `engram:${workflowId}:${epoch}`;
      const target = { queueName, workflowID, workflowName: driverName, appVersion: applicationVersion };
      await outside(() => DBOS.enqueueWorkflowWithOptions(target, { workflowId, epoch }));
    },
    listen,
    members: async () => (await executors?.members()) ?? new Map(),
    async leave() {
      clearInterval(timer);
      await beating;
      for (const name of used.keys()) wfQueueRunner.pollerQueueNames.delete(name);
      try {
        if (DBOS.isInitialized()) await DBOS.shutdown({ workflowCompletionTimeoutMS: drainMs });
        await executors?.leave();
      } finally {
        deliver = deliverToNobody;
        await pool.end();
      }
    },
  };
}

/** A workflow of DBOS with one step: it has no order of steps that a recovery could find changed. */
function registerDriver({ DBOS, getAllRegisteredFunctions }: LoadedDbos): void {
  if (getAllRegisteredFunctions().some(({ name }) => name === driverName)) return;
  const drive = (dispatched: Dispatched) => DBOS.runStep(() => deliver(dispatched), { name: driverName });
  DBOS.registerWorkflow(drive, { name: driverName, maxRecoveryAttempts });
}

/** Whether the program uses DBOS for workflows of its own, which would be mixed up with Engram's. */
export function isUsedElsewhere({ DBOS, getAllRegisteredFunctions }: LoadedDbos): boolean {
  return DBOS.isInitialized() || getAllRegisteredFunctions().some(({ name }) => name !== driverName);
}

const ignore = (): void => {};
/** DBOS reports on the console by default. */
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
