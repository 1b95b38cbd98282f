import type { Context } from '../../ports/context.ts';
import type { MetFailure } from '../../records/execution.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import type { FailureDetails, FailurePattern } from '../../records/pattern.ts';
import type { Viewer } from '../../records/scope.ts';
import { groupBy } from '../group-by.ts';
import { experiencesOf } from './experience.ts';
import { signaturesOf } from './failure-keys.ts';
import { aboutJoint, type JointFailure } from './joint.ts';
import { type AboutPattern, aboutPatterns, type FailureKnowledge } from './knowledge.ts';
import { countRepairs, type RepairStatistics } from './repairs.ts';
import { shownPattern } from './shown-pattern.ts';
import { inferredSolution } from './solutions.ts';
import { maxRunsRead, placesOf } from './where.ts';
import { type CallExperience, maxOccurrences, maxOthers, workedNext } from './worked-next.ts';

/** The latest occurrences of a failure, and what came of those that were calls. */
interface Aftermath {
  readonly met: readonly MetFailure[];
  readonly experiences: readonly CallExperience[];
  readonly repairs: readonly RepairStatistics[];
}

/** A failure with where it happened last and what worked after it. */
export async function failureDetails(
  context: Context,
  viewer: Viewer,
  knowledge: FailureKnowledge,
  joint: JointFailure,
): Promise<FailureDetails> {
  const { shown, met, experiences } = await withAftermath(context, viewer, joint, aboutPatterns(knowledge));
  const others = await otherExperiences(context, viewer, joint.patterns);
  const runs = [...new Set(met.map(({ runId }) => runId))];
  const read = await context.store.getRuns(viewer, runs.slice(0, maxRunsRead));
  return {
    ...shown,
    where: placesOf(shown, read),
    runs,
    seenAt: met.map(({ createdAt }) => createdAt),
    workedNext: workedNext(joint.lead.id, experiences, others),
    derivedFrom: met.map(({ id }) => ({ kind: 'step', id })),
  };
}

/** A failure with the solutions that were seen in runs. */
export async function withAftermath(
  context: Context,
  viewer: Viewer,
  joint: JointFailure,
  about: (pattern: FailureLesson) => AboutPattern,
): Promise<Aftermath & { readonly shown: FailurePattern }> {
  const after = await aftermath(context, viewer, joint.patterns);
  const inferred = after.repairs.map((repair) => inferredSolution(repair, joint.lead));
  return { ...after, shown: shownPattern(joint.lead, aboutJoint(joint, about), inferred) };
}

/** What happened after the latest occurrences of a failure, in the patterns of one agent or several. */
export async function aftermath(
  context: Context,
  viewer: Viewer,
  patterns: readonly FailureLesson[],
): Promise<Aftermath> {
  const readers = readersOf(viewer, patterns);
  const found = await Promise.all(
    readers.map(async ({ reader, own }) => {
      const filter = { makers: makersOf(own), signatures: own.flatMap(signaturesOf) };
      const failures = await context.store.latestFailures(reader, filter, maxOccurrences);
      return failures.filter((failure) => own.some((pattern) => isOf(failure, pattern)));
    }),
  );
  const met = latest(found, maxOccurrences);
  const experiences = await experiencesBy(context, readers, met);
  return { met, experiences, repairs: countRepairs(experiences.flatMap(({ repairs }) => repairs)) };
}

/** What came of the latest other failures of the same agents. */
async function otherExperiences(
  context: Context,
  viewer: Viewer,
  patterns: readonly FailureLesson[],
): Promise<CallExperience[]> {
  const readers = readersOf(viewer, patterns);
  const found = await Promise.all(
    readers.map(({ reader, own }) => {
      const filter = { makers: makersOf(own), except: own.flatMap(signaturesOf) };
      return context.store.latestFailures(reader, filter, maxOthers);
    }),
  );
  return experiencesBy(context, readers, latest(found, maxOthers));
}

/** Patterns, and the viewer that their failures are read as. */
interface PatternReader {
  readonly reader: Viewer;
  readonly own: readonly FailureLesson[];
}

/** The owner of the project reads the failures of all its agents at once; else each agent's are read as by itself. */
function readersOf(viewer: Viewer, patterns: readonly FailureLesson[]): PatternReader[] {
  if (viewer.agent === null) return [{ reader: viewer, own: patterns }];
  return [...groupBy(patterns, ({ scope }) => scope.agent)].map(([agent, own]) => ({
    reader: { ...viewer, agent: agent ?? viewer.agent },
    own,
  }));
}

function makersOf(patterns: readonly FailureLesson[]): Array<string | null> {
  return [...new Set(patterns.map(({ scope }) => scope.agent))];
}

function isOf({ agent, signature }: MetFailure, { scope, keys }: FailureLesson): boolean {
  return scope.agent === agent && keys.includes(signature);
}

/** What came of these failures, in their order. */
async function experiencesBy(
  context: Context,
  readers: readonly PatternReader[],
  failures: readonly MetFailure[],
): Promise<CallExperience[]> {
  const found = await Promise.all(
    readers.map(({ reader, own }) => {
      const makers = makersOf(own);
      return experiencesOf(
        context,
        reader,
        failures.filter(({ agent }) => makers.includes(agent)),
      );
    }),
  );
  return failures.flatMap((failure) => found.flatMap((each) => each.get(failure) ?? []));
}

/** The latest of all of these, newest first. */
function latest(found: ReadonlyArray<readonly MetFailure[]>, limit: number): MetFailure[] {
  return found
    .flat()
    .sort((left, right) => right.createdAt - left.createdAt)
    .slice(0, limit);
}
