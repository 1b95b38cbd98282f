import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolSequenceSchema } from '../../records/execution-pattern.ts';
import { outcomes } from '../../records/record.ts';
import { anExecution, callsOf, settings } from './execution.fixture.ts';
import { toolSequences } from './sequences.ts';
import { toolRuns } from './tool-runs.ts';

type Sort = readonly [times: number, outcome: (typeof outcomes)[number], tools: string];

/** Sequences mined from runs, given as how many of each sort: `[3, 'success', 'read edit test']`. */
function mined(...sorts: readonly Sort[]) {
  const runs = sorts.flatMap(([times, outcome, tools]) =>
    Array.from({ length: times }, () => ({ execution: anExecution({ outcome }), tools: tools.split(' ') })),
  );
  return toolSequences(
    toolRuns(
      runs.map(({ execution }) => execution),
      runs.flatMap(({ execution, tools }) => callsOf(execution.runId, tools)),
    ),
    settings.sequences,
  );
}

const slugs = (...sorts: readonly Sort[]): string[] => mined(...sorts).map(({ slug }) => slug);

describe('LRN-5 tool sequences that work', () => {
  it('are what successful runs have in common, with support, lift and evidence', () => {
    const [first, ...others] = mined(
      [6, 'success', 'read_file edit_file run_tests'],
      [2, 'failure', 'read_file edit_file run_tests'],
      [4, 'failure', 'guess'],
    );
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      slug: 'read-file-then-edit-file-then-run-tests',
      steps: [
        { tool: 'read_file', repeated: false },
        { tool: 'edit_file', repeated: false },
        { tool: 'run_tests', repeated: false },
      ],
      support: 6,
      failures: 2,
    });
    // 6 of 8 succeeded with it, 6 of 12 altogether.
    expect(first?.lift).toBeCloseTo(1.5);
    expect(first?.evidence).toHaveLength(6);
  });

  it('must occur in as many successful runs as the settings say', () => {
    expect(slugs([2, 'success', 'read edit'], [9, 'failure', 'read edit'])).toEqual([]);
    expect(slugs([3, 'success', 'read edit'])).toEqual(['read-then-edit']);
  });

  it('take calls in a row as one step, which is marked as repeated', () => {
    const [first] = mined([3, 'success', 'read read read edit']);
    expect(first?.steps).toEqual([
      { tool: 'read', repeated: true },
      { tool: 'edit', repeated: false },
    ]);
  });

  it('leave out a part that occurs hardly anywhere else, and keep one that does', () => {
    expect(slugs([10, 'success', 'read edit test'], [1, 'success', 'read edit'])).toEqual([
      'read-then-edit-then-test',
    ]);
    expect(slugs([10, 'success', 'read edit test'], [9, 'success', 'read edit']).sort()).toEqual([
      'read-then-edit',
      'read-then-edit-then-test',
    ]);
  });

  it('tell a loop once around, from where it begins most often', () => {
    expect(slugs([5, 'success', 'edit test edit test edit test'])).toEqual(['edit-then-test']);
  });

  it('rank what is certain to succeed before what is merely frequent', () => {
    const found = slugs(
      [20, 'success', 'good way'],
      [40, 'success', 'usual habit'],
      [40, 'failure', 'usual habit'],
    );
    expect(found).toEqual(['good-then-way', 'usual-then-habit']);
  });

  it('are at most as long as the settings say', () => {
    expect(mined([3, 'success', 'a b c d e f g']).map(({ steps }) => steps.length)).toEqual([5, 5, 5]);
  });

  it('never reach from one run into the next', () => {
    expect(slugs([5, 'success', 'read'], [5, 'success', 'edit'])).toEqual([]);
  });

  it('count a partial success neither for nor against', () => {
    expect(mined([3, 'success', 'read edit'], [5, 'partial', 'read edit'])[0]).toMatchObject({
      support: 3,
      failures: 0,
      lift: 1,
    });
  });

  it('have slugs that tell them apart, also where names are long or alike', () => {
    const long = 'x'.repeat(100);
    const found = slugs(
      [3, 'success', `${long}a ${long}b`],
      [3, 'success', `${long}a ${long}c`],
      [3, 'success', 'Read_File Edit'],
      [3, 'success', 'read-file edit'],
    );
    expect(new Set(found).size).toBe(4);
    expect(found.every((slug) => slug.length <= 80)).toBe(true);
  });

  it('are the same whatever order the runs come in, and fit their schema', () => {
    const run = fc.record({
      outcome: fc.constantFrom(...outcomes),
      tools: fc.array(fc.constantFrom('a', 'b', 'c', '-'), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 20 }), (runs) => {
        const all = runs.map(({ outcome }) => anExecution({ outcome }));
        const calls = runs.flatMap(({ tools }, index) => callsOf(all[index]?.runId ?? '', tools));
        const found = toolSequences(toolRuns(all, calls), settings.sequences);
        for (const sequence of found) expect(() => toolSequenceSchema.parse(sequence)).not.toThrow();
        expect(toolSequences(toolRuns([...all].reverse(), [...calls].reverse()), settings.sequences)).toEqual(
          found,
        );
      }),
      { numRuns: 60 },
    );
  });
});
