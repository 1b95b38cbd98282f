/**
 * Does something when it is first asked for, and gives the same answer from then on.
 *
 * @example
 * const loadRules = once(() => import('./rules.ts'));
 */
export function once<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => (answer ??= work());
}
