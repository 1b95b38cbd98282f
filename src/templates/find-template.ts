import { pickOne } from '../access/pick-one.ts';
import type { Context } from '../ports/context.ts';
import type { Viewer } from '../records/scope.ts';
import type { Template } from '../records/template.ts';

/** The template that a name means; undefined when it means none that the viewer may see. */
export async function findTemplate(
  context: Context,
  viewer: Viewer,
  idOrSlug: string,
): Promise<Template | undefined> {
  const found = await context.store.findTemplates(viewer, idOrSlug);
  return found.length === 0 ? undefined : pickOne('template', idOrSlug, viewer, found);
}
