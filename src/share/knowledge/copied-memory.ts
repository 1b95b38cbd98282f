import { carriedGrants, covers, readerWith } from '../../access/grants.ts';
import { mayChange } from '../../access/reach.ts';
import type { Grant, GrantedViewer } from '../../records/grant.ts';
import { importedId } from '../../records/imported-id.ts';
import { type Memory, newLife } from '../../records/memory.ts';
import type { Source } from '../../records/record.ts';
import type { Scope } from '../../records/scope.ts';
import { checksumOf } from './checksum.ts';
import { sayingOf } from './own-knowledge.ts';
import type { Incoming } from './settle.ts';
import { nowhere, unjudged } from './taught-solution.ts';

/**
 * The grants that a copy for an owner has to carry: the one by which the reader sees the memory, and those that the memory
 * carries itself. Who may change the memory needs none of its own. Undefined when the owner must not have it.
 */
export function grantsOfCopy(
  reader: GrantedViewer,
  memory: Memory,
  owner: Scope,
  open: readonly Grant[],
  now: number,
): readonly Grant[] | undefined {
  const { carriers = [] } = readerWith(owner, open, now);
  const inherited = carriedGrants(memory).map((id) => carriers.find((grant) => grant.id === id));
  if (inherited.some((grant) => grant === undefined)) return undefined;
  const known = inherited.filter((grant) => grant !== undefined);
  if (mayChange(reader, memory.scope)) return known;
  const [lasting] = (reader.granted ?? [])
    .filter((grant) => covers(grant, memory))
    .toSorted((left, right) => endOf(right) - endOf(left) || (left.id < right.id ? -1 : 1));
  return lasting === undefined ? undefined : [...known, lasting];
}

const endOf = ({ until }: Pick<Grant, 'until'>): number => until ?? Infinity;

/**
 * A memory of another agent as a copy of one's own. It goes when the original is deleted, is read only while the grants it
 * carries hold, and begins its own life: whether it helps its new owner is for that one to find out.
 */
export function copiedMemory(original: Memory, grants: readonly Grant[], owner: Scope): Incoming {
  const { id, createdAt, kind, text, content, tags, confidence, relevance, provenance } = original;
  const ids = [...new Set(grants.map((grant) => grant.id))].sort();
  const ends = [original.expiresAt, ...grants.map(({ until }) => until)].filter((end) => end !== null);
  const memory = {
    schemaVersion: original.schemaVersion,
    id: importedId('mem', owner, 'copy', id, ...ids),
    scope: owner,
    createdAt,
    kind,
    text,
    content,
    tags,
    confidence: Math.min(confidence, unjudged),
    relevance: Math.min(relevance, unjudged),
    successRate: null,
    expiresAt: ends.length === 0 ? null : Math.min(...ends),
    visibility: 'private',
    provenance: { ...nowhere, agent: provenance.agent ?? original.scope.agent },
    derivedFrom: [
      ...originalsOf(original),
      { kind: 'memory', id },
      ...ids.map((grant) => ({ kind: 'grant', id: grant })),
    ],
    ...newLife(),
  } as Memory;
  const version = checksumOf([sayingOf(memory), memory.tags]);
  return { id, memory, secondId: importedId('mem', owner, 'copy', id, version, ...ids) };
}

/** What a copy was made from, whose grants cover that. Other sources are their owner's, and go with the memory itself. */
function originalsOf(memory: Memory): Source[] {
  return carriedGrants(memory).length === 0 ? [] : memory.derivedFrom.filter(({ kind }) => kind === 'memory');
}
