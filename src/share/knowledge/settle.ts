import type { ConflictRule, KnowledgeConflict } from '../../records/knowledge.ts';
import type { Memory } from '../../records/memory.ts';
import { isSameVersion, type OwnKnowledge } from './own-knowledge.ts';

/** A memory on its way in. */
export interface Incoming {
  /** Its id where it comes from. */
  readonly id: string;
  /** As it would be recorded. */
  readonly memory: Memory;
  /** The id it gets beside another version of itself. */
  readonly secondId: string;
}

/** What becomes of one incoming memory. */
type Settlement =
  | { readonly added: Memory }
  | { readonly replaced: Memory; readonly by: Memory }
  | { readonly already: Memory }
  | { readonly kept: Memory };

/** What is to be written, and how every conflict was resolved. */
export interface Settled {
  readonly added: readonly Memory[];
  /** Own memories, each with what it is to say from now on. */
  readonly replaced: ReadonlyArray<{ readonly own: Memory; readonly by: Memory }>;
  readonly already: number;
  readonly conflicts: readonly KnowledgeConflict[];
}

/**
 * Compares what comes in with what is known, one after the other, and decides by the rule. One's own memory is never lost
 * without being asked for (`replace`), and what the user stated is not replaced at all.
 */
export function settle(incoming: readonly Incoming[], own: OwnKnowledge, rule: ConflictRule): Settled {
  const added: Memory[] = [];
  const replaced: Array<Settled['replaced'][number]> = [];
  const conflicts: KnowledgeConflict[] = [];
  let already = 0;
  for (const each of incoming) {
    const { settlement, conflict } = settleOne(each, own, rule);
    if (conflict !== undefined) conflicts.push({ id: each.id, kind: each.memory.kind, ...conflict });
    if ('added' in settlement) {
      added.push(settlement.added);
      own.add(settlement.added);
    } else if ('replaced' in settlement) {
      const after = revised(settlement.replaced, settlement.by);
      replaced.push({ own: settlement.replaced, by: after });
      own.add(after);
    } else if ('already' in settlement) already += 1;
  }
  return { added, replaced, already, conflicts };
}

type Decided = {
  readonly settlement: Settlement;
  readonly conflict?: Omit<KnowledgeConflict, 'id' | 'kind'>;
};

function settleOne({ id, memory, secondId }: Incoming, own: OwnKnowledge, rule: ConflictRule): Decided {
  const known = own.byId.get(memory.id) ?? own.byId.get(id);
  if (known !== undefined) {
    const version = isSameVersion(known, memory) ? known : own.byId.get(secondId);
    if (version !== undefined) return { settlement: { already: version } };
    return decided('same id', known, { ...memory, id: secondId }, own, rule);
  }
  const same = own.saying(memory);
  // The same words twice help nobody, unless both are asked for.
  if (same !== undefined)
    return decided('same content', same, memory, own, rule === 'both' ? 'both' : 'keep');
  const other = own.about(memory);
  return other === undefined
    ? { settlement: { added: memory } }
    : decided('same topic', other, memory, own, rule);
}

function decided(
  reason: KnowledgeConflict['reason'],
  known: Memory,
  memory: Memory,
  own: OwnKnowledge,
  rule: ConflictRule,
): Decided {
  if (rule === 'both')
    return { settlement: { added: memory }, conflict: { reason, own: known.id, resolution: 'both' } };
  const isStated = known.provenance.byPerson === true;
  if (rule === 'keep' || isStated || own.isFixed(known.id) || !mayReplace(known, memory)) {
    const why = rule === 'replace' && isStated ? 'stated by the user' : reason;
    return { settlement: { kept: known }, conflict: { reason: why, own: known.id, resolution: 'kept' } };
  }
  return {
    settlement: { replaced: known, by: memory },
    conflict: { reason, own: known.id, resolution: 'replaced' },
  };
}

/**
 * A memory stays of its kind, what lasts is not replaced by what may be taken back, and a copy only by one of the same original: its
 * history goes when that is deleted.
 */
function mayReplace(known: Memory, memory: Memory): boolean {
  return known.kind === memory.kind && restingOn(known) === restingOn(memory);
}

/** What a memory goes with, in one order. */
function restingOn({ derivedFrom }: Memory): string {
  const sources = derivedFrom.filter(({ kind }) => kind === 'grant' || kind === 'memory');
  return sources
    .map(({ kind, id }) => `${kind} ${id}`)
    .toSorted()
    .join('\n');
}

/** A memory that says something else from now on: what was found out about the words before does not count for these. */
function revised(own: Memory, by: Memory): Memory {
  const { id, scope, createdAt, accessCount, lastAccessedAt, links } = own;
  return {
    ...by,
    id,
    scope,
    createdAt,
    accessCount,
    lastAccessedAt,
    links,
    revision: own.revision + 1,
  } as Memory;
}
