import type { KnownSolution, PartRules, Remedy } from '../../ports/strategy.ts';
import { attempt, attemptPatiently, type Course } from './attempt.ts';
import type { Recovery } from './contract.ts';
import { CheckFailed, inWords, type OngoingExecution } from './execution.ts';
import type { ExecutedPart } from './parts.ts';
import { remedyFor } from './remedies.ts';
import { backOffMs, limitOf } from './trouble.ts';

/** How long an endpoint rests after a remedy rotated away from it. */
const endpointRestMs = 60_000;

type TriedRemedy = { readonly worked: true; readonly result: unknown } | { readonly worked: false };

/** A part that is being run, and how it is attempted. */
interface Trying {
  readonly execution: OngoingExecution;
  readonly part: ExecutedPart;
  readonly course: Course;
  go(): Promise<unknown>;
}

/** The result of a part. After an error the best applicable solution is tried; if that fails, the first error is thrown (ADP-2). */
export async function resultOf(
  execution: OngoingExecution,
  part: ExecutedPart,
  course: Course,
  rules: PartRules,
): Promise<unknown> {
  const one = rules.patient === true ? attemptPatiently : attempt;
  const trying: Trying = { execution, part, course, go: () => one(execution, part, course) };
  try {
    return await trying.go();
  } catch (original) {
    if (execution.signal.aborted) throw original;
    await course.run.noteError(original);
    const tried = (await trySolutions(trying, original)) ?? (await tryAgain(trying, original, rules));
    if (tried?.worked !== true) throw original;
    return tried.result;
  }
}

/** Undefined when no known solution could be applied. */
async function trySolutions(trying: Trying, original: unknown): Promise<TriedRemedy | undefined> {
  const { execution, course } = trying;
  const { services, options, runId } = execution;
  for (const solution of await knownSolutions(execution, original)) {
    const remedy = remedyFor(solution, options);
    const tried = remedy === undefined ? undefined : await tryRemedy(trying, original, solution, remedy);
    if (tried === undefined) continue;
    await keep(trying, { error: inWords(original), solution, worked: tried.worked });
    if (solution.id !== null) {
      // The result matters more than counting the trial.
      await services.noteTrial(solution.id, runId, tried.worked).catch(() => {});
    }
    return tried;
  }
  course.solution = null;
  return undefined;
}

async function knownSolutions(
  { services, task }: OngoingExecution,
  error: unknown,
): Promise<readonly KnownSolution[]> {
  const { type: errorType, message } = inWords(error);
  const question = { errorType, message, category: task.category ?? null };
  // When the lookup fails, the caller must still get the original error.
  return services.solutionsFor(question).catch(() => []);
}

/** Undefined when the remedy did not apply the first time. */
async function tryRemedy(
  trying: Trying,
  original: unknown,
  solution: KnownSolution,
  remedy: Remedy,
): Promise<TriedRemedy | undefined> {
  trying.course.solution = solution;
  let error = original;
  for (let applied = 0; applied < (remedy.tries ?? 1); applied += 1) {
    if (!(await applies(trying, remedy, { error, solution, applied }))) {
      return applied === 0 ? undefined : { worked: false };
    }
    try {
      return { worked: true, result: await trying.go() };
    } catch (next) {
      if (trying.execution.signal.aborted) throw next;
      error = next;
    }
  }
  return { worked: false };
}

async function applies(
  { execution, part, course }: Trying,
  remedy: Remedy,
  met: { readonly error: unknown; readonly solution: KnownSolution; readonly applied: number },
): Promise<boolean> {
  const { services, lanes, signal } = execution;
  try {
    const answer = await remedy.apply({
      ...met,
      part: part.name,
      retryAfterMs: limitOf(met.error, services.clock.now())?.waitMs ?? null,
      signal,
      run: course.run,
      random: services.random,
      wait: execution.wait,
      rotateEndpoint() {
        if (lanes.count < 2 || course.lane === null) return false;
        lanes.rest(course.lane, services.clock.elapsed() + endpointRestMs);
        return true;
      },
      extendTimeout(factor) {
        if (course.timeoutMs === null) return false;
        course.timeoutMs *= factor;
        return true;
      },
    });
    return answer !== false;
  } catch (thrown) {
    signal.throwIfAborted();
    await course.run.note(`"${met.solution.approach}" could not be applied: ${inWords(thrown).message}`);
    return false;
  }
}

/** Undefined when no retry was allowed, or none worked. */
async function tryAgain(
  trying: Trying,
  original: unknown,
  rules: PartRules,
): Promise<TriedRemedy | undefined> {
  const { execution } = trying;
  const isCheck = original instanceof CheckFailed;
  const retries = Math.max(
    execution.options.retries ?? 0,
    isCheck && rules.repeatFailedCheck === true ? 1 : 0,
  );
  for (let tries = 0; tries < retries; tries += 1) {
    if (!isCheck) await execution.wait(backOffMs(tries, execution.services.random()));
    try {
      const result = await trying.go();
      await keep(trying, { error: inWords(original), solution: null, worked: true });
      return { worked: true, result };
    } catch (next) {
      if (execution.signal.aborted) throw next;
    }
  }
  return undefined;
}

async function keep({ execution, part, course }: Trying, met: Omit<Recovery, 'part'>): Promise<void> {
  const recovery: Recovery = { part: part.name, ...met };
  execution.recoveries.push(recovery);
  execution.tell({ type: 'recovery', recovery });
  const by = met.solution === null ? 'trying again' : `"${met.solution.approach}"`;
  await course.run.note(`${by} ${met.worked ? 'helped' : 'did not help'} against: ${met.error.message}`);
}
