import { normaliseTopic } from '../../records/memory.ts';
import type { DecisionBranch, DecisionPattern } from '../../records/pattern.ts';
import { errorSignature } from '../../text/signature.ts';
import { firstOf } from '../first-of.ts';
import type { Attempt, Features } from './attempt.ts';
import type { DecisionTree } from './decision-tree.ts';
import type { SplitQuestion } from './tree-split.ts';

/** What makes a decision pattern a template for decisions to come (LRN-14). */
export type DecisionTemplate = Pick<DecisionPattern, 'signature' | 'tree' | 'threshold' | 'history'>;

function latestFirst(left: Attempt, right: Attempt): number {
  return right.at - left.at || (left.source.id < right.source.id ? 1 : -1);
}

type BranchCondition = DecisionBranch['conditions'][number];

const maxHistory = 50;

/** The template of a situation: which action in which case, from how sure on, and how it went so far. */
export function decisionTemplate(
  context: string,
  attempts: readonly Attempt[],
  tree: DecisionTree,
  threshold: number,
): DecisionTemplate {
  return {
    signature: errorSignature(normaliseTopic(context) ?? context),
    tree: attempts.length === 0 ? [] : branchesOf(tree, []),
    threshold,
    history: firstOf(attempts, maxHistory, latestFirst).map(({ at, action, quality, source }) => ({
      at,
      action,
      quality,
      source,
    })),
  };
}

/** Each way through the tree with the action it leads to, in the order of the tree. */
function branchesOf(tree: DecisionTree, conditions: readonly BranchCondition[]): DecisionBranch[] {
  if (!('question' in tree)) return [{ conditions: [...conditions], ...tree }];
  const { question, yes, no } = tree;
  return [
    ...branchesOf(yes, [...conditions, { ...asCondition(question), holds: true }]),
    ...branchesOf(no, [...conditions, { ...asCondition(question), holds: false }]),
  ];
}

function asCondition(question: SplitQuestion): Omit<BranchCondition, 'holds'> {
  return 'above' in question
    ? { feature: question.feature, above: question.above }
    : { feature: question.feature, is: question.is };
}

/**
 * The branch that decides a case; null when nothing tells cases apart, when nothing has worked in such cases, or when that is less
 * sure than the threshold asks for.
 */
export function branchFor({ tree, threshold }: DecisionTemplate, features: Features): DecisionBranch | null {
  const branch = tree.find(({ conditions }) => conditions.length > 0 && allHold(conditions, features));
  return branch === undefined || branch.recommended === null || branch.lowerBound < threshold ? null : branch;
}

function allHold(conditions: readonly BranchCondition[], features: Features): boolean {
  return conditions.every(({ feature, is, above, holds }) => {
    const value = features[feature];
    const isSo = above === undefined ? value === is : typeof value === 'number' && value > above;
    return isSo === holds;
  });
}

/** The conditions of a branch in words: `retries > 3 and region is not eu`. */
export function conditionWords(conditions: DecisionBranch['conditions']): string {
  return conditions
    .map(({ feature, is, above, holds }) =>
      above === undefined
        ? `${feature} is ${holds ? '' : 'not '}${is}`
        : `${feature} ${holds ? '>' : '≤'} ${above}`,
    )
    .join(' and ');
}
