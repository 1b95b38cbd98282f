import type { Settings } from '../../config/settings.ts';
import type { ToolSequence } from '../../records/execution-pattern.ts';
import { slugFrom } from '../../text/slug.ts';
import { groupBy } from '../group-by.ts';
import { lowerBound } from '../posterior.ts';
import { distinctSlugs } from './distinct-slugs.ts';
import { type FoundSequence, frequentSequences } from './frequent-sequences.ts';
import type { ToolRun } from './tool-runs.ts';

/** A longer sequence replaces a part of it that occurs in hardly more runs: this share of them. */
const nearlyAll = 0.9;
const maxRanked = 300;
const maxAnswered = 50;
const maxEvidence = 10;

/**
 * Tools that are called one after the other in runs that succeed (LRN-5). Calls of the same tool in a row are one step;
 * nothing else may come between two steps, so that a sequence can be followed as it is written. Of near duplicates one
 * is kept. Ranked by the lower bound of the success rate of runs with it, then the longer one, then by name.
 *
 * @example
 * toolSequences(toolRuns(executions, calls), settings.learning.sequences)[0]?.slug; // 'read-file-then-run-tests'
 */
export function toolSequences(
  runs: readonly ToolRun[],
  { support, longest }: Settings['learning']['sequences'],
): ToolSequence[] {
  const successes = runs.filter(({ outcome }) => outcome === 'success').length;
  const failures = runs.filter(({ outcome }) => outcome === 'failure').length;
  const usual = successes / (successes + failures);
  const ranked = withoutNearDuplicates(frequentSequences(runs, support, longest))
    .sort((left, right) => right.support - left.support || byLength(left, right))
    .slice(0, maxRanked)
    .map((found) => ({ ...found, lowerBound: lowerBound(found.support, found.failures) }))
    .sort((left, right) => right.lowerBound - left.lowerBound || byLength(left, right))
    .slice(0, maxAnswered);
  const slugs = distinctSlugs(
    ranked.map(({ tools }) => ({ slug: tools.map(slugFrom).join('-then-'), name: keyOf(tools) })),
  );
  return ranked.map(({ tools, ...found }, index) => {
    const occurrences = evidenceFor(tools, runs);
    const timesRepeated = (step: number): number =>
      occurrences.filter(({ run, at }) => run.repeated[at + step]).length;
    return {
      slug: slugs[index] ?? '',
      steps: tools.map((tool, step) => ({ tool, repeated: timesRepeated(step) * 2 > occurrences.length })),
      ...found,
      lift: found.support / (found.support + found.failures) / usual,
      evidence: occurrences.map(({ run }) => run.runId),
    };
  });
}

function byLength(left: FoundSequence, right: FoundSequence): number {
  return right.tools.length - left.tools.length || (keyOf(left.tools) < keyOf(right.tools) ? -1 : 1);
}

/** Names of tools have no control characters, so the key is unambiguous. */
function keyOf(tools: readonly string[]): string {
  return tools.join('\n');
}

/**
 * Leaves out: a loop that is longer than once around (`edit, test, edit`); what begins elsewhere in the same loop;
 * and a part of a sequence that occurs hardly anywhere else.
 */
function withoutNearDuplicates(found: readonly FoundSequence[]): FoundSequence[] {
  const loopless = found.filter(({ tools }) => !isLoop(tools));
  const once = [...groupBy(loopless, rotationKey).values()].flatMap(withoutRotations);
  const covered = new Map<string, number>();
  const kept: FoundSequence[] = [];
  for (const sequence of once.sort(byLength)) {
    const { tools, support } = sequence;
    if ((covered.get(keyOf(tools)) ?? 0) >= nearlyAll * support) continue;
    kept.push(sequence);
    for (let length = 2; length < tools.length; length += 1) {
      for (let start = 0; start + length <= tools.length; start += 1) {
        const part = keyOf(tools.slice(start, start + length));
        covered.set(part, Math.max(covered.get(part) ?? 0, support));
      }
    }
  }
  return kept;
}

/** Whether the tools repeat themselves after a fixed number of calls. */
function isLoop(tools: readonly string[]): boolean {
  return tools.some(
    (_, period) => period >= 2 && tools.slice(period).every((tool, index) => tool === tools[index]),
  );
}

/** The same for all sequences that are one loop begun at different places. */
function rotationKey({ tools }: FoundSequence): string {
  const rotations = tools.map((_tool, start) => keyOf([...tools.slice(start), ...tools.slice(0, start)]));
  return rotations.sort()[0] ?? '';
}

function withoutRotations(rotations: readonly FoundSequence[]): FoundSequence[] {
  const kept: FoundSequence[] = [];
  const inOrder = rotations.toSorted((left, right) => right.support - left.support || byLength(left, right));
  for (const sequence of inOrder) {
    if (!kept.some(({ support }) => sequence.support >= nearlyAll * support)) kept.push(sequence);
  }
  return kept;
}

/** Where a sequence occurs in the latest successful runs. */
function evidenceFor(tools: readonly string[], runs: readonly ToolRun[]) {
  const occurrences: Array<{ readonly run: ToolRun; readonly at: number }> = [];
  for (const run of runs) {
    if (run.outcome !== 'success') continue;
    const at = run.tools.findIndex((_tool, start) =>
      tools.every((tool, step) => run.tools[start + step] === tool),
    );
    if (at >= 0) occurrences.push({ run, at });
    if (occurrences.length === maxEvidence) break;
  }
  return occurrences;
}
