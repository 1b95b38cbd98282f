/** A failure, as far as it says what may work next. */
export interface Failed {
  /** The group the failure belongs to. */
  readonly pattern: string;
  readonly failedTool: string;
  /** What else was known then, a name and a value each: `file is known: yes`, `failures in a row: 2`. */
  readonly clues?: readonly string[];
}

/** What worked after a failure: which tool was the next to succeed. */
export interface AfterFailure extends Failed {
  readonly nextTool: string;
}

/** A tool that may succeed next. */
export interface NextTool {
  readonly tool: string;
  /** The probabilities of all tools add up to 1. */
  readonly probability: number;
  /** The most special experience that says so: of this failure, of failures of this tool, or of any. */
  readonly basis: 'failure' | 'tool' | 'all';
}

/** Counts what worked after failures, one at a time, and predicts from them. */
export interface NextTools {
  learn(experience: AfterFailure): void;
  /** Two patterns turned out to be one: what was learnt of the first belongs to the second. */
  join(from: string, into: string): void;
  /** Most probable first; equals by name. Empty before anything was learnt. */
  predict(failed: Failed): readonly NextTool[];
}

/** How many experiences of a more special kind weigh as much as all of the more general. */
const trustInGeneral = 2;
/** How much a clue counts beside the failure itself. Clues say much the same, so none counts whole. */
const trustInClue = 0.3;
/** What a tool that was never seen with a clue is taken for. */
const hardlyEver = 0.001;

interface Counts {
  readonly byTool: Map<string, number>;
  total: number;
}

type Basis = NextTool['basis'];
type Level = readonly [key: string, basis: Basis];

/**
 * Predicts the tool that will succeed after a failure: from the same failure as far as it is known, else
 * from failures of the same tool, else from all. Each level only corrects what the more general one expects, so
 * one odd experience does not outweigh many; then each clue shifts what is expected a little.
 *
 * @example
 * const next = nextTools(history);
 * next.predict({ pattern: 'file not found', failedTool: 'read' })[0]; // { tool: 'search', probability: 0.8, basis: 'failure' }
 */
export function nextTools(history: Iterable<AfterFailure> = []): NextTools {
  const known = new Map<string, Counts>();
  const expect = (levels: readonly Level[]): NextTool[] => {
    let expected: NextTool[] = [];
    for (const [key, basis] of levels) {
      const counts = known.get(key);
      if (counts !== undefined) expected = corrected(expected, counts, basis);
    }
    return expected;
  };
  const learn = (experience: AfterFailure): void => {
    const levels = [...generalLevels(experience), failureLevel(experience), ...clueLevels(experience)];
    for (const [key] of levels) count(known, key, experience.nextTool);
  };
  const join = (from: string, into: string): void => {
    for (const [key, { byTool }] of [...known]) {
      const [failedTool, kind, pattern] = JSON.parse(key) as readonly (string | undefined)[];
      if (failedTool === undefined || kind !== 'pattern' || pattern !== from) continue;
      known.delete(key);
      const [joined] = failureLevel({ failedTool, pattern: into });
      for (const [tool, times] of byTool) count(known, joined, tool, times);
    }
  };
  for (const experience of history) learn(experience);
  return {
    learn,
    join,
    predict(failed) {
      const general = generalLevels(failed);
      const usual = shares(expect(general));
      const clues = clueLevels(failed)
        .filter(([key]) => known.has(key))
        .map((clue) => shares(expect([...general, clue])));
      const shifted = expect([...general, failureLevel(failed)]).map((next) => {
        const before = usual.get(next.tool) ?? hardlyEver;
        const shift = clues.reduce(
          (sum, clue) => sum + Math.log((clue.get(next.tool) ?? hardlyEver) / before),
          0,
        );
        return { ...next, probability: next.probability * Math.exp(trustInClue * shift) };
      });
      return ranked(shifted);
    },
  };
}

/** The most general first. */
function generalLevels({ failedTool }: Failed): readonly Level[] {
  return [
    ['[]', 'all'],
    [JSON.stringify([failedTool]), 'tool'],
  ];
}

function failureLevel({ failedTool, pattern }: Failed): Level {
  return [JSON.stringify([failedTool, 'pattern', pattern]), 'failure'];
}

function clueLevels({ failedTool, clues = [] }: Failed): readonly Level[] {
  return clues.map((clue): Level => [JSON.stringify([failedTool, 'clue', clue]), 'tool']);
}

function count(known: Map<string, Counts>, key: string, tool: string, times = 1): void {
  const counts = known.get(key) ?? { byTool: new Map<string, number>(), total: 0 };
  counts.byTool.set(tool, (counts.byTool.get(tool) ?? 0) + times);
  counts.total += times;
  known.set(key, counts);
}

function corrected(general: readonly NextTool[], { byTool, total }: Counts, basis: Basis): NextTool[] {
  const trust = general.length === 0 ? 0 : trustInGeneral;
  const before = new Map(general.map((next) => [next.tool, next]));
  return [...new Set([...byTool.keys(), ...before.keys()])].map((tool) => {
    const seen = byTool.get(tool) ?? 0;
    const expected = before.get(tool);
    return {
      tool,
      probability: (seen + trust * (expected?.probability ?? 0)) / (total + trust),
      basis: seen > 0 ? basis : (expected?.basis ?? basis),
    };
  });
}

function shares(expected: readonly NextTool[]): ReadonlyMap<string, number> {
  return new Map(expected.map(({ tool, probability }) => [tool, probability]));
}

function ranked(expected: readonly NextTool[]): NextTool[] {
  const total = expected.reduce((sum, { probability }) => sum + probability, 0);
  return expected
    .map((next) => ({ ...next, probability: next.probability / total }))
    .sort((left, right) => right.probability - left.probability || (left.tool < right.tool ? -1 : 1));
}
