import { expect } from 'vitest';
import type { Command, Store } from '../../ports/store.ts';
import { recordedBounds } from '../../records/recorded.ts';
import type { Run } from '../../records/run.ts';
import type { Message, Session } from '../../records/session.ts';
import { aMessage, aRun, aSession, aStep } from '../builders.ts';
import { numbersFrom } from './random-history.ts';
import { followRecorded, recordedIn } from './recorded-follower.ts';
import {
  ali,
  alice,
  append,
  bob,
  finish,
  join,
  type StoreCase,
  say,
  shop,
  shop2,
  start,
} from './store-case.ts';

const limits = [1, 2, 3, 1_000];

const forget = (session: Session): Command => ({
  type: 'delete-session',
  owner: session.scope,
  id: session.id,
});
const removeRun = (run: Run): Command => ({ type: 'delete-run', owner: run.scope, id: run.id });

/** Messages of one session, said in this order. */
function talk(session: Session, ...ids: readonly string[]): Message[] {
  return ids.map((id) =>
    aMessage({ id, scope: session.scope, sessionId: session.id, content: `Said in ${id}` }),
  );
}

const told = async (store: Store, limit?: number): Promise<string[]> =>
  (await recordedIn(store, ali, limit)).map(({ id }) => id);

const pageCases = limits.flatMap((limit): StoreCase[] => [
  {
    title: `CAP-7: from the beginning, ${limit} at a time, every message and every ended run of the project is told, in order, and no other project’s`,
    async check(store) {
      const [session, other] = [aSession(), aSession({ scope: shop2 })];
      const [ended, going] = [aRun({ id: 'run 1' }), aRun({ id: 'run 2' })];
      await store.commit(talk(session, 'c', 'a', 'b').map((message) => say(session, message)));
      await store.commit(talk(other, 'd').map((message) => say(other, message)));
      await store.commit([start(ended), start(going), finish(ended)]);
      expect(await told(store, limit)).toStrictEqual(['c', 'a', 'b', 'run 1']);
      expect((await recordedIn(store, shop2, limit)).map(({ id }) => id)).toStrictEqual(['d']);
      expect(await recordedIn(store, bob, limit)).toStrictEqual([]);
    },
  },
  {
    title: `CAP-7: who has followed so far, ${limit} at a time, is told of what is said, ended and deleted afterwards`,
    async check(store) {
      const [session, second] = [aSession(), aSession({ id: 'second' })];
      const [run, later] = [aRun({ id: 'run 1' }), aRun({ id: 'run 2' })];
      await store.commit([
        ...talk(session, 'a', 'b').map((message) => say(session, message)),
        ...talk(second, 'c').map((message) => say(second, message)),
        start(run),
        start(later),
        finish(run),
      ]);
      const follower = followRecorded(store, ali, limit);
      const ids = async () => (await follower.catchUp()).map(({ id }) => id);
      expect(await ids()).toStrictEqual(['a', 'b', 'c', 'run 1']);
      await store.commit([...talk(session, 'd').map((message) => say(session, message)), finish(later)]);
      expect(await ids()).toStrictEqual(['a', 'b', 'c', 'd', 'run 1', 'run 2']);
      await store.commit([forget(session), removeRun(run)]);
      expect(await ids()).toStrictEqual(['c', 'run 2']);
      await store.commit([forget(second)]);
      await store.commit(talk(second, 'c', 'e').map((message) => say(second, message)));
      expect(await ids()).toStrictEqual(['c', 'e', 'run 2']);
    },
  },
]);

