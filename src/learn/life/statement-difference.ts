import { type ClaimWord, claimOf } from './claim.ts';
import type { ComparedStatement } from './statement.ts';
import { opposites } from './statement-words.ts';

/** A statement with fewer words is not compared. */
const minWords = 2;

/**
 * The words of a statement without the numbers, names, denials and opposites in which a contradiction could differ. Null when
 * nothing contradicts it. Rules are contradicted by a denial only: rules with two numbers are two rules.
 */
export function skeletonOf(statement: ComparedStatement, isRule: boolean): string | null {
  const claim = claimOf(statement);
  const words = claim === null ? [] : plainWords(claim);
  return words.length < minWords ? null : words.map((word) => frameOf(word, isRule)).join(' ');
}

function plainWords(claim: readonly ClaimWord[]): ClaimWord[] {
  return claim.filter(({ kind }) => kind !== 'denial');
}

function frameOf({ term, kind }: ClaimWord, isRule: boolean): string {
  if (isRule) return term;
  if (kind === 'number') return '#';
  if (kind === 'name') return '@';
  return kind === 'opposite' ? (opposites.get(term)?.family ?? term) : term;
}

/**
 * Why two statements contradict each other; null when both can be true. They must differ in exactly one place. The
 * answer names no word of them, because it is stored and would outlive a deleted memory.
 */
export function differenceOf(
  left: ComparedStatement,
  right: ComparedStatement,
  isRule: boolean,
): string | null {
  const skeleton = skeletonOf(left, isRule);
  if (skeleton === null || skeleton !== skeletonOf(right, isRule)) return null;
  const claims = [claimOf(left) ?? [], claimOf(right) ?? []] as const;
  const others = plainWords(claims[1]);
  const differing = plainWords(claims[0]).flatMap((word, index) => {
    const other = others[index];
    return other === undefined || other.term === word.term ? [] : [{ word, other }];
  });
  const [first, second] = differing;
  const [denials, otherDenials] = [placesOfDenial(claims[0]), placesOfDenial(claims[1])];
  if (first === undefined) {
    return denials.length + otherDenials.length === 1 ? 'one denies what the other says' : null;
  }
  if (second !== undefined || denials.join() !== otherDenials.join()) return null;
  return exclusionOf(first.word, first.other);
}

function placesOfDenial(claim: readonly ClaimWord[]): number[] {
  return claim.flatMap(({ kind }, index) => (kind === 'denial' ? [index] : []));
}

function exclusionOf(left: ClaimWord, right: ClaimWord): string | null {
  if (left.kind === 'number') return isOtherNumber(left.term, right.term) ? 'another number' : null;
  if (left.kind === 'name') return 'another name';
  return opposites.get(left.term)?.of.has(right.term) ? 'the opposite' : null;
}

/** "30s" and "30000ms" may be the same, and "100" and "100.0" are. */
function isOtherNumber(left: string, right: string): boolean {
  const unit = (term: string): string => term.replace(/[-\d.,]/g, '');
  const digits = (term: string): string => term.replace(/[^-\d.,]/g, '');
  return unit(left) === unit(right) && Number(digits(left)) !== Number(digits(right));
}
