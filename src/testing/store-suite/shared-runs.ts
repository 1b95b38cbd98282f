import { expect } from 'vitest';
import { maySeeRun } from '../../access/reach.ts';
import type { Store } from '../../ports/store.ts';
import type { Run } from '../../records/run.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
import { makerOf } from '../../records/step.ts';
import { aRun, aStep } from '../builders.ts';
import { numbersFrom } from './random-history.ts';
import { type ReadMethod, reads } from './reads.ts';
import {
  ali,
  alice,
  append,
  expectRefusal,
  finish,
  idsOf,
  join,
  longAgo,
  type StoreCase,
  shop,
  start,
  wholeList,
} from './store-case.ts';
import { aWorld, failure } from './world.ts';

const reviewer: Scope = { ...ali, agent: 'reviewer' };

/** Every way to read something of a run. */
const runReads = [
  ...([
    'getRun',
    'getRuns',
    'listRuns',
    'listSteps',
    'findFailedSteps',
    'listCallsAfter',
    'listCalls',
  ] as const),
  ...([
    'listExecutions',
    'tallyRuns',
    'tallyHalves',
    'tallyFailures',
    'listAgents',
    'count',
    'getExecutions',
    'getRecorded',
  ] as const),
] satisfies readonly ReadMethod[];

/** Viewers that take no part, each one way to confuse labels. */
const outsiders: Readonly<Record<string, Viewer>> = {
  'another agent of the project': alice,
  'an agent whose name begins with that of a member': { ...ali, agent: 'reviewer2' },
  'an agent whose name is the beginning of that of a member': { ...ali, agent: 'review' },
  'an agent named like a pattern': { ...ali, agent: '%' },
  'an agent whose name differs only in case': { ...ali, agent: 'Reviewer' },
  'an agent of the name of a member in another project': { ...reviewer, project: 'shop2' },
  'an agent of the name of a member of another user': { ...reviewer, user: 'bob' },
  'the owner of another project': { ...shop, project: 'shop2' },
};

/** Two runs that ali shares with the reviewer: one goes on and has a failed step of the reviewer, one is over. */
async function share(store: Store) {
  const world = aWorld(ali);
  const agents = ['reviewer', 'coder'];
  const failedStep = { ...world.failedStep, agent: 'reviewer' };
  await store.commit([
    start({ ...world.run, agents }),
    start({ ...world.endedRun, agents }),
    append(aStep({ scope: ali, runId: world.run.id })),
    append(failedStep),
  ]);
  return { ...world, failedStep };
}

const readCases = runReads.map(
  (method): StoreCase => ({
    title: `CAP-8: ${method} shows a run with several agents to each of them and the owner, and to nobody else`,
    async check(store) {
      const world = await share(store);
      const { ask, nothing } = reads[method];
      const shown = await ask(store, ali, world);
      expect(shown).not.toStrictEqual(nothing);
      for (const viewer of [reviewer, { ...ali, agent: 'coder' }, shop]) {
        expect(await ask(store, viewer, world)).toStrictEqual(shown);
      }
      for (const [who, viewer] of Object.entries(outsiders)) {
        expect(await ask(store, viewer, world), who).toStrictEqual(nothing);
      }
    },
  }),
);

/** Runs of random holders and agents, with steps that agents made; names begin alike. */
async function randomWorkforce(store: Store, seed: number): Promise<Run[]> {
  const below = numbersFrom(seed);
  const names = ['a', 'al', 'ali', 'alice'];
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const runs: Run[] = [];
  for (let made = 0; made < 40; made += 1) {
    const scope = { user: oneOf(['ada', 'bob']), project: oneOf(['shop', 'shop2']), agent: oneOf(names) };
    const others = names.filter((name) => name !== scope.agent);
    const agents = others.filter(() => below(3) === 0);
    const [later] = others.filter((name) => !agents.includes(name) && below(3) === 0);
    const run = aRun({ scope, agents });
    const joined = later === undefined ? run : { ...run, agents: [...agents, later] };
    await store.commit([
      start(run),
      ...(later === undefined ? [] : [join(run, later)]),
      ...[null, ...joined.agents].map((agent, position) =>
        append(aStep({ runId: run.id, scope, agent, position, success: below(2) === 0, error: failure })),
      ),
      ...(below(2) === 0 ? [finish(run)] : []),
    ]);
    runs.push(joined);
  }
  return runs;
}

