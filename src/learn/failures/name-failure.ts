import { slugFrom } from '../../text/slug.ts';

/** Words of a message that go into its name. */
const maxWords = 7;

/**
 * What a failure is called until somebody names it: the first words of its template, without the places that vary.
 *
 * @example
 * nameOfFailure('connect ETIMEDOUT <address> after <number>ms'); // 'connect-etimedout-after'
 */
export function nameOfFailure(template: string): string {
  const words = template
    .replace(/\S*<[^<>\s]{1,20}>\S*/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return slugFrom(words.slice(0, maxWords).join(' '));
}
