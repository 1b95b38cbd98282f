import { expect } from 'vitest';
import { aMemory, aMessage, aModelStep, aRun, aSession, aTask } from '../builders.ts';
import { ali, alice, finish, longAgo, record, type StoreCase, say, shop } from './store-case.ts';
import { aWorld, commandsOf } from './world.ts';

export const overviewCases: readonly StoreCase[] = [
  {
    title: 'STO-2: listAgents sums up each agent’s runs and memories, and not the project’s own',
    async check(store) {
      const runs = [aRun(), aRun(), aRun(), aRun({ scope: alice })] as const;
      await store.commit([
        ...runs.map((run) => ({ type: 'start-run', run }) as const),
        finish(runs[0]),
        finish(runs[1], { outcome: 'failure' }),
        record(aMemory({ createdAt: 5_000_000_000_000 })),
        record(aMemory({ scope: shop })),
      ]);
      const agents = await store.listAgents(shop);
      expect(agents.toSorted((left, right) => left.runs - right.runs)).toStrictEqual([
        { agent: 'alice', runs: 1, successes: 0, finished: 0, memories: 0, lastSeenAt: runs[3].createdAt },
        { agent: 'ali', runs: 3, successes: 1, finished: 2, memories: 1, lastSeenAt: 5_000_000_000_000 },
      ]);
    },
  },
  {
    title: 'STO-2: listAgents knows an agent by any of its runs, memories, messages and tasks',
    async check(store) {
      const of = (agent: string) => ({ scope: { ...ali, agent }, createdAt: 100 });
      await store.commit([
        { type: 'start-run', run: aRun(of('by-run')) },
        record(aMemory(of('by-memory'))),
        say(aSession(of('by-message')), aMessage({ ...of('by-message'), createdAt: 100 })),
        { type: 'create-task', task: aTask(of('by-task')) },
      ]);
      const agents = await store.listAgents(shop);
      expect(agents.map(({ agent }) => agent).toSorted()).toStrictEqual([
        'by-memory',
        'by-message',
        'by-run',
        'by-task',
      ]);
      expect(agents.map(({ lastSeenAt }) => lastSeenAt)).toStrictEqual([100, 100, 100, 100]);
    },
  },
  {
    title: 'STO-2: count counts every type of record',
    async check(store) {
      const [world, other] = [aWorld(ali), aWorld(shop)];
      const runs = [aRun(), aRun()] as const;
      await store.commit([
        ...commandsOf(world),
        ...commandsOf(other),
        ...runs.map((run) => ({ type: 'start-run', run }) as const),
        { type: 'append-step', step: aModelStep({ runId: runs[0].id }) },
        finish(runs[0]),
        finish(runs[1], { outcome: 'failure' }),
        say(world.session, aMessage({ sessionId: world.session.id })),
        record(aMemory({ kind: 'rule', text: 'Ask first.' })),
      ]);
      expect(await store.count(ali, longAgo)).toStrictEqual({
        tasks: 2,
        runs: 6,
        finishedRuns: 4,
        successfulRuns: 3,
        steps: 3,
        sessions: 2,
        messages: 3,
        memories: 3,
        memoriesByKind: { decision: 2, rule: 1 },
        templates: 2,
      });
    },
  },
  {
    title: 'STO-1: after writing, health has no problems',
    async check(store) {
      await store.commit(commandsOf(aWorld(ali)));
      expect((await store.health()).problems).toStrictEqual([]);
    },
  },
];
