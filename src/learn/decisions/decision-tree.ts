import { eachOnce } from '../each-once.ts';
import { groupBy } from '../group-by.ts';
import { lowerBound } from '../posterior.ts';
import { type Attempt, actionKey, type Features } from './attempt.ts';
import { answer, bestQuestion, type Case, type SplitQuestion, smallestSide } from './tree-split.ts';

/** The recommended action for the cases that end here, and how it went. */
export interface TreeLeaf {
  /** Null when nothing that was tried here ever worked. */
  readonly recommended: string | null;
  /** Attempts of the recommended action; of all actions when none is recommended. */
  readonly attempts: number;
  readonly successes: number;
  readonly successRate: number;
  /** What the success rate is at least, with 90 % certainty. */
  readonly lowerBound: number;
}

/** A question with a subtree for each answer. A case without the feature takes the `no` side. */
export interface TreeFork {
  readonly question: SplitQuestion;
  readonly yes: DecisionTree;
  readonly no: DecisionTree;
}

/** A small tree that finds the best action by the features of a case. */
export type DecisionTree = TreeLeaf | TreeFork;

const maxDepth = 3;

/**
 * Learns a tree from attempts with features. Where outcomes do not depend on the features it is one leaf.
 *
 * @example
 * treeLines(learnTree(attempts));
 * // ['if retries > 3: use exponential-backoff (18 of 20)', 'otherwise: use retry-now (27 of 30)']
 */
export function learnTree(attempts: readonly Attempt[]): DecisionTree {
  const keyOf = eachOnce(actionKey);
  // For speed: most decisions come without features, and there are thousands of them.
  if (attempts.every(({ features }) => features === undefined)) {
    return leafOf(attempts, ({ action }) => keyOf(action));
  }
  return grow(
    attempts.map((attempt) => ({ ...attempt, key: keyOf(attempt.action) })),
    maxDepth,
  );
}

function grow(cases: readonly Case[], depth: number): DecisionTree {
  const question = depth === 0 || cases.length < 2 * smallestSide ? null : bestQuestion(cases);
  if (question === null) return leafOf(cases, ({ key }) => key);
  const yes = cases.filter(({ features }) => answer(question, features));
  const no = cases.filter(({ features }) => !answer(question, features));
  return { question, yes: grow(yes, depth - 1), no: grow(no, depth - 1) };
}

function leafOf<Tried extends Attempt>(cases: readonly Tried[], keyOf: (tried: Tried) => string): TreeLeaf {
  const byAction = groupBy(cases, keyOf);
  const [best] = [...byAction]
    .map(([key, tried]) => ({ key, leaf: outcomeOf(lastWritten(tried), tried) }))
    .filter(({ leaf }) => leaf.successes > 0)
    .sort((left, right) => right.leaf.lowerBound - left.leaf.lowerBound || (left.key < right.key ? -1 : 1));
  return best?.leaf ?? outcomeOf(null, cases);
}

function lastWritten(attempts: readonly Attempt[]): string | null {
  const [first] = attempts;
  if (first === undefined) return null;
  return attempts.reduce((last, attempt) => (attempt.at > last.at ? attempt : last), first).action;
}

function outcomeOf(recommended: string | null, tried: readonly Attempt[]): TreeLeaf {
  const attempts = tried.length;
  const successes = tried.reduce((sum, { quality }) => sum + quality, 0);
  const successRate = attempts === 0 ? 0 : successes / attempts;
  return {
    recommended,
    attempts,
    successes,
    successRate,
    lowerBound: lowerBound(successes, attempts - successes),
  };
}

/** What the tree recommends for a case. */
export function decideBy(tree: DecisionTree, features: Features): TreeLeaf {
  if (!('question' in tree)) return tree;
  return decideBy(answer(tree.question, features) ? tree.yes : tree.no, features);
}

/** The rules for choosing an action, as lines to read; none where outcomes do not depend on the features. */
export function rulesOf(tree: DecisionTree): string[] {
  return 'question' in tree ? treeLines(tree) : [];
}

/** The tree as lines to read, each question indented below the one it follows from. */
export function treeLines(tree: DecisionTree, indent = ''): string[] {
  if (!('question' in tree)) return [leafWords(tree)];
  const { question, yes, no } = tree;
  const condition = 'above' in question ? `> ${question.above}` : `is ${question.is}`;
  return [
    ...branchLines(`${indent}if ${question.feature} ${condition}:`, yes, indent),
    ...branchLines(`${indent}otherwise:`, no, indent),
  ];
}

function branchLines(opening: string, tree: DecisionTree, indent: string): string[] {
  const lines = treeLines(tree, `${indent}  `);
  return 'question' in tree ? [opening, ...lines] : [`${opening} ${lines[0]}`];
}

function leafWords({ recommended, attempts, successes }: TreeLeaf): string {
  if (attempts === 0) return 'nothing was tried yet';
  if (recommended === null) return `nothing has worked (0 of ${attempts})`;
  return `use ${recommended} (${Math.round(successes * 10) / 10} of ${attempts})`;
}
