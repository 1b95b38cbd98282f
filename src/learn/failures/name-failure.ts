import { slugFrom } from '../../text/slug.ts';

const maxWords = 7;

/** The default name of a failure: the first words of its template that do not vary, as in `connect-etimedout-after`. */
export function nameOfFailure(template: string): string {
  const words = template
    .replace(/\S*<[^<>\s]{1,20}>\S*/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return slugFrom(words.slice(0, maxWords).join(' '));
}