export const recordedCases: readonly StoreCase[] = [
  ...pageCases,
  {
    title: 'CAP-7: a message tells its words, its calls and its tool, in bounded pieces, however large it is',
    async check(store) {
      const session = aSession({ scope: alice });
      const long = 'word '.repeat(40_000);
      const messages = [
        aMessage({ id: 'a', role: 'user', content: long }),
        aMessage({ id: 'b', role: 'tool', toolName: 'Bash', content: long }),
        aMessage({
          id: 'c',
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'call_1', name: 'Bash', arguments: { command: 'pnpm test', note: [7, null] } }],
        }),
      ].map((message) => ({ ...message, scope: alice, sessionId: session.id }));
      await store.commit(messages.map((message) => say(session, message)));
      const known = await recordedIn(store, ali);
      expect(known.map(({ text }) => text)).toStrictEqual([
        long.slice(0, recordedBounds.said),
        `Bash\n${long.slice(0, recordedBounds.output)}`,
        'Bash pnpm test 7',
      ]);
      expect(known.at(2)).toStrictEqual({
        ...{ kind: 'message', id: 'c', scope: alice, agents: [], text: 'Bash pnpm test 7' },
        createdAt: messages[2]?.createdAt,
        sessionId: session.id,
      });
    },
  },
  {
    title: 'CAP-7: a run tells its task, how it went, what failed and what worked then',
    async check(store) {
      const run = aRun({ id: 'r', agents: ['coder'] });
      const failed = (position: number, message: string) =>
        aStep({
          runId: run.id,
          position,
          tool: 'Bash',
          success: false,
          error: { type: 'Error', message, signature: message },
        });
      const worked = aStep({
        runId: run.id,
        position: 3,
        tool: 'Bash',
        arguments: { command: 'pnpm install 😀' },
      });
      await store.commit([
        start(run),
        append(failed(1, 'lockfile is stale')),
        append(aStep({ runId: run.id, position: 2, tool: 'Read' })),
        append(worked),
        append(failed(4, 'x'.repeat(2_000))),
        finish(run, { approach: 'reinstall' }),
      ]);
      const [known] = await recordedIn(store, ali);
      const { description, category, type } = run.task;
      expect(known).toStrictEqual({
        ...{ kind: 'run', id: 'r', scope: ali, agents: ['coder'], createdAt: run.createdAt, sessionId: null },
        text: [
          ...[description, category, type].filter((part) => part !== null),
          ...['reinstall', 'success', 'Refunded.', 'checked the order first'],
          ...['Bash lockfile is stale', '{"command":"pnpm install 😀"}', `Bash ${'x'.repeat(500)}`],
        ].join(' · '),
      });
    },
  },
  {
    title: 'CAP-7: of many failures of a run the first are told',
    async check(store) {
      const run = aRun({ id: 'r' });
      const steps = Array.from({ length: 12 }, (_, position) => {
        const message = `failure ${position}`;
        return aStep({
          runId: run.id,
          position,
          success: false,
          error: { type: 'E', message, signature: 's' },
        });
      });
      await store.commit([start(run), ...steps.map(append), finish(run)]);
      const [known] = await recordedIn(store, ali);
      expect(known?.text).toContain('failure 7');
      expect(known?.text).not.toContain('failure 8');
    },
  },
  {
    title: 'CAP-8: a run is told again when a step or an agent comes after its end',
    async check(store) {
      const run = aRun({ id: 'r' });
      await store.commit([start(run), finish(run)]);
      const follower = followRecorded(store, ali);
      await follower.catchUp();
      const error = { type: 'Error', message: 'came later', signature: 'came later' };
      await store.commit([append(aStep({ runId: run.id, success: false, error }))]);
      expect(await follower.catchUp()).toMatchObject([{ text: expect.stringContaining('came later') }]);
      await store.commit([join(run, 'coder')]);
      expect(await follower.catchUp()).toMatchObject([{ agents: ['coder'] }]);
    },
  },
  {
    title: 'CAP-7: a refused commit leaves no trace for those who follow',
    async check(store) {
      const [session, run] = [aSession(), aRun({ id: 'r' })];
      await store.commit([start(run)]);
      const follower = followRecorded(store, ali);
      await follower.catchUp();
      const refused = [
        ...talk(session, 'a').map((message) => say(session, message)),
        finish(run),
        removeRun(aRun()),
      ];
      await expect(store.commit(refused)).rejects.toMatchObject({ code: 'not_found' });
      expect(await follower.catchUp()).toStrictEqual([]);
    },
  },
  {
    title: 'SHR-5: who follows is told that everything of an erased user is gone',
    async check(store) {
      const [session, run] = [aSession(), aRun({ id: 'r' })];
      await store.commit([
        ...talk(session, 'a').map((message) => say(session, message)),
        start(run),
        finish(run),
      ]);
      const follower = followRecorded(store, ali);
      expect(await follower.catchUp()).toHaveLength(2);
      await store.commit([{ type: 'erase-user', user: ali.user }]);
      expect(await follower.catchUp()).toStrictEqual([]);
    },
  },
  {
    title: 'CAP-7: messages and ended runs are read by who may see them, with their place in the session',
    async check(store) {
      const session = aSession();
      const [run, going] = [aRun({ id: 'r', agents: ['coder'] }), aRun({ id: 'going' })];
      await store.commit([
        ...talk(session, 'b', 'a').map((message) => say(session, message)),
        start(run),
        start(going),
        finish(run, { outcome: 'failure' }),
      ]);
      const keys = [
        { kind: 'message', id: 'a' },
        { kind: 'message', id: 'a' },
        { kind: 'run', id: 'r' },
        { kind: 'run', id: 'going' },
        { kind: 'run', id: 'b' },
      ] as const;
      const read = async (viewer: typeof ali) =>
        (await store.getRecorded(viewer, keys))
          .map(({ id, number, role, outcome, text }) => ({
            id,
            number,
            role,
            outcome,
            text: text.slice(0, 9),
          }))
          .sort((left, right) => (left.id < right.id ? -1 : 1));
      const message = { id: 'a', number: 2, role: 'user', outcome: null, text: 'Said in a' };
      const ended = {
        ...{ id: 'r', number: null, role: null, outcome: 'failure' },
        text: run.task.description.slice(0, 9),
      };
      expect(await read(ali)).toStrictEqual([message, ended]);
      expect(await read(shop)).toStrictEqual([message, ended]);
      expect(await read({ ...ali, agent: 'coder' })).toStrictEqual([ended]);
      expect(await read(alice)).toStrictEqual([]);
      expect(await read(shop2)).toStrictEqual([]);
    },
  },
  {
    title: 'CAP-7: after a history that nobody planned, who followed it knows what one knows who begins now',
    async check(store) {
      for (const seed of [3, 11, 29]) {
        const pick = numbersFrom(seed);
        const follower = followRecorded(store, ali, 2);
        const sessions = ['s0', 's1', 's2'].map((id) => aSession({ id: `${id} ${seed}` }));
        const runs: Run[] = [];
        for (let turn = 0; turn < 40; turn += 1) {
          const session = sessions[pick(3)] ?? aSession();
          const run = runs[pick(runs.length)];
          const choice = pick(6);
          if (choice < 3)
            await store.commit(talk(session, `m${seed} ${turn}`).map((message) => say(session, message)));
          else if (choice === 3) {
            const fresh = aRun({ id: `r${seed} ${turn}` });
            runs.push(fresh);
            await store.commit([start(fresh), finish(fresh)]);
          } else if (choice === 4) await store.commit([forget(session)]).catch(() => undefined);
          else if (run !== undefined) await store.commit([removeRun(run)]).catch(() => undefined);
          if (pick(3) === 0) await follower.step();
        }
        expect(await follower.catchUp()).toStrictEqual(await recordedIn(store, ali));
      }
    },
  },
];
