import { describe, expect, it } from 'vitest';
import { EngramError, type Store } from '../../src/index.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { openForTest } from './open-for-test.ts';

describe('CAP-4 sessions are lazy', () => {
  it('opening a session writes nothing; its first message creates it', async () => {
    const alice = (await openForTest()).agent('alice');
    const session = alice.session('chat-1');
    expect((await alice.sessions.list()).items).toEqual([]);
    await expect(alice.sessions.show('chat-1')).rejects.toMatchObject({ code: 'not_found' });
    await session.append({ role: 'user', content: 'Where is my order?' });
    expect((await alice.sessions.list()).items).toMatchObject([{ id: 'chat-1', messages: 1 }]);
  });

  it('keeps messages in order, with their tool calls and answers', async () => {
    const alice = (await openForTest()).agent('alice');
    const session = alice.session();
    await session.append({ role: 'user', content: 'Where is order 42?' });
    await session.append({
      role: 'assistant',
      toolCalls: [{ id: 'call-1', name: 'getOrder', arguments: { id: 42 } }],
    });
    await session.append({
      role: 'tool',
      toolCallId: 'call-1',
      toolName: 'getOrder',
      content: '{"status":"open"}',
    });
    const { messages } = await alice.sessions.show(session.id);
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
    expect(messages[1]?.toolCalls).toEqual([{ id: 'call-1', name: 'getOrder', arguments: { id: 42 } }]);
    expect(messages[2]).toMatchObject({ toolCallId: 'call-1', toolName: 'getOrder' });
  });

  it('does not lose later messages when the database was busy at the first', async () => {
    const inner = createReferenceStore();
    let busy = true;
    const store: Store = {
      ...inner,
      async commit(commands) {
        if (busy) throw new EngramError('store_busy', 'Busy.');
        return inner.commit(commands);
      },
    };
    const alice = (await openForTest({ store })).agent('alice');
    const session = alice.session('chat-1');
    await expect(session.append({ role: 'user', content: 'first' })).rejects.toMatchObject({
      code: 'store_busy',
    });
    busy = false;
    await session.append({ role: 'user', content: 'second' });
    expect((await alice.sessions.show('chat-1')).messages.map((message) => message.content)).toEqual([
      'second',
    ]);
  });

  it('lets two agents use the same session id without meeting', async () => {
    const engram = await openForTest();
    await engram.agent('ali').session('chat').append({ role: 'user', content: 'from ali' });
    await engram.agent('alice').session('chat').append({ role: 'user', content: 'from alice' });
    const { messages } = await engram.agent('ali').sessions.show('chat');
    expect(messages.map((message) => message.content)).toEqual(['from ali']);
    await expect(engram.sessions.show('chat')).rejects.toMatchObject({ code: 'ambiguous' });
  });
});
