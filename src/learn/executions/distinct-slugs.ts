import { createHash } from 'node:crypto';
import { groupBy } from '../group-by.ts';

const maxSlugLength = 80;

/** Makes slugs unique: one that is too long, or that several share, ends in a hash of the exact name. */
export function distinctSlugs(named: ReadonlyArray<{ slug: string; name: string }>): string[] {
  const bySlug = groupBy(named, ({ slug }) => slug);
  return named.map(({ slug, name }) => {
    if (slug.length <= maxSlugLength && bySlug.get(slug)?.length === 1) return slug;
    const mark = createHash('sha256').update(name).digest('hex').slice(0, 6);
    const beginning = slug.slice(0, maxSlugLength - 7).replace(/[^\p{L}\p{N}]+$/u, '');
    return `${beginning}-${mark}`;
  });
}
