import { createHash } from 'node:crypto';
import type { Context } from '../../ports/context.ts';
import {
  isRecallable,
  isStatedByUser,
  type Memory,
  memorySchema,
  rememberedFrom,
} from '../../records/memory.ts';
import { schemaVersion } from '../../records/record.ts';
import type { Viewer } from '../../records/scope.ts';
import { reviseCommand } from '../life/change.ts';
import { contradictions, supersede } from '../life/contradictions.ts';
import { duplicateKey } from '../life/duplicates.ts';
import { committed } from '../life/round.ts';
import { statementOf } from '../life/statement.ts';
import { isComparable } from '../life/subject.ts';
import { chosenOf, replacedChoice, saysOnlyUseOf } from './choices.ts';
import type { Keepable } from './conversation.ts';

/** Memories that are compared with a new one: those that are most like it. */
const maxCompared = 20;

/** What became of something worth keeping; null when it is known. */
type SettledKeepable = { readonly memory: Memory; readonly supersedes: readonly string[] } | null;

/** Settles what is to be kept, one after the other, with what is known and what was kept just before. */
export function createSettler(
  context: Context,
  viewer: Viewer,
  session: string | null,
  dryRun: boolean,
): (keepable: Keepable) => Promise<SettledKeepable> {
  const settings = context.settings.memory;
  /** What this conversation gave so far: a dry run writes nothing, and a search may not know it yet. */
  const recent = new Map<string, Memory>();

  async function known(text: string, kind?: Memory['kind']): Promise<Memory[]> {
    const now = context.clock.now();
    const query = { query: text, kind, now, limit: maxCompared, waitForIndex: true };
    const found = await context.finder.find(viewer, query);
    const ids = new Set(found.flatMap(({ id, duplicates }) => [id, ...duplicates]));
    const memories = ids.size === 0 ? [] : await context.store.getMemories(viewer, [...ids]);
    return [...memories.filter(({ id }) => !recent.has(id)), ...recent.values()].filter(
      (other) =>
        (kind === undefined || other.kind === kind) && isOwn(viewer, other) && isRecallable(other, now),
    );
  }

  /** What says that something is used which this statement replaces, of whatever kind it is. What the user stated is changed by the user alone. */
  async function replacedBy(memory: Memory): Promise<Memory[]> {
    const thing = replacedChoice(memory.text);
    return (thing === null ? [] : await known(thing)).filter(
      (other) =>
        other.createdAt <= memory.createdAt &&
        saysOnlyUseOf(other.text, thing ?? '') &&
        isComparable(other, settings) &&
        !isStatedByUser(other, other.scope),
    );
  }

  return async (keepable) => {
    const said = memoryOf(context, viewer, session, keepable);
    const others = await known(said.text, said.kind);
    const memory = withEarlierKey(said, others);
    const isKnown = (other: Memory): boolean =>
      memory.provenance.externalId === other.provenance.externalId ||
      duplicateKey(memory, settings) === (duplicateKey(other, settings) ?? '') ||
      statementOf(memory.text).key === statementOf(other.text).key;
    if (others.some(isKnown)) return null;
    const contradicted = contradictions([...others, memory], context.clock.now(), settings).filter(
      ({ winner, loser }) => winner.id === memory.id || loser.id === memory.id,
    );
    const losers = new Set(contradicted.map(({ loser }) => loser.id));
    const replaced = (await replacedBy(memory))
      .filter(({ id }) => !losers.has(id))
      .map((loser) => ({ winner: memory, loser, why: 'something else is used instead' }));
    const found = [...contradicted, ...replaced];
    if (!dryRun) {
      const { ignored } = await context.store.commit([{ type: 'record-memory', memory, ifAbsent: true }]);
      if (ignored.length > 0) return null;
      const changes = supersede(found).map((change) => reviseCommand(change, context.clock.now()));
      // When a memory was changed meanwhile, consolidation settles it later.
      if (changes.length > 0) await committed(context, changes);
    }
    const supersedes = found.filter(({ winner }) => winner.id === memory.id).map(({ loser }) => loser.id);
    for (const id of supersedes) recent.delete(id);
    // One that lost at once is kept, but holds no more.
    if (!losers.has(memory.id)) recent.set(memory.id, memory);
    return { memory, supersedes };
  };
}

/** "I prefer spaces" speaks of what "I prefer tabs over spaces" had decided: it gets the same key, so that the two are compared. */
function withEarlierKey(memory: Memory, others: readonly Memory[]): Memory {
  if (memory.kind !== 'preference' || memory.content.key !== undefined) return memory;
  for (const { kind, content } of others) {
    const key = kind === 'preference' ? content.key : undefined;
    const value = key === undefined ? null : chosenOf(memory.text, key);
    if (kind === 'preference' && value !== null) return { ...memory, content: { ...content, value } };
  }
  return memory;
}

function isOwn(viewer: Viewer, { scope }: Memory): boolean {
  return scope.user === viewer.user && scope.project === viewer.project && scope.agent === viewer.agent;
}

/** The memory of something worth keeping. Its name is made from what was said, so that the same is kept once. */
function memoryOf(context: Context, viewer: Viewer, session: string | null, keepable: Keepable): Memory {
  const { kind, text, content = {}, position, at, source } = keepable;
  const parts = JSON.stringify([session, at, source, kind, text]);
  const externalId = `said:${createHash('sha256').update(parts).digest('base64url').slice(0, 32)}`;
  return memorySchema.parse({
    schemaVersion,
    id: context.ids('mem'),
    scope: viewer,
    createdAt: at ?? context.clock.now(),
    kind,
    text,
    content,
    // Who holds the conversation may have written every role of it: only `stated` makes the word of the user.
    provenance: { importedFrom: rememberedFrom, externalId, sessionId: session, position, byPerson: null },
  });
}
