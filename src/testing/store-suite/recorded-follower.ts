import { expect } from 'vitest';
import type { ProjectOfUser, RecordedEntry, Store } from '../../ports/store.ts';

/** More pages than any case needs. */
const tooMany = 2_000;

/** What an entry promises besides its position, which only orders the messages of a session; a backend may answer more. */
export type ToldRecord = Omit<RecordedEntry, 'position'>;

const toldOf = ({ kind, id, scope, agents, createdAt, text, sessionId }: RecordedEntry): ToldRecord => ({
  ...{ kind, id, scope, agents, createdAt, text, sessionId },
});

/** Someone who follows the messages and the ended runs of a project, as an index does. */
export interface RecordedFollower {
  /** Asks until nothing more waits, and answers what is known then: messages in order, then runs by id. */
  catchUp(): Promise<ToldRecord[]>;
  /** Asks once; true when more waits. */
  step(): Promise<boolean>;
}

export function followRecorded(
  store: Store,
  { user, project }: ProjectOfUser,
  limit = 1_000,
): RecordedFollower {
  const known = new Map<string, RecordedEntry>();
  let mark: string | null = null;

  async function step(): Promise<boolean> {
    const changes = await store.recordedChanges({ user, project }, mark, limit);
    if (changes.restart) {
      known.clear();
      mark = null;
      return true;
    }
    for (const { kind, id } of changes.removed) known.delete(`${kind} ${id}`);
    for (const entry of changes.entries) known.set(`${entry.kind} ${entry.id}`, entry);
    mark = changes.mark;
    return changes.more;
  }

  return {
    step,
    async catchUp() {
      for (let pages = 0; await step(); pages += 1)
        if (pages > tooMany) expect.fail('there are always more changes');
      return [...known.values()].sort(inOrder).map(toldOf);
    },
  };
}

function inOrder(left: RecordedEntry, right: RecordedEntry): number {
  return (
    Number(left.kind === 'run') - Number(right.kind === 'run') ||
    (left.position ?? 0) - (right.position ?? 0) ||
    (left.id < right.id ? -1 : 1)
  );
}

/** All that one who begins now gets to know of a project. */
export function recordedIn(store: Store, place: ProjectOfUser, limit?: number): Promise<ToldRecord[]> {
  return followRecorded(store, place, limit).catchUp();
}
