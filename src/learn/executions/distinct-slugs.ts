import { createHash } from 'node:crypto';
import { groupBy } from '../group-by.ts';

const maxSlugLength = 80;

/**
 * Slugs that tell apart what they name. One that is too long, or that several would have, ends in a mark made from
 * the exact name, so that it stays the same whatever else there is.
 *
 * @param named for each its slug, of any length, and its exact name
 */
export function distinctSlugs(named: ReadonlyArray<{ slug: string; name: string }>): string[] {
  const bySlug = groupBy(named, ({ slug }) => slug);
  return named.map(({ slug, name }) => {
    if (slug.length <= maxSlugLength && bySlug.get(slug)?.length === 1) return slug;
    const mark = createHash('sha256').update(name).digest('hex').slice(0, 6);
    const beginning = slug.slice(0, maxSlugLength - 7).replace(/[^\p{L}\p{N}]+$/u, '');
    return `${beginning}-${mark}`;
  });
}
