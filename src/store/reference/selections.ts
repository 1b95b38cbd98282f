import type { RetentionReads } from '../../ports/retention-reads.ts';
import { memoryTopic } from '../../records/memory.ts';
import type { RecordSelection, SelectedCount, SelectedRecord } from '../../records/record-selection.ts';
import { sameScope } from '../../records/scope.ts';
import { isHeld } from './held.ts';
import type { State } from './state.ts';

/** A record of a selection, whether it is held, and its place among the others. */
interface GrowingRecord {
  readonly record: SelectedRecord;
  readonly held: boolean;
  readonly place: string;
}

export function readSelections(state: State): RetentionReads {
  return {
    async selectRecords(selection, after, limit) {
      const rest = selected(state, selection)
        .filter(({ held, place }) => !held && (after === null || place > after))
        .sort((left, right) => (left.place < right.place ? -1 : 1));
      const piece = rest.slice(0, limit);
      return {
        items: structuredClone(piece.map(({ record }) => record)),
        next: piece.length < limit ? null : (piece.at(-1)?.place ?? null),
      };
    },
    async surveyRecords(selection) {
      const counts = new Map<string, SelectedCount>();
      for (const { record, held } of selected(state, selection)) {
        const { kind, createdAt } = record;
        const key = `${kind} ${held ? 1 : 0}`;
        const known = counts.get(key) ?? { kind, held, count: 0, oldest: createdAt, newest: createdAt };
        counts.set(key, {
          ...known,
          count: known.count + 1,
          oldest: Math.min(known.oldest, createdAt),
          newest: Math.max(known.newest, createdAt),
        });
      }
      return [...counts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, count]) => count);
    },
    async retentionPolicies() {
      const policies = [...state.owned.policy.values()];
      return structuredClone(policies.sort((left, right) => (left.id < right.id ? -1 : 1)));
    },
  };
}

function selected(state: State, selection: RecordSelection): GrowingRecord[] {
  const { user, project, agent, before } = selection;
  const isOwn = ({ scope }: SelectedRecord): boolean =>
    scope.user === user && scope.project === project && (agent === undefined || agent === scope.agent);
  return candidates(state, selection)
    .filter(({ record, age }) => isOwn(record) && (before === undefined || (age !== null && age <= before)))
    .map(({ record, held }) => {
      const { id, scope, createdAt, kind } = record;
      return { record: { id, scope, createdAt, kind }, held, place: `${id}\u0001${scope.agent ?? ''}` };
    });
}

function candidates(
  state: State,
  selection: RecordSelection,
): Array<Omit<GrowingRecord, 'place'> & { readonly age: number | null }> {
  if (selection.of === 'run') {
    return [...state.runs.values()].map((run) => {
      const record = { ...run, kind: 'run' as const };
      const age = run.outcome === null ? null : (run.finishedAt ?? run.createdAt);
      return { record, held: isHeld(state, record), age };
    });
  }
  if (selection.of === 'session') {
    return [...state.sessions.values()].map((session) => {
      const record = { ...session, kind: 'session' as const };
      const said = [...state.messages.values()]
        .filter(({ sessionId, scope }) => sessionId === session.id && sameScope(scope, session.scope))
        .map(({ createdAt }) => createdAt);
      return { record, held: isHeld(state, record), age: Math.max(...said) };
    });
  }
  const { kind, tags = [], topic, standings, by } = selection;
  return [...state.memories.values()]
    .filter(
      (memory) =>
        (kind === undefined || memory.kind === kind) &&
        tags.every((tag) => memory.tags.includes(tag)) &&
        (topic === undefined || memoryTopic(memory) === topic) &&
        (standings === undefined || standings.includes(memory.standing)),
    )
    .map((memory) => {
      const used = by === 'last-used' ? (memory.lastAccessedAt ?? 0) : 0;
      return { record: memory, held: isHeld(state, memory), age: Math.max(memory.createdAt, used) };
    });
}