const randomCases = [7, 80].map(
  (seed): StoreCase => ({
    title: `CAP-8: among runs of random agents (${seed}) each viewer reads those that the rule of access says, with all their steps`,
    async check(store) {
      const runs = await randomWorkforce(store, seed);
      const viewers = ['ada', 'bob'].flatMap((user) =>
        ['shop', 'shop2'].flatMap((project) =>
          ['a', 'al', 'ali', 'alice', 'reviewer', null].map((agent) => ({ user, project, agent })),
        ),
      );
      for (const viewer of viewers) {
        const theirs = runs.filter((run) => maySeeRun(viewer, run));
        const ids = idsOf(theirs).toSorted();
        const { items } = await store.listRuns(viewer, {}, wholeList);
        expect(idsOf(items).toSorted()).toStrictEqual(ids);
        const steps = (await Promise.all(idsOf(runs).map((id) => store.listSteps(viewer, id)))).flat();
        expect(steps).toHaveLength(theirs.reduce((sum, { agents }) => sum + 1 + agents.length, 0));
        const counts = await store.count(viewer, longAgo);
        expect([counts.runs, counts.steps]).toStrictEqual([ids.length, steps.length]);
        const ended = items.filter(({ outcome }) => outcome !== null).map(({ id }) => id);
        const executions = await store.listExecutions(viewer, {}, 1_000);
        expect(executions.map(({ runId }) => runId).toSorted()).toStrictEqual(ended.toSorted());
        const tallied = (await store.tallyRuns(viewer)).reduce((sum, tally) => sum + tally.runs, 0);
        expect(tallied).toBe(ended.length);
        const failed = steps.filter(({ success }) => !success);
        const found = await store.findFailedSteps(viewer, [failure.signature], 1_000);
        expect(idsOf(found).toSorted()).toStrictEqual(idsOf(failed).toSorted());
        for (const { agent, occurrences } of await store.tallyFailures(viewer, longAgo)) {
          expect(occurrences).toBe(failed.filter((step) => makerOf(step) === agent).length);
        }
      }
    },
  }),
);

export const sharedRunCases: readonly StoreCase[] = [
  ...readCases,
  ...randomCases,
  {
    title: 'CAP-8: a step names the agent that made it; its owner is the agent that holds the run',
    async check(store) {
      const run = aRun({ agents: ['reviewer'] });
      const steps = [aStep({ runId: run.id }), aStep({ runId: run.id, position: 1, agent: 'reviewer' })];
      await store.commit([start(run), ...steps.map(append)]);
      expect(await store.listSteps(shop, run.id)).toStrictEqual(steps);
    },
  },
  {
    title:
      'CAP-8: an agent that joins sees what happened before, and the agents are named in the order they joined',
    async check(store) {
      const run = aRun({ agents: ['zoe'] });
      const step = aStep({ runId: run.id });
      await store.commit([start(run), append(step)]);
      expect(await store.listSteps(reviewer, run.id)).toStrictEqual([]);
      await store.commit([join(run, 'ali', 'zoe', 'reviewer'), join(run, 'bea', 'reviewer')]);
      expect(await store.listSteps(reviewer, run.id)).toStrictEqual([step]);
      expect((await store.getRun(ali, run.id))?.agents).toStrictEqual(['zoe', 'reviewer', 'bea']);
    },
  },
  {
    title: 'CAP-8: a step of an agent that takes no part is refused with not_found, and lets nobody in',
    async check(store) {
      const run = aRun({ agents: ['reviewer'] });
      await store.commit([start(run)]);
      const step = aStep({ runId: run.id, agent: 'alice' });
      await expectRefusal(store, [append(step)], 'not_found');
      await expectRefusal(store, [append({ ...step, scope: alice })], 'not_found');
      await expectRefusal(store, [append({ ...step, agent: null, scope: reviewer })], 'not_found');
      expect(await store.getRun(alice, run.id)).toBeUndefined();
      expect((await store.getRun(shop, run.id))?.totals.steps).toBe(0);
    },
  },
  {
    title:
      'CAP-8: a run that is written again lets in the agents that joined since, so that their steps can follow',
    async check(store) {
      const run = aRun();
      await store.commit([start(run)]);
      const again = { ...run, agents: ['reviewer'] };
      const step = aStep({ runId: run.id, agent: 'reviewer' });
      const commands = [{ type: 'start-run', run: again, ifAbsent: true } as const, append(step)];
      expect(await store.commit(commands)).toStrictEqual({ ignored: [0] });
      expect(await store.listSteps(reviewer, run.id)).toStrictEqual([step]);
    },
  },
  {
    title: 'CAP-8: a run of another owner lets nobody in when it is written again',
    async check(store) {
      const run = aRun();
      await store.commit([start(run)]);
      const theirs = { ...run, scope: alice, agents: ['alice', 'reviewer'] };
      await store.commit([{ type: 'start-run', run: theirs, ifAbsent: true }]);
      expect(await store.getRun(alice, run.id)).toBeUndefined();
      expect(await store.getRun(reviewer, run.id)).toBeUndefined();
    },
  },
];
