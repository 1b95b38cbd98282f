import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../ports/context.ts';
import type { Scope } from '../../records/scope.ts';
import { aMessage, resetBuilders } from '../../testing/index.ts';
import { injectTemplate } from './seed.ts';
import { contextForTest } from './session.fixture.ts';
import {
  bestSessionTemplate,
  createSessionTemplate,
  deleteSessionTemplate,
  listSessionTemplates,
  sessionTemplateStatistics,
  showSessionTemplate,
} from './session-templates.ts';

beforeEach(resetBuilders);

const project: Scope = { user: 'ada', project: 'shop', agent: null };
const alice: Scope = { ...project, agent: 'alice' };
const ali: Scope = { ...project, agent: 'ali' };

/** A session in which each of these tools was called once, and worked. */
async function record(context: Context, id: string, tools: readonly string[], scope = alice): Promise<void> {
  const calls = tools.map((name, place) => ({ id: `${id}-${place}`, name, arguments: { of: id, place } }));
  const said = [
    aMessage({ role: 'assistant', content: '', toolCalls: calls, scope, sessionId: id }),
    ...calls.map((call) =>
      aMessage({ role: 'tool', content: 'done', toolCallId: call.id, scope, sessionId: id }),
    ),
  ];
  await context.store.commit(
    said.map((message) => ({
      type: 'append-message',
      session: { schemaVersion: 1, id, scope, createdAt: message.createdAt },
      message,
    })),
  );
}

