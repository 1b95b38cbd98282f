import { expect } from 'vitest';
import type { MemoryEntry, Store } from '../../ports/store.ts';
import type { Memory } from '../../records/memory.ts';
import { aMemory, aRun, aStep, aUse } from '../builders.ts';
import {
  ali,
  alice,
  changed,
  longAgo,
  noteUses,
  record,
  remove,
  revise,
  type StoreCase,
  shop,
  wholeList,
} from './store-case.ts';

const topic = 'api-timeout';
const about = (action: string) => ({ context: 'API timeout', action });

/** What an entry and its memory have in common. */
function shared({
  id,
  scope,
  content,
  standing,
  revision,
  expiresAt,
}: Omit<MemoryEntry, 'sessionId' | 'position' | 'claimedBy'>) {
  return { id, scope, content, standing, revision, expiresAt };
}

/** Entries, listed and by their ids, are those of the memories, for an agent and the owner. */
async function agree(store: Store, ids: readonly string[], now = longAgo): Promise<void> {
  for (const viewer of [ali, alice, shop]) {
    const { items } = await store.listMemories(viewer, { topic, now }, wholeList);
    const entries = await store.listEntries(viewer, { topic, now }, 1_000);
    expect(entries.map(shared)).toStrictEqual(items.map(shared));
    const [found, known] = [await store.getEntries(viewer, ids), await store.getMemories(viewer, ids)];
    const byId = (list: readonly Parameters<typeof shared>[0][]) =>
      list.map(shared).toSorted((left, right) => (left.id < right.id ? -1 : 1));
    expect(byId(found)).toStrictEqual(byId(known));
  }
}

export const readAgainCases: readonly StoreCase[] = [
  {
    title: 'LRN-1: entries that are read again are what has become of the memories since',
    async check(store) {
      const decision = (id: string, action: string, scope = ali): Memory =>
        aMemory({
          id,
          scope,
          kind: 'decision',
          content: about(action),
          expiresAt: id === 'c' ? 9_000 : null,
        });
      const ids = ['a', 'b', 'c', 'd'];
      const [a, b, c] = [decision('a', 'wait'), decision('b', 'retry', shop), decision('c', 'stop', alice)];
      const steps = [
        [record(a), record(b), record(c)],
        [revise(changed(a, { content: about('wait longer') }))],
        [revise(changed(b, { standing: 'archived' }))],
        // The memory that was recorded last goes, and what comes next may get its place in the database.
        [record(decision('d', 'ask'))],
        [remove(decision('d', 'ask'))],
        [record(decision('d', 'ask somebody else', alice))],
        [remove(decision('d', '', alice)), record(decision('d', 'ask at last'))],
        [remove(a)],
      ];
      for (const tidied of [false, true]) {
        for (const commands of tidied ? [] : steps) {
          await store.commit(commands);
          await agree(store, ids);
        }
        await store.tidy(100);
        await agree(store, ids);
        await agree(store, ids, 9_000);
      }
      const [left] = await store.listEntries(ali, { topic, now: longAgo }, 10);
      expect(left?.content).toStrictEqual(about('ask at last'));
    },
  },
  {
    title: 'LRN-1: getEntries gives each memory that is asked for and seen once, of any number',
    async check(store) {
      const memories = Array.from({ length: 1_203 }, (_, number) => aMemory({ id: `m${number}`, text: 'x' }));
      await store.commit([...memories.map(record), record(aMemory({ id: 'hers', scope: alice }))]);
      const asked = [...memories.map(({ id }) => id), 'm0', 'hers', 'unknown'];
      const found = (await store.getEntries(ali, asked)).map(({ id }) => id);
      expect(found.toSorted()).toStrictEqual(memories.map(({ id }) => id).toSorted());
      expect(await store.getEntries(ali, [])).toStrictEqual([]);
    },
  },
  {
    title: 'LRN-7: executions that are read again count what came since',
    async check(store) {
      const end = { outcome: 'success', finishedAt: 9_000, summary: null, successFactors: [] } as const;
      const memory = aMemory({ id: 'm' });
      await store.commit([
        record(memory),
        { type: 'start-run', run: aRun({ id: 'r' }) },
        { type: 'finish-run', owner: ali, runId: 'r', end },
      ]);
      const counted = async () => {
        const [execution] = await store.listExecutions(ali, {}, 10);
        return [execution?.toolCalls, execution?.memories];
      };
      expect(await counted()).toStrictEqual([0, 0]);
      await store.commit([{ type: 'append-step', step: aStep({ id: 's', runId: 'r' }) }]);
      expect(await counted()).toStrictEqual([1, 0]);
      await store.commit([noteUses(aUse({ memoryId: 'm', runId: 'r' }))]);
      expect(await counted()).toStrictEqual([1, 1]);
      await store.commit([remove(memory)]);
      expect(await counted()).toStrictEqual([1, 0]);
    },
  },
  {
    title: 'LRN-7: the executions that ended last are an agent’s own and the project’s, in one order',
    async check(store) {
      const ended = (id: string, finishedAt: number, scope = ali) =>
        ({
          type: 'start-run',
          run: aRun({ id, scope, createdAt: 1_000, outcome: 'success', finishedAt }),
        }) as const;
      await store.commit([
        ended('a', 2_000),
        ended('b', 3_000, shop),
        ended('c', 4_000),
        ended('d', 5_000, alice),
        ended('e', 4_000, shop),
      ]);
      const last = async (limit: number) =>
        (await store.listExecutions(ali, {}, limit)).map(({ runId }) => runId);
      expect(await last(1)).toStrictEqual(['e']);
      expect(await last(3)).toStrictEqual(['e', 'c', 'b']);
      expect(await last(10)).toStrictEqual(['e', 'c', 'b', 'a']);
    },
  },
];
