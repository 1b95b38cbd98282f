import type { Page, PageOf } from '../../src/ports/store.ts';
import type { Scope, Viewer } from '../../src/records/scope.ts';

/** The viewer, in a store that forgets which agent is asking. */
export const everyone = (viewer: Viewer): Viewer => ({ ...viewer, agent: null });

/** Shows a viewer also what belongs to agents whose names begin with its own. */
export function sharingPrefix<Item extends { readonly scope: Scope }>(
  viewer: Viewer,
  items: readonly Item[],
): Item[] {
  const { agent } = viewer;
  return items.filter(({ scope }) => agent === null || scope.agent === null || scope.agent.startsWith(agent));
}

/** Pages that each begin with the last record of the page before. */
export const repeatingOne = async <Item>(
  list: (page: Page) => Promise<PageOf<Item>>,
  page: Page,
): Promise<PageOf<Item>> => {
  if (page.after === undefined) return list(page);
  return list({ ...page, after: { ...page.after, createdAt: page.after.createdAt + 1 } });
};

/** Pages between which one record is lost. */
export const skippingOne = async <Item>(
  list: (page: Page) => Promise<PageOf<Item>>,
  page: Page,
): Promise<PageOf<Item>> => {
  const { items, next } = await list(page);
  return page.after === undefined ? { items, next } : { items: items.slice(1), next };
};

/** A list that promises another page after a full one, even when there is none. */
export const neverLast = async <Item extends { id: string; createdAt: number; scope: Scope }>(
  list: (page: Page) => Promise<PageOf<Item>>,
  page: Page,
): Promise<PageOf<Item>> => {
  const { items, next } = await list(page);
  const last = items.at(-1);
  if (items.length < page.limit || last === undefined) return { items, next };
  return { items, next: { createdAt: last.createdAt, id: last.id, agent: last.scope.agent } };
};

/** Pages that are turned over. */
export const oldestFirst = async <Item>(answer: Promise<PageOf<Item>>): Promise<PageOf<Item>> => {
  const { items, next } = await answer;
  return { items: items.toReversed(), next };
};

/** Pages that go on after an id, and take what another agent has of the same id for seen. */
export const forgettingAgent = <Item>(
  list: (page: Page) => Promise<PageOf<Item>>,
  page: Page,
): Promise<PageOf<Item>> =>
  list(page.after === undefined ? page : { ...page, after: { ...page.after, agent: null } });
