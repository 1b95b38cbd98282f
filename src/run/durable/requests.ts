import { mayChange } from '../../access/reach.ts';
import { EngramError, phrase } from '../../errors.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import { isOpen, type Workflow } from '../../records/workflow.ts';
import { mayBeAlive } from '../../store/holders.ts';
import {
  beatMs,
  beginWork,
  type HeldWork,
  isRefused,
  leaseMs,
  takeOver,
  type WorkSurroundings,
} from './work.ts';

/** A request to do something that must not be done twice. */
export interface WorkRequest {
  readonly id: string;
  readonly name: string;
  /** No two pieces of work on one subject may run at once. */
  readonly subject: string;
  /** The caller's own name for this request; the same name again gets the first answer. */
  readonly requestKey: string | null;
  readonly input: JsonObject;
  /** Forget an earlier attempt that was interrupted or whose effect is unknown. */
  readonly anew: boolean;
  /** Throws when it may not begin. Called last: an earlier answer, or work that is in the way, comes first. */
  readonly refuse: () => void;
  /** What an earlier attempt that is in the way did, for error messages. */
  readonly describeEarlier: (earlier: Workflow) => Promise<EarlierAttempt>;
  /** The template that is run, for error messages. */
  readonly template: string;
  readonly signal?: AbortSignal | undefined;
}

/** What an earlier attempt at the same work did. */
export interface EarlierAttempt {
  /** What it changed, or may have changed, in words. */
  readonly changed: readonly string[];
  readonly mayBeResumed: boolean;
}

const maxPauseMs = 500;

/**
 * Admits a request: returns work to do, or the answer that the same request got before. While the first one is still in
 * progress, a repeated request waits for it.
 *
 * @throws `conflict` when the same is being done, was interrupted or is uncertain, or when the key was used for something else.
 */
