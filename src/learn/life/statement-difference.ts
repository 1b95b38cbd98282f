import type { Statement, Word } from './statement.ts';
import { opposites } from './statement-words.ts';

/** Fewer words than these say too little to be contradicted. */
const leastWords = 2;

/**
 * What a statement has in common with those that may contradict it: its words, without the numbers, negations
 * and states in which they could differ. Null when nothing contradicts it. Every sentence of a rule tells
 * somebody what to do, so that its numbers are values wherever they stand.
 */
export function skeletonOf(statement: Statement, isRule: boolean): string | null {
  const words = plainWords(statement);
  if (statement.doubtful || words.length < leastWords) return null;
  return words.map((word) => frameOf(word, isRule)).join(' ');
}

function plainWords({ words }: Statement): Word[] {
  return words.filter((word) => word.kind !== 'not');
}

function frameOf(word: Word, isRule: boolean): string {
  if (isValue(word, isRule)) return '#';
  return isOpposable(word) ? (opposites.get(word.said)?.family ?? word.term) : word.term;
}

function isValue(word: Word, isRule: boolean): boolean {
  return word.kind === 'number' && !word.conditional && (isRule || word.asserted);
}

function isOpposable(word: Word): boolean {
  const opposite = opposites.get(word.said);
  if (opposite === undefined) return false;
  if (opposite.where === 'relation') return true;
  return opposite.where === 'state' ? word.asserted : !word.conditional;
}

/**
 * In what two statements about the same differ so that only one of them can hold; null when both can. They
 * differ in exactly one place: whoever differs in two speaks of something else.
 */
export function differenceOf(left: Statement, right: Statement, isRule: boolean): string | null {
  const skeleton = skeletonOf(left, isRule);
  if (skeleton === null || skeleton !== skeletonOf(right, isRule)) return null;
  const others = plainWords(right);
  const differing = plainWords(left).flatMap((word, index) => {
    const other = others[index];
    return other === undefined || other.term === word.term ? [] : [{ word, other }];
  });
  const [first, second] = differing;
  if (first === undefined) return denialBetween(left, right);
  if (second !== undefined || placesOfNot(left) !== placesOfNot(right)) return null;
  return exclusionOf(first.word, first.other);
}

/** One denies what the other says. What is denied inside a condition says when, not whether. */
function denialBetween(left: Statement, right: Statement): string | null {
  const denials = [left, right].map(({ words }) => words.filter(({ kind }) => kind === 'not'));
  const [denial, another] = denials.flat();
  const one = denial !== undefined && another === undefined && !denial.conditional;
  return one ? 'one denies what the other says' : null;
}

function placesOfNot({ words }: Statement): string {
  return words.flatMap(({ kind }, index) => (kind === 'not' ? [index] : [])).join(' ');
}

function exclusionOf(left: Word, right: Word): string | null {
  if (left.kind === 'number') {
    return unitOf(left) === unitOf(right) ? `${left.said} is not ${right.said}` : null;
  }
  return opposites.get(left.said)?.of.has(right.said) ? `"${left.said}" is not "${right.said}"` : null;
}

/** "30s" and "30000ms" may be the same. */
function unitOf({ term }: Word): string {
  return term.replace(/[-\d.,:]/g, '');
}
