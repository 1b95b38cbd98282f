import { EngramError } from '../errors.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Flow, WorkflowDefinition } from '../ports/workflow-definition.ts';
import { timestamp } from '../records/record.ts';
import type { Checkpoint } from '../records/workflow.ts';
import { nameText } from '../text/text.ts';
import {
  type Checkpoints,
  childEndKey,
  childKey,
  isStep,
  metBefore,
  noteOf,
  signalsOf,
  sleepKey,
  waitKey,
} from './checkpoints.ts';
import { runDag } from './dag.ts';
import type { OneExecution } from './execution.ts';
import type { StepRunner } from './run-step.ts';

/** What is told of the end of a child. */
export interface ChildEnd {
  readonly input: { readonly isRedacted: boolean };
  readonly result: JsonObject;
}

/** What a flow works with. */
export interface FlowParts {
  readonly id: string;
  readonly now: () => number;
  readonly execution: OneExecution;
  readonly checkpoints: Checkpoints;
  /** What signals and children told, given again because it holds secrets, by name. */
  readonly given: Readonly<Record<string, Json>>;
  readonly runStep: StepRunner;
  /** Starts a child under this key, once, and answers its id. */
  startChild(key: string, definition: WorkflowDefinition, input: Json): Promise<string>;
  /** How a child ended; undefined while it goes on. */
  endOfChild(id: string): Promise<ChildEnd | undefined>;
}

/** Room is left for what is written in front of a name. */
const maxKeyLength = 150;