describe('SES-3 session templates', () => {
  it('are made of a session, and shown by name', async () => {
    const context = contextForTest();
    await record(context, 'chat', ['read_file', 'patch', 'read_file']);
    const made = await createSessionTemplate(context, alice, {
      session: 'chat',
      name: 'fix-tests',
      tags: ['tests'],
    });
    expect(made.template).toMatchObject({
      name: 'fix-tests',
      agent: 'alice',
      type: 'file',
      tags: ['tests'],
      version: 1,
      status: 'active',
      examples: 3,
      usage: 0,
      effectiveness: null,
    });
    expect(await showSessionTemplate(context, alice, 'fix-tests')).toEqual(made);
    expect(await showSessionTemplate(context, alice, made.template.id)).toEqual(made);
  });

  it('are named after their type and session when nobody names them; another session gets another name', async () => {
    const context = contextForTest();
    const long = 'x'.repeat(70);
    for (const id of [`${long}1`, `${long}2`]) await record(context, id, ['patch']);
    const create = async (session: string) =>
      (await createSessionTemplate(context, alice, { session })).template;
    const first = await create(`${long}1`);
    const second = await create(`${long}2`);
    expect(first.name).toBe(`file-${'x'.repeat(55)}`);
    expect(second.name).toBe(`${first.name}-2`);
    expect([await create(`${long}1`), await create(`${long}2`)].map(({ id }) => id)).toEqual([
      first.id,
      second.id,
    ]);
  });

  it('refuse a session that is not there, and one without a call that worked', async () => {
    const context = contextForTest();
    const create = (session: string) => createSessionTemplate(context, alice, { session });
    await expect(create('nowhere')).rejects.toMatchObject({ code: 'not_found' });
    await record(context, 'talk', []);
    await expect(create('talk')).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('has no call that could be an example'),
    });
  });

  it('get another version when the name is given to another session', async () => {
    const context = contextForTest();
    await record(context, 'one', ['patch']);
    await record(context, 'two', ['web_search']);
    const create = (session: string) =>
      createSessionTemplate(context, alice, { session, name: 'mine', tags: [session] });
    const first = await create('one');
    await injectTemplate(context, alice, { name: 'mine', messages: [] });
    const second = await create('two');
    expect(second.template).toMatchObject({ id: first.template.id, version: 2, type: 'research', usage: 0 });
    expect(second.earlier).toEqual([{ version: 1, sessionId: 'one', usage: 1, successes: 0, failures: 0 }]);
    expect(await sessionTemplateStatistics(context, alice)).toEqual({
      total: 1,
      by_type: { code: 0, file: 0, research: 1, mixed: 0 },
      total_examples: 1,
      total_usage: 1,
    });
  });

  it('are listed by type and by any of the tags', async () => {
    const context = contextForTest();
    for (const [id, tool, tags] of [
      ['a', 'patch', ['x', 'y']],
      ['b', 'web_search', ['y']],
      ['c', 'patch', []],
    ] as const) {
      await record(context, id, [tool]);
      await createSessionTemplate(context, alice, { session: id, name: id, tags: [...tags] });
    }
    const names = async (filter: Parameters<typeof listSessionTemplates>[2]) =>
      (await listSessionTemplates(context, alice, filter)).map(({ name }) => name);
    expect(await names({})).toEqual(['a', 'b', 'c']);
    expect(await names({ type: 'file' })).toEqual(['a', 'c']);
    expect(await names({ tags: ['y', 'z'] })).toEqual(['a', 'b']);
    expect(await names({ type: 'research', tags: ['x'] })).toEqual([]);
  });

  it('say which is the best: the least used of those that fit; none is no error', async () => {
    const context = contextForTest();
    for (const id of ['a', 'b']) {
      await record(context, id, ['patch']);
      await createSessionTemplate(context, alice, { session: id, name: id, tags: ['t', id] });
    }
    const best = async (filter: Parameters<typeof bestSessionTemplate>[2]) =>
      (await bestSessionTemplate(context, alice, filter))?.name ?? null;
    for (const name of ['a', 'a', 'b']) await injectTemplate(context, alice, { name, messages: [] });
    expect(await best({ type: 'file', tags: ['t'] })).toBe('b');
    expect(await best({ tags: ['a', 'other'] })).toBe('a');
    expect(await best({ type: 'code' })).toBeNull();
  });

  it('are deleted by name', async () => {
    const context = contextForTest();
    await record(context, 'a', ['patch']);
    const { template } = await createSessionTemplate(context, alice, { session: 'a', name: 'a' });
    expect(await deleteSessionTemplate(context, alice, 'a')).toEqual({ deleted: template.id });
    await expect(showSessionTemplate(context, alice, 'a')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stay with whoever acted in the session, also when the owner makes them', async () => {
    const context = contextForTest();
    await record(context, 'a', ['patch']);
    await createSessionTemplate(context, project, { session: 'a', name: 'a' });
    await expect(showSessionTemplate(context, ali, 'a')).rejects.toMatchObject({ code: 'not_found' });
    expect((await showSessionTemplate(context, alice, 'a')).template.agent).toBe('alice');
    await expect(deleteSessionTemplate(context, ali, 'a')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of the project are used by its agents, and not deleted by them', async () => {
    const context = contextForTest();
    await record(context, 'a', ['patch'], project);
    await createSessionTemplate(context, project, { session: 'a', name: 'a' });
    await injectTemplate(context, ali, { name: 'a', messages: [] });
    expect((await showSessionTemplate(context, project, 'a')).template.usage).toBe(1);
    await expect(deleteSessionTemplate(context, ali, 'a')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('SES-4 injecting a session template', () => {
  it('moves its usage count, also when several do it at once', async () => {
    const context = contextForTest();
    await record(context, 'a', ['patch', 'read_file']);
    await createSessionTemplate(context, alice, { session: 'a', name: 'a' });
    const messages = [{ role: 'user', content: 'Hello' }];
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        injectTemplate(context, alice, { name: 'a', messages, session: `next-${number}` }),
      ),
    );
    expect(all[0]).toMatchObject({ injected: 2, template: { name: 'a', version: 1 } });
    expect(all[0]?.messages).toHaveLength(1 + 1 + 4);
    const { template, seedings } = await showSessionTemplate(context, alice, 'a');
    expect(template.usage).toBe(8);
    expect(seedings).toHaveLength(8);
  });

  it('shows only tools that the session has; without any of them nothing was used', async () => {
    const context = contextForTest();
    await record(context, 'a', ['patch', 'read_file']);
    await createSessionTemplate(context, alice, { session: 'a', name: 'a' });
    const given = { name: 'a', messages: [{ role: 'user', content: 'Hello' }] };
    expect((await injectTemplate(context, alice, { ...given, tools: ['patch'] })).injected).toBe(1);
    expect(await injectTemplate(context, alice, { ...given, tools: ['other'] })).toMatchObject({
      injected: 0,
      messages: given.messages,
    });
    expect((await showSessionTemplate(context, alice, 'a')).template.usage).toBe(1);
  });
});
