import { createHash } from 'node:crypto';
import { covers } from '../../access/grants.ts';
import { maySee } from '../../access/reach.ts';
import type { IndexPlace, MemoryEntry } from '../../ports/store.ts';
import type { Grant, GrantedViewer } from '../../records/grant.ts';

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
export function keyOf(part: IndexedPart): string {
  const { user, project, corpus } = placeOf(part);
  return JSON.stringify([user, project, corpus, selectionIn(part)]);
}

/** Where an index is kept. One of what is shared has a place for each reader, whatever the reader was granted. */
export function placeOf({ user, project, corpus = 'memories', sharedWith }: IndexedPart): IndexPlace {
  if (sharedWith === undefined) return { user, project, corpus };
  const reader = digestOf([sharedWith.project, sharedWith.agent]);
  return { user, project, corpus: `shared ${reader}` };
}

/** By which grants memories are in an index; null when none are needed. Grants do not change, so that their ids tell. */
export function selectionIn(part: IndexedPart): string | null {
  return part.sharedWith === undefined ? null : digestOf(grantsOpening(part).map(({ id }) => id));
}

function grantsOpening({ project, sharedWith }: IndexedPart): readonly Grant[] {
  const { granted = [] } = sharedWith ?? {};
  return granted.filter(({ what, scope }) => what.of === 'memories' && scope.project === project);
}

function digestOf(names: ReadonlyArray<string | null>): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32);
}

/** Which memories are in it; what is in reach without a grant is in the index of the project already. */
export function memoriesIn(part: IndexedPart): ((entry: MemoryEntry) => boolean) | undefined {
  const { sharedWith } = part;
  if (sharedWith === undefined) return undefined;
  const granted = grantsOpening(part);
  return (entry) => !maySee(sharedWith, entry.scope) && granted.some((grant) => covers(grant, entry));
}
