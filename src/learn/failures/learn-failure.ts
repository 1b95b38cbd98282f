import type * as z from 'zod';
import { EngramError, notFound, phrase } from '../../errors.ts';
import type { Context } from '../../ports/context.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import { type learnFailureInput, solvedInput } from '../../records/learning-inputs.ts';
import type { FailureLesson, Solution } from '../../records/lesson.ts';
import { normaliseTopic } from '../../records/memory.ts';
import { parseInput } from '../../records/parse.ts';
import type { ShownSolution } from '../../records/pattern.ts';
import type { Outcome } from '../../records/record.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import { earlierSignatures, errorSignature } from '../../text/signature.ts';
import { allLessons, newLesson, openTrial, retryOnConflict, revision, saveLesson } from '../lessons.ts';
import { feedback } from '../life/uses.ts';
import { lowerBound } from '../posterior.ts';
import { followMerges } from './assign.ts';
import { isFailureMemory } from './failure-memory.ts';
import { sortInto } from './known-failures.ts';
import { nameOfFailure } from './name-failure.ts';
import { sidesOf } from './read-side.ts';
import { maxSolutions, rememberedSolution, statedSolution } from './solutions.ts';

type TaughtFailure = z.output<typeof learnFailureInput>;
type SolutionOutcome = z.input<typeof solvedInput>;

/** Finds or creates the pattern of a failure, and attaches a solution (LRN-3). */
export async function learnFailure(
  context: Context,
  viewer: Viewer,
  input: TaughtFailure,
): Promise<{ readonly pattern: FailureLesson; readonly solution: ShownSolution | null }> {
  const text = await context.redact(input.error);
  const signature = errorSignature(text);
  const pattern = await describedPattern(context, viewer, signature, earlierSignatures(text), input);
  const solution =
    input.solution === undefined
      ? null
      : await attachSolution(context, viewer, pattern, signature, { ...input, solution: input.solution });
  return { pattern, solution };
}

/** The pattern of a signature in the viewer's own scope, with the name and the cause that were given. */
async function describedPattern(
  context: Context,
  viewer: Viewer,
  signature: string,
  earlier: readonly string[],
  { name, rootCause }: TaughtFailure,
): Promise<FailureLesson> {
  return retryOnConflict(context, async () => {
    const patterns = await sortInto(context, viewer, [signature], new Map([[signature, earlier]]));
    const having = patterns.find(({ keys }) => keys.includes(signature));
    if (having === undefined)
      throw new EngramError('internal', `No pattern was made for the signature "${signature}".`);
    const pattern = followMerges(having, new Map(patterns.map((each) => [each.id, each])));
    const isNamed = name === undefined || name === pattern.slug;
    if (isNamed && rootCause === undefined) return pattern;
    if (!isNamed && patterns.some(({ slug }) => slug === name)) throw nameTaken('pattern', name);
    if (!isNamed && !isNamedByItself(pattern)) throw otherName(pattern.slug ?? '', name);
    const content = { ...pattern.content, rootCause: rootCause ?? pattern.content.rootCause };
    const command = revision(context, pattern, { content, slug: name ?? pattern.slug });
    await context.store.commit([command]);
    return command.lesson as FailureLesson;
  });
}

/** Whether its name is the default one. */
function isNamedByItself({ slug, content }: FailureLesson): boolean {
  const names = [nameOfFailure(content.template), nameOfFailure(content.signature)];
  return slug === null || names.includes(slug.replace(/-\d+$/, '')) || names.includes(slug);
}

function otherName(slug: string, name: string): EngramError {
  return new EngramError('invalid_input', `This failure is called "${slug}" already.`, {
    details: { what: 'pattern', id: slug },
    hint: phrase`Leave the name out, or rename it first: ${{ operation: 'learning.rename', given: { id: slug, name } }}.`,
  });
}

/** Not a `conflict`, which would be tried again. */
export function nameTaken(what: 'pattern' | 'check', name: string): EngramError {
  return new EngramError('invalid_input', `There is already a ${what} "${name}". Choose another name.`, {
    details: { what, id: name },
  });
}

