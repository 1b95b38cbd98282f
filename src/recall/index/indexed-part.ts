import { covers } from '../../access/grants.ts';
import { maySee } from '../../access/reach.ts';
import type { IndexPlace, MemoryEntry } from '../../ports/store.ts';
import type { GrantedViewer } from '../../records/grant.ts';

/** What an index is made of: the memories of a project, those of them that are shared with somebody, or what else is recorded. */
export interface IndexedPart extends IndexPlace {
  readonly sharedWith?: GrantedViewer;
}

/** Indexes of what a reader was granted, one for each project it comes from. */
export function partsSharedWith(reader: GrantedViewer): IndexedPart[] {
  const { granted = [] } = reader;
  const projects = new Set(
    granted.filter(({ what }) => what.of === 'memories').map(({ scope }) => scope.project),
  );
  return [...projects].map((project) => ({ user: reader.user, project, sharedWith: reader }));
}

/** Tells indexes apart. */
export function keyOf({ user, project, corpus = 'memories', sharedWith }: IndexedPart): string {
  if (sharedWith === undefined) return JSON.stringify([user, project, corpus]);
  // Grants do not change: those that hold are told apart by their ids.
  const ids = (sharedWith.granted ?? []).map(({ id }) => id);
  return JSON.stringify([user, project, sharedWith.project, sharedWith.agent, ...ids]);
}

/** Which memories are in it; what is in reach without a grant is in the index of the project already. */
export function memoriesIn({ sharedWith }: IndexedPart): ((entry: MemoryEntry) => boolean) | undefined {
  if (sharedWith === undefined) return undefined;
  const { granted = [] } = sharedWith;
  return (entry) => !maySee(sharedWith, entry.scope) && granted.some((grant) => covers(grant, entry));
}
