import type { Settings } from '../../config/settings.ts';
import { canonicalJson, sameJson } from '../../json/json.ts';
import { type Memory, normaliseTopic } from '../../records/memory.ts';
import { type Change, changed } from './change.ts';
import { generatedTag } from './compress.ts';
import { evidenceAt } from './outcome.ts';
import { statementOf } from './statement.ts';
import { differenceOf, skeletonOf } from './statement-difference.ts';
import { groupsBy, isComparable, keyOf, ownerParts, saidFields } from './subject.ts';

type Entity = Extract<Memory, { kind: 'entity' }>;

/** Two memories that cannot both be true, and which of them wins. */
export interface Contradiction {
  readonly winner: Memory;
  readonly loser: Memory;
  readonly why: string;
}

/** An older memory wins when its successes minus failures exceed those of the newer one by this much. */
const clearlyMore = 3;
/** More values than these for one statement are a list, not a change of mind. */
const maxValues = 5;

/** A key that memories which may contradict each other share; null for a memory that is not compared. */
export function contradictionKey(memory: Memory, settings: Settings['memory']): string | null {
  if (!isComparable(memory, settings)) return null;
  // A short-term memory must not supersede one that stays.
  const life = memory.expiresAt === null ? 'lasting' : 'brief';
  // Memories with other tags are about something else.
  const tags = memory.tags.filter((tag) => tag !== generatedTag).sort();
  const owner = [...ownerParts(memory), life, canonicalJson(tags)];
  switch (memory.kind) {
    case 'preference': {
      const key = normaliseTopic(memory.content.key);
      const about = canonicalJson(memory.content.metadata ?? {});
      return key === null || memory.content.value === undefined ? null : keyOf([...owner, key, about]);
    }
    case 'entity': {
      const name = normaliseTopic(memory.content.name);
      return name === null ? null : keyOf([...owner, normaliseTopic(memory.content.entityType), name]);
    }
    case 'knowledge':
    case 'rule': {
      const skeleton = skeletonOf(statementOf(memory.text), memory.kind === 'rule');
      return skeleton === null ? null : keyOf([...owner, saidFields(memory), skeleton]);
    }
    default:
      return null;
  }
}

/** Why two memories with the same key cannot both be true; null when they can. */
export function contradictionBetween(left: Memory, right: Memory): string | null {
  if (left.kind === 'preference' && right.kind === 'preference') {
    const same = sameJson(left.content.value ?? null, right.content.value ?? null);
    return same ? null : 'another value for the same preference';
  }
  if (left.kind === 'entity' && right.kind === 'entity') {
    return haveOtherValues(left, right) ? 'another value for the same property' : null;
  }
  return differenceOf(statementOf(left.text), statementOf(right.text), left.kind === 'rule');
}

function haveOtherValues(left: Entity, right: Entity): boolean {
  const other = right.content.properties ?? {};
  return Object.entries(left.content.properties ?? {}).some(
    ([property, value]) => Object.hasOwn(other, property) && !sameJson(value, other[property] ?? null),
  );
}

/** Pairs that contradict each other, each loser once; takes time in proportion to the number of memories. */
export function contradictions(
  memories: readonly Memory[],
  now: number,
  settings: Settings['memory'],
): Contradiction[] {
  return groupsBy(memories, (memory) => contradictionKey(memory, settings)).flatMap((group) => {
    const isText = group[0]?.kind === 'knowledge' || group[0]?.kind === 'rule';
    const values = new Set(group.map((memory) => statementOf(memory.text).key));
    if (isText && values.size > maxValues) return [];
    const winner = winnerOf(group, now, settings);
    return group.flatMap((loser) => {
      const why = loser === winner ? null : contradictionBetween(winner, loser);
      return why === null ? [] : [{ winner, loser, why }];
    });
  });
}

/** The newer one wins, unless the older one has clearly more evidence. */
function winnerOf(group: readonly Memory[], now: number, settings: Settings['memory']): Memory {
  const net = (memory: Memory): number => {
    const { successes, failures } = evidenceAt(memory, now, settings.confidenceHalfLifeDays);
    return successes - failures;
  };
  return group
    .toSorted((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1))
    .reduce((older, newer) => (net(older) - net(newer) >= clearlyMore ? older : newer));
}

/**
 * Links a winner with the memories it supersedes (MEM-5). The losers stay, with the moment until which they were valid.
 * The winner takes over none of their words: when a loser is deleted, nothing of it stays.
 */
export function supersede(found: readonly Contradiction[]): Change[] {
  const [first] = found;
  if (first === undefined) return [];
  const { winner } = first;
  const contradicted = found.map(({ loser }) => ({ kind: 'contradicts' as const, id: loser.id }));
  const reasons = found.map(({ loser, why }) => `${loser.id} (${why})`).join(', ');
  const links = [...winner.links, ...contradicted];
  return [
    changed(winner, { links }, 'contradicted', `It holds instead of ${reasons}.`),
    ...found.map(({ loser, why }) => {
      const life = {
        standing: 'superseded' as const,
        validUntil: Math.max(winner.createdAt, loser.createdAt),
        links: [...loser.links, { kind: 'superseded-by' as const, id: winner.id }],
      };
      return changed(loser, life, 'superseded', `${winner.id} says otherwise: ${why}.`);
    }),
  ];
}

/** Restores a loser whose winners are gone or kept hurting (MEM-5); null for every other. */
export function restored(loser: Memory, winners: readonly Memory[]): Change | null {
  const lost = loser.links.filter(({ kind }) => kind === 'superseded-by').map(({ id }) => id);
  const holding = winners.some(({ id, standing }) => lost.includes(id) && standing !== 'demoted');
  if (loser.standing !== 'superseded' || lost.length === 0 || holding) return null;
  const links = loser.links.filter(({ kind }) => kind !== 'superseded-by');
  const note = `${lost.join(', ')}, which said otherwise, is gone or kept hurting.`;
  return changed(loser, { standing: 'active', validUntil: null, links }, 'restored', note);
}