/** The same advice for the same failure is kept once; what is new about it is taken over. */
async function attachSolution(
  context: Context,
  viewer: Viewer,
  pattern: FailureLesson,
  signature: string,
  given: TaughtFailure & { solution: string },
): Promise<ShownSolution> {
  return retryOnConflict(context, async () => {
    const { solutions: maxOwn } = context.settings.learning.retention;
    const own = (await allLessons(context, viewer, 'solution', maxSolutions)).filter(({ scope }) =>
      sameScope(scope, viewer),
    );
    const approach = await context.redact(given.solution);
    const known = own.find(
      ({ content }) =>
        content.pattern === pattern.id && normaliseTopic(content.approach) === normaliseTopic(approach),
    );
    const { steps, errorType = null, category } = given;
    const before = known?.content ?? {
      pattern: pattern.id,
      errorType,
      signature,
      approach,
      steps: [],
      categories: [],
      successes: 0,
      failures: 0,
      lastTriedAt: null,
    };
    const categories = [...new Set([...before.categories, ...(category === undefined ? [] : [category])])];
    const content = { ...before, steps: steps.length > 0 ? steps : before.steps, categories };
    const command =
      known === undefined
        ? saveLesson(newLesson(context, viewer, 'solution', { keys: [pattern.id], content }))
        : revision(context, known, { content });
    const surplus = known === undefined ? leastPromising(own, own.length + 1 - maxOwn) : [];
    await context.store.commit([
      ...surplus.map(({ scope, id }) => ({ type: 'delete-lesson', owner: scope, id }) as const),
      command,
    ]);
    return statedSolution(command.lesson as Solution).solution;
  });
}

/** The solutions to delete when there are too many: those that helped least, the oldest of them first. */
function leastPromising(solutions: readonly Solution[], count: number): Solution[] {
  if (count <= 0) return [];
  const atLeast = ({ content }: Solution): number => lowerBound(content.successes, content.failures);
  return solutions
    .toSorted((left, right) => atLeast(left) - atLeast(right) || left.updatedAt - right.updatedAt)
    .slice(0, count);
}

/** Records whether a solution helped. The outcome of one that a memory told counts for or against the memory. */
export async function solved(context: Context, viewer: Viewer, raw: SolutionOutcome): Promise<ShownSolution> {
  const { id, outcome, run } = parseInput(solvedInput, raw, 'solution');
  if (run !== undefined && (await context.store.getRun(viewer, run)) === undefined)
    throw notFound('run', run);
  const remembered = await context.store.getMemory(viewer, id);
  if (remembered !== undefined && isFailureMemory(remembered))
    return solvedByMemory(context, viewer, id, outcome);
  // Where a project shares its failures, everybody may say how a solution went; what one agent shares is only read.
  const [side] = await sidesOf(context, viewer);
  return retryOnConflict(context, async () => {
    const named = await context.store.findLessons(side?.reader ?? viewer, 'solution', [id]);
    const [solution] = named.filter((each) => each.id === id);
    // Every viewer of a solution may say how it went, as runs do for checks of the project.
    if (solution === undefined) throw notFound('solution', id);
    const { content } = solution;
    const quality = outcomeQualities[outcome];
    const command = revision(context, solution, {
      content: {
        ...content,
        successes: content.successes + quality,
        failures: content.failures + 1 - quality,
        lastTriedAt: context.clock.now(),
      },
    });
    const result = outcome === 'failure' ? 'failed' : 'worked';
    const trial = newLesson(context, solution.scope, 'trial', {
      keys: [id, ...(run === undefined ? [] : [run])],
      content: { ...openTrial, lesson: { kind: 'solution', id }, use: 'tried', runId: run ?? null, result },
    });
    await context.store.commit([command, saveLesson(trial)]);
    return statedSolution(command.lesson as Solution).solution;
  });
}

async function solvedByMemory(
  context: Context,
  viewer: Viewer,
  id: string,
  outcome: Outcome,
): Promise<ShownSolution> {
  const memory = await feedback(context, viewer, { id, outcome });
  const [told] = isFailureMemory(memory) ? rememberedSolution(memory, null) : [];
  if (told === undefined) throw notFound('solution', id);
  return told.solution;
}
