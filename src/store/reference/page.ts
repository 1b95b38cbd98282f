import type { Page, PageOf } from '../../ports/store.ts';
import { cutPage, isAfter, type Listed, newestFirst, positionOf } from '../../records/page.ts';

/** One page of these records, newest first. */
export function pageOf<Item extends Listed>(items: readonly Item[], { after, limit }: Page): PageOf<Item> {
  const rest = items.filter((item) => after === undefined || isAfter(positionOf(item), after));
  return cutPage(rest.sort(newestFirst), limit);
}
