import { type ClaimWord, claimOf } from './claim.ts';
import type { ComparedStatement } from './statement.ts';
import { opposites } from './statement-words.ts';

/** Fewer words than these say too little to be contradicted. */
const leastWords = 2;

/**
 * What a statement has in common with those that may contradict it: its words, without the numbers, denials
 * and opposites in which they could differ. Null when nothing contradicts it. Rules are contradicted by a denial
 * only: two numbers in them are two rules.
 */
export function skeletonOf(statement: ComparedStatement, isRule: boolean): string | null {
  const claim = claimOf(statement);
  const words = claim === null ? [] : plainWords(claim);
  return words.length < leastWords ? null : words.map((word) => frameOf(word, isRule)).join(' ');
}

function plainWords(claim: readonly ClaimWord[]): ClaimWord[] {
  return claim.filter(({ kind }) => kind !== 'denial');
}

function frameOf({ term, kind }: ClaimWord, isRule: boolean): string {
  if (isRule) return term;
  if (kind === 'number') return '#';
  return kind === 'opposite' ? (opposites.get(term)?.family ?? term) : term;
}

/**
 * In what two statements about the same differ so that only one of them can hold; null when both can. They
 * differ in exactly one place: whoever differs in two speaks of something else. It names no word of them, because
 * what is deleted must not live on in what is said about it.
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
  return opposites.get(left.term)?.of.has(right.term) ? 'the opposite' : null;
}

/** "30s" and "30000ms" may be the same, and "100" and "100.0" are. */
function isOtherNumber(left: string, right: string): boolean {
  const unit = (term: string): string => term.replace(/[-\d.,]/g, '');
  const digits = (term: string): string => term.replace(/[^-\d.,]/g, '');
  return unit(left) === unit(right) && Number(digits(left)) !== Number(digits(right));
}