export async function admit(
  surroundings: WorkSurroundings,
  viewer: Viewer,
  request: WorkRequest,
): Promise<{ readonly work: HeldWork } | { readonly answer: Json }> {
  const { store } = surroundings;
  const { subject, requestKey } = request;
  const names = [subject, ...(requestKey === null ? [] : [requestKey])];
  for (let pause = 10; ; pause = Math.min(2 * pause, maxPauseMs)) {
    const found = await store.findWorkflows(viewer, names);
    const same = found.find((work) => requestKey !== null && isKeyOf(work, requestKey, viewer));
    if (same !== undefined && same.subject !== subject) throw usedKey(requestKey ?? '');
    // Work whose resumption failed has no answer.
    if (same !== undefined && same.status !== 'running' && same.output !== null)
      return { answer: same.output };
    const inTheWay = same ?? found.find((work) => work.subject === subject && isOpen(work));
    if (inTheWay === undefined) {
      request.refuse();
      const begun = await tryToBegin(surroundings, viewer, request);
      if (begun !== undefined) return { work: begun };
    } else if (isBeingDone(surroundings, inTheWay)) {
      if (same === undefined) throw beingDone(inTheWay, request);
    } else if (request.anew && mayChange(viewer, inTheWay.scope)) {
      request.refuse();
      await (await takeOver(surroundings, inTheWay)).end();
      continue;
    } else throw leftHalfDone(inTheWay, request, await request.describeEarlier(inTheWay));
    request.signal?.throwIfAborted();
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

function isKeyOf(work: Workflow, key: string, viewer: Viewer): boolean {
  return work.requestKey === key && sameScope(work.scope, viewer);
}

/** Undefined when the same request was quicker: its answer is awaited. A different request for the same work is refused. */
async function tryToBegin(
  surroundings: WorkSurroundings,
  viewer: Viewer,
  request: WorkRequest,
): Promise<HeldWork | undefined> {
  const { id, name, subject, requestKey, input } = request;
  try {
    return await beginWork(surroundings, { scope: viewer, name, subject, requestKey, runId: id, input });
  } catch (error) {
    if (!isRefused(error)) throw error;
    const names = [subject, ...(requestKey === null ? [] : [requestKey])];
    const found = await surroundings.store.findWorkflows(viewer, names);
    if (requestKey !== null && found.some((work) => isKeyOf(work, requestKey, viewer))) return undefined;
    const inTheWay = found.find((work) => work.subject === subject && isOpen(work));
    if (inTheWay !== undefined) throw beingDone(inTheWay, request);
    // It has just ended, or belongs to another agent, whose work this one may not see.
    throw new EngramError(
      'conflict',
      `"${request.template}" is being run with these inputs, or it is not known what came of that. Nothing was called.`,
      {
        details: { template: request.template },
        hint: [
          'Try again in a moment. When it stays so, the agent that began it must go on with its run, or begin it again.',
        ],
      },
    );
  }
}

/**
 * Takes over work that was interrupted, or that stopped.
 *
 * @throws `not_found` for a run that left nothing to resume; `conflict` when another process holds it.
 */
export async function resumeWork(
  surroundings: WorkSurroundings,
  viewer: Viewer,
  found: Workflow,
): Promise<HeldWork> {
  if (isBeingDone(surroundings, found) || (await isStillBeating(surroundings, viewer, found)))
    throw new EngramError('conflict', `The run "${found.runId}" is still going on. Wait for its end.`, {
      details: { run: found.runId },
    });
  return takeOver(surroundings, found);
}

/** The work of a run that can be resumed; undefined when there is none. */
export async function findWork(
  { store }: WorkSurroundings,
  viewer: Viewer,
  runId: string,
): Promise<Workflow | undefined> {
  const found = await store.findWorkflows(viewer, [runId]);
  return found.find((work) => (work.runId === runId || work.id === runId) && mayChange(viewer, work.scope));
}

function isBeingDone({ holder, clock }: WorkSurroundings, work: Workflow): boolean {
  return work.status === 'running' && mayBeAlive(work, work.id, holder, clock.now(), leaseMs);
}

/** A lease may look expired because a clock was set; then its holder still sends heartbeats. */
async function isStillBeating(
  surroundings: WorkSurroundings,
  viewer: Viewer,
  found: Workflow,
): Promise<boolean> {
  const isOfThisMachine = found.holder?.split('/')[0] === surroundings.holder.split('/')[0];
  if (found.status !== 'running' || found.holder === null || isOfThisMachine) return false;
  await new Promise((resume) => setTimeout(resume, 2 * beatMs));
  const now = await findWork(surroundings, viewer, found.id);
  return now !== undefined && (now.beat !== found.beat || now.epoch !== found.epoch);
}

function usedKey(key: string): EngramError {
  return new EngramError(
    'conflict',
    `The idempotency key "${key}" was used for another request. Choose a new one for each request.`,
    { details: { idempotencyKey: key } },
  );
}

function beingDone({ runId }: Workflow, { template }: WorkRequest): EngramError {
  return new EngramError(
    'conflict',
    `"${template}" is being run with these inputs right now, as the run "${runId}". Nothing was called.`,
    { details: { template, run: runId } },
  );
}

function leftHalfDone(
  { runId, holder }: Workflow,
  { template }: WorkRequest,
  { changed, mayBeResumed }: EarlierAttempt,
): EngramError {
  const wasKilled = holder !== null;
  const how = wasKilled ? 'was interrupted' : 'stopped before its end';
  const what = changed.length === 0 ? 'may have changed something' : `changed this: ${changed.join(', ')}`;
  const look = { operation: 'run.show', given: { id: runId } };
  const goOn = { operation: 'template.run', given: { id: template, resume: runId } };
  const again = { operation: 'template.run', given: { id: template, anew: true } } as const;
  const begin = phrase`begin again with ${again} and the same inputs, once you have seen by ${look} that nothing of it is left or that doing it twice does no harm.`;
  return new EngramError(
    'conflict',
    `The run "${runId}" of "${template}" with these inputs ${how}, and ${what}. It is in the way of another run with these inputs, so nothing was called.`,
    {
      details: { template, run: runId, changed, mayBeResumed },
      hint: mayBeResumed
        ? [...phrase`Choose one: go on where it stopped with ${goOn}; or `, ...begin]
        : ['A model was at the rest, so it cannot be resumed: ', ...begin],
    },
  );
}