/** What a workflow is done with, in one execution of it. */
export function createFlow(parts: FlowParts): Flow {
  const { id, now, execution, checkpoints, runStep, startChild, endOfChild } = parts;
  const used = new Set<string>();
  const takenHere = new Set<string>();

  /** Two that share a key would share a result, and one that cannot be read again as it is would be done again. */
  function claim(name: string, key = name): string {
    const isKept = nameText.safeParse(name).data === name && name.length <= maxKeyLength;
    if (!isKept || !isStep(name)) {
      throw invalid(
        `The key ${JSON.stringify(name)} cannot be kept: it is one line of at most ${maxKeyLength} characters, without spaces around it or a "~" before it.`,
        { key: String(name) },
      );
    }
    if (used.has(key))
      throw invalid(`The key "${key}" is used twice in one workflow. Give each its own.`, { key });
    used.add(key);
    return key;
  }

  /** Written once; a branch whose writing failed does not go on. */
  async function keep(
    key: string,
    state: Checkpoint['state'],
    note: JsonObject,
    result: Json,
  ): Promise<void> {
    const input = { order: checkpoints.done(), ...note };
    const halt = await execution.during(() => checkpoints.keep({ key, state, input, result }));
    if (halt === undefined) return;
    execution.halt(halt);
    await execution.forEver();
  }

  /** The moment something waits for, the same after a crash. */
  async function deadline(key: string, milliseconds: number | undefined): Promise<number | null> {
    const known = checkpoints.get(key);
    if (known !== undefined) return (known.input as { until?: number | null }).until ?? null;
    if (milliseconds === undefined) return null;
    const until = Math.ceil(now() + Math.max(0, milliseconds));
    if (!timestamp.safeParse(until).success)
      throw invalid(`${milliseconds} milliseconds are no time to wait.`, { milliseconds: `${milliseconds}` });
    await keep(key, 'begun', { until }, null);
    return until;
  }

  /** What holds a secret cannot be read again: it is given again, or asked for. */
  function told(name: string, kept: Pick<Checkpoint, 'input' | 'result'>): Json | Promise<never> {
    if (noteOf(kept).isRedacted !== true) return kept.result;
    if (Object.hasOwn(parts.given, name)) return parts.given[name] ?? null;
    const message = `What "${name}" told held a secret, which is not kept. Give it again to go on.`;
    execution.halt({ kind: 'needs_input', step: name, message });
    return execution.forEver();
  }

  const step: Flow['step'] = async (key, work, options) => runStep(claim(key), work, options) as never;

  return {
    id,
    step: (...asked) => heard(step(...asked)),
    dag: (key, tasks, options) => heard(runDag(key, tasks, step, options)),
    sleep: (...asked) => heard(sleep(...asked)),
    waitFor: (...asked) => heard(waitFor(...asked)),
    child: (...asked) => heard(child(...asked)) as never,
  };

  async function sleep(name: string, milliseconds: number): Promise<void> {
    const key = claim(name, sleepKey(name));
    if (checkpoints.get(key)?.state === 'done') return;
    const until = (await deadline(key, milliseconds)) ?? 0;
    await execution.waitUntil(async () => (now() >= until ? true : undefined), until);
    await keep(key, 'done', { until }, null);
  }

  async function waitFor(
    topic: string,
    { key: name = topic, timeoutMs }: Parameters<Flow['waitFor']>[1] = {},
  ): Promise<Json> {
    const key = claim(name, waitKey(name));
    const known = checkpoints.get(key);
    if (known?.state === 'done') return told(name, known);
    const until = await deadline(key, timeoutMs);
    const signal = await execution.waitUntil(async () => {
      // What was read is looked through first: reading all again for each of many signals would take long.
      const next =
        nextSignal(checkpoints, topic, takenHere) ??
        nextSignal(await checkpoints.refreshed(), topic, takenHere);
      // At once: another wait that looks now must find the one after it.
      if (next !== undefined) takenHere.add(next.key);
      return next ?? (until !== null && now() >= until ? null : undefined);
    }, until);
    const isRedacted = signal !== null && noteOf(signal).isRedacted === true;
    await keep(key, 'done', { signal: signal?.key ?? null, isRedacted }, signal?.result ?? null);
    return signal === null ? null : told(name, signal);
  }

  async function child(name: string, definition: unknown, input: Json): Promise<Json> {
    const key = claim(name, childKey(name));
    const endKey = childEndKey(key);
    const end =
      checkpoints.get(endKey)?.state === 'done' ? undefined : await untilChildEnds(key, definition, input);
    const { input: note, result } = end ?? (checkpoints.get(endKey) as Checkpoint);
    const { status, output, error } = result as { status: string; output: Json; error: { message: string } };
    if (status === 'done') return told(name, { input: note, result: output });
    throw metBefore({ message: error?.message ?? `The workflow "${name}" was ${status}.` });
  }

  /** Its end comes like a signal; when this workflow was tried again after an end that was none, it is asked for. */
  async function untilChildEnds(
    key: string,
    definition: unknown,
    input: Json,
  ): Promise<ChildEnd | Checkpoint> {
    const endKey = childEndKey(key);
    const childId = await execution.during(() => startChild(key, definition as WorkflowDefinition, input));
    const end = await execution.waitUntil(async () => {
      await checkpoints.refreshed();
      const known = checkpoints.get(endKey);
      return known?.state === 'begun' ? endOfChild(childId) : known;
    }, null);
    if (checkpoints.get(endKey)?.state === 'begun')
      await keep(endKey, 'done', { ...noteOf(end) }, end.result);
    return end;
  }
}

/** A failure that nobody has come to wait for yet must not end the process, which is at other workflows, too. */
function heard<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}

const byArrival = (left: Checkpoint, right: Checkpoint): number =>
  left.at - right.at || (left.key < right.key ? -1 : 1);

/** The first signal of a topic that no wait has answered yet: each is answered once. */
function nextSignal(
  checkpoints: Checkpoints,
  topic: string,
  takenHere: ReadonlySet<string>,
): Checkpoint | undefined {
  const all = checkpoints.all();
  const waits = all.filter(({ key, state }) => key.startsWith(waitKey('')) && state === 'done');
  const taken = new Set(waits.map(({ input }) => (input as { signal?: string | null }).signal));
  const isFree = (key: string) => !taken.has(key) && !takenHere.has(key);
  const sent = all.filter(({ key }) => key.startsWith(signalsOf(topic)) && isFree(key));
  return sent.sort(byArrival)[0];
}

function invalid(message: string, details: Readonly<Record<string, string>>): EngramError {
  return new EngramError('invalid_input', message, { details });
}
