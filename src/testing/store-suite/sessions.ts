import { expect } from 'vitest';
import { aMessage, aSession } from '../builders.ts';
import { emptyPage } from './reads.ts';
import { ali, alice, idsOf, type StoreCase, say, shop, wholeList } from './store-case.ts';

export const sessionCases: readonly StoreCase[] = [
  {
    title: 'CAP-4: no session exists before its first message; it comes with it, once',
    async check(store) {
      const session = aSession();
      expect(await store.findSessions(ali, session.id)).toStrictEqual([]);
      expect(await store.listSessions(ali, wholeList)).toStrictEqual(emptyPage);
      const [first, second] = [aMessage(), aMessage()];
      await store.commit([say(session, first)]);
      await store.commit([say(session, second)]);
      const summary = { ...session, messages: 2, lastMessageAt: second.createdAt };
      expect(await store.findSessions(ali, session.id)).toStrictEqual([summary]);
      expect(await store.listSessions(ali, wholeList)).toStrictEqual({ items: [summary], next: null });
      expect((await store.count(ali, 0)).sessions).toBe(1);
    },
  },
  {
    title: 'CAP-4: a session stays as its first message brought it',
    async check(store) {
      const session = aSession();
      await store.commit([say(session, aMessage())]);
      await store.commit([say({ ...session, createdAt: session.createdAt + 1 }, aMessage())]);
      expect(await store.findSessions(ali, session.id)).toMatchObject([{ createdAt: session.createdAt }]);
    },
  },
  {
    title: 'CAP-4: messages are listed in the order they were appended, whatever their times and ids say',
    async check(store) {
      const session = aSession();
      const messages = [
        aMessage({ id: 'm', createdAt: 300 }),
        aMessage({ id: 'z', createdAt: 100 }),
        aMessage({ id: 'a', createdAt: 200 }),
      ];
      for (const message of messages) await store.commit([say(session, message)]);
      expect(await store.listMessages(ali, session)).toStrictEqual(messages);
      expect(await store.findSessions(ali, session.id)).toMatchObject([{ messages: 3, lastMessageAt: 300 }]);
    },
  },
  {
    title: 'CAP-4: the same message again is ignored, alone and in one commit: what was first written stays',
    async check(store) {
      const session = aSession();
      const [first, second] = [aMessage(), aMessage()];
      await store.commit([say(session, first), say(session, first), say(session, second)]);
      await store.commit([say(session, { ...first, content: 'written again' })]);
      expect(await store.listMessages(ali, session)).toStrictEqual([first, second]);
      expect(await store.findSessions(ali, session.id)).toMatchObject([{ messages: 2 }]);
    },
  },
  {
    title: 'CAP-4: a message id met again in another session makes no session without messages',
    async check(store) {
      const [session, other] = [aSession(), aSession({ id: 'other' })];
      const message = aMessage();
      await store.commit([say(session, message)]);
      await store.commit([say(other, { ...message, sessionId: other.id })]);
      expect(await store.findSessions(ali, other.id)).toStrictEqual([]);
      expect((await store.count(ali, 0)).sessions).toBe(1);
    },
  },
  {
    title:
      'CAP-4: two agents may use the same session id; each sees its own messages, the owner both sessions',
    async check(store) {
      const own = aSession({ id: 'chat' });
      const hers = aSession({ id: 'chat', scope: alice });
      const [said, heard] = [aMessage({ sessionId: 'chat' }), aMessage({ sessionId: 'chat', scope: alice })];
      await store.commit([say(own, said), say(hers, heard)]);
      expect(await store.listMessages(ali, own)).toStrictEqual([said]);
      expect(await store.listMessages(alice, hers)).toStrictEqual([heard]);
      expect(await store.listMessages(ali, hers)).toStrictEqual([]);
      expect(await store.listMessages(shop, hers)).toStrictEqual([heard]);
      expect(await store.findSessions(ali, 'chat')).toMatchObject([{ scope: ali, messages: 1 }]);
      const both = await store.findSessions(shop, 'chat');
      expect(both.map(({ scope }) => scope.agent).toSorted()).toStrictEqual(['ali', 'alice']);
    },
  },
  {
    title: 'CAP-4: listMessages and findSessions answer for exactly this session',
    async check(store) {
      const [session, other] = [aSession({ id: 'chat' }), aSession({ id: 'chat-2' })];
      const message = aMessage({ sessionId: 'chat' });
      await store.commit([say(session, message), say(other, aMessage({ sessionId: 'chat-2' }))]);
      expect(await store.listMessages(ali, session)).toStrictEqual([message]);
      expect(idsOf(await store.findSessions(ali, 'chat'))).toStrictEqual(['chat']);
    },
  },
];
