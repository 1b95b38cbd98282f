import { createHash } from 'node:crypto';
import type { Context } from '../../ports/context.ts';
import {
  isRecallable,
  isStatedByUser,
  type Memory,
  memoryContents,
  newLife,
  rememberedFrom,
} from '../../records/memory.ts';
import { schemaVersion } from '../../records/record.ts';
import type { Viewer } from '../../records/scope.ts';
import { termsOf } from '../../text/terms.ts';
import { reviseCommand } from '../life/change.ts';
import { type Contradiction, contradictions, supersede } from '../life/contradictions.ts';
import { duplicateKey } from '../life/duplicates.ts';
import { committed } from '../life/round.ts';
import { statementOf } from '../life/statement.ts';
import { isComparable } from '../life/subject.ts';
import type { Keepable } from './keepable.ts';
import { replacedChoice, saysOnlyUseOf } from './replaced-choice.ts';

/** Memories that are compared with a new one: those that are most like it. */
const maxCompared = 20;
/** Words that change everything and are no terms. */
const denials = /\b(?:not|no|never|none|without|n['’]t|cannot)\b|n['’]t\b/i;

/** What became of something worth keeping. */
export type SettledKeepable =
  | { readonly known: true }
  | { readonly memory: Memory; readonly supersedes: readonly string[] };

/** Settles what is to be kept, one after the other, with what is known and what was kept just before. */
export function createSettler(context: Context, viewer: Viewer, session: string | null, dryRun: boolean) {
  const settings = context.settings.memory;
  /** What this conversation gave so far: a dry run writes nothing, and a search may not know it yet. */
  const recent: Memory[] = [];

  async function known(text: string, kind?: Memory['kind']): Promise<Memory[]> {
    const now = context.clock.now();
    const query = { query: text, kind, now, limit: maxCompared, waitForIndex: true };
    const found = await context.finder.find(viewer, query);
    const ids = found.flatMap(({ id, duplicates }) => [id, ...duplicates]);
    const memories = ids.length === 0 ? [] : await context.store.getMemories(viewer, [...new Set(ids)]);
    const others = memories.filter(({ id }) => !recent.some((one) => one.id === id));
    return [...others, ...recent].filter(
      (other) =>
        (kind === undefined || other.kind === kind) && isOwn(viewer, other) && isRecallable(other, now),
    );
  }

  /** What says that something is used which this statement replaces, of whatever kind it is. */
  async function replacedBy(memory: Memory): Promise<Contradiction[]> {
    const thing = replacedChoice(memory.text);
    if (thing === null) return [];
    const others = await known(thing);
    return (
      others
        .filter((other) => other.createdAt <= memory.createdAt && saysOnlyUseOf(other.text, thing))
        // What the user stated is changed by the user alone.
        .filter((other) => isComparable(other, settings) && !isStatedByUser(other, other.scope))
        .map((loser) => ({ winner: memory, loser, why: 'something else is used instead' }))
    );
  }

  return async (keepable: Keepable): Promise<SettledKeepable> => {
    const memory = memoryOf(context, viewer, session, keepable);
    const others = await known(memory.text, memory.kind);
    if (others.some((other) => saysSame(memory, other, settings))) return { known: true };
    const said = contradictions([...others, memory], context.clock.now(), settings).filter(
      ({ winner, loser }) => winner.id === memory.id || loser.id === memory.id,
    );
    const replaced = (await replacedBy(memory)).filter(
      ({ loser }) => !said.some((each) => each.loser.id === loser.id),
    );
    const found = [...said, ...replaced];
    if (!dryRun) {
      const { ignored } = await context.store.commit([{ type: 'record-memory', memory, ifAbsent: true }]);
      if (ignored.length > 0) return { known: true };
      await write(context, found);
    }
    // One that lost at once is kept, but holds no more.
    const holds = !found.some(({ loser }) => loser.id === memory.id);
    const supersedes = found.filter(({ winner }) => winner.id === memory.id).map(({ loser }) => loser.id);
    for (const id of supersedes) forget(recent, id);
    if (holds) recent.push(memory);
    return { memory, supersedes };
  };
}

function forget(memories: Memory[], id: string): void {
  const place = memories.findIndex((memory) => memory.id === id);
  if (place !== -1) memories.splice(place, 1);
}

/** When a memory was changed meanwhile, consolidation settles it later. */
async function write(context: Context, found: readonly Contradiction[]): Promise<void> {
  if (found.length === 0) return;
  await committed(
    context,
    supersede(found).map((change) => reviseCommand(change, context.clock.now())),
  );
}

function isOwn(viewer: Viewer, { scope }: Memory): boolean {
  return scope.user === viewer.user && scope.project === viewer.project && scope.agent === viewer.agent;
}

/** The memory of something worth keeping. Its name is made from what was said, so that the same is kept once. */
function memoryOf(context: Context, viewer: Viewer, session: string | null, keepable: Keepable): Memory {
  const { kind, text, content = {}, position, at, source } = keepable;
  const parts = JSON.stringify([session, at, source, kind, text]);
  const externalId = `said:${createHash('sha256').update(parts).digest('base64url').slice(0, 32)}`;
  return {
    schemaVersion,
    id: context.ids('mem'),
    scope: viewer,
    createdAt: at ?? context.clock.now(),
    kind,
    text,
    content: memoryContents[kind].parse(content),
    tags: [],
    confidence: 0.5,
    relevance: 0.5,
    successRate: null,
    expiresAt: null,
    visibility: 'private',
    provenance: {
      runId: null,
      stepId: null,
      importedFrom: rememberedFrom,
      agent: null,
      externalId,
      sessionId: session,
      position,
      // Who holds the conversation may have written every role of it: only `stated` makes the word of the user.
      byPerson: null,
    },
    derivedFrom: [],
    ...newLife(),
  } as Memory;
}

/** Whether a memory says the same, or the same and more. */
function saysSame(memory: Memory, other: Memory, settings: Context['settings']['memory']): boolean {
  if (memory.provenance.externalId === other.provenance.externalId) return true;
  const key = duplicateKey(memory, settings);
  if (key !== null && key === duplicateKey(other, settings)) return true;
  if (statementOf(memory.text).key === statementOf(other.text).key) return true;
  if (denials.test(memory.text) !== denials.test(other.text)) return false;
  return isWithin(termsOf(memory.text), termsOf(other.text));
}

/** Whether all terms are among others, in the same order: who prefers tabs over spaces does not prefer spaces over tabs. */
function isWithin(terms: readonly string[], others: readonly string[]): boolean {
  let place = 0;
  for (const term of others) if (term === terms[place]) place += 1;
  return terms.length > 0 && place === terms.length;
}
