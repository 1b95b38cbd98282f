import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import { openTestServer } from '../http/test-server.ts';
import { openForTest } from '../stories/open-for-test.ts';

/** A template that changes something, as a draft. */
async function draftOf(view: View, name = 'assign'): Promise<string> {
  const run = await view.startRun({ description: 'Assign ticket 5 to ann', inputs: { ticket: 5 } });
  await run.call('get_ticket', { ticket: 5 }, () => ({ ticket: 5, state: 'open' }));
  await run.call('assign', { ticket: 5, to: 'ann' }, () => ({ assigned: true }));
  await run.finish({ outcome: 'success' });
  await view.templates.save({ run: run.id, name });
  return run.id;
}

describe('TPL-15: what only people do, over HTTP', () => {
  it('is for the page of the server where no token is needed, and for no other caller', async () => {
    const door = await openTestServer({ corsOrigins: ['https://friend.example'] });
    await draftOf(door.engram);
    const approve = (headers = {}) => door.call('POST', '/api/templates/assign/approve', {}, headers);
    expect((await approve()).body).toMatchObject({
      error: { code: 'forbidden', details: { missing: ['trust'] } },
    });
    expect((await approve({ Origin: 'https://friend.example' })).status).toBe(403);
    expect((await approve({ Origin: 'https://foe.example' })).status).toBe(403);
    expect((await door.engram.templates.show('assign')).status).toBe('draft');
    expect(await approve({ Origin: door.url })).toMatchObject({ status: 200, body: { status: 'approved' } });
  });

  it('needs the scope trust with a token, which no token has by default, also from a page', async () => {
    const door = await openTestServer();
    await draftOf(door.engram);
    const { scopes } = await door.engram.tokens.create({});
    expect(scopes).toEqual(['read', 'write']);
    const approve = (headers: object) =>
      door.call('POST', '/api/templates/assign/approve', {}, { ...headers });
    const writer = await door.token({}, ['read', 'write', 'delete', 'admin']);
    expect((await approve(writer)).status).toBe(403);
    expect((await approve({ ...writer, Origin: door.url })).status).toBe(403);
    expect((await approve({ Origin: door.url })).status).toBe(401);
    expect((await approve(await door.token({}, ['write', 'trust']))).status).toBe(200);
  });

  it('is a field of some operations: what else they do needs no trust', async () => {
    const door = await openTestServer();
    const run = await draftOf(door.engram);
    const writer = await door.token({}, ['read', 'write']);
    const save = (more: object) =>
      door.call('POST', '/api/templates', { run, name: `copy-${Object.keys(more).length}`, ...more }, writer);
    expect(await save({ approve: true })).toMatchObject({ status: 403 });
    expect(await save({ approve: false, further: [] })).toMatchObject({
      status: 201,
      body: { status: 'draft' },
    });
    const edit = (body: object) => door.call('PATCH', '/api/templates/assign', body, writer);
    for (const freed of [{ free: ['1:$.state'] }, { drop: ['1'] }, { constant: ['2:$.to'] }])
      expect(await edit(freed)).toMatchObject({ status: 403 });
    expect(await edit({ name: 'assign-it' })).toMatchObject({ status: 200 });
  });

  it('opens records of other agents to others; one shares what is its own', async () => {
    const door = await openTestServer();
    const alice = door.engram.agent('alice');
    const { id } = await alice.memories.record({ kind: 'knowledge', text: 'The vault is blue' });
    const own = await door.engram.memories.record({ kind: 'knowledge', text: 'The door is green' });
    const owner = await door.token({ agent: null }, ['read', 'write']);
    const share = (body: object, headers: Record<string, string>) =>
      door.call('POST', '/api/grants', { to: 'bob', ...body }, headers);
    for (const opening of [{ from: 'alice', kind: 'knowledge' }, { memory: id }, { kind: 'knowledge' }])
      expect(await share(opening, owner)).toMatchObject({
        status: 403,
        body: { error: { details: { missing: ['trust'] } } },
      });
    expect((await share({ toProject: 'other', memory: own.id, to: undefined }, owner)).status).toBe(201);
    expect((await share({ memory: id }, await door.token({ agent: 'alice' }, ['write']))).status).toBe(201);
    const trusted = await door.token({ agent: null }, ['write', 'trust']);
    expect((await share({ from: 'alice', kind: 'knowledge' }, trusted)).status).toBe(201);
  });
});

describe('TPL-15: the audit of trust', () => {
  it('has everything that raises it, with who did it and by which operation', async () => {
    const engram = await openForTest();
    const run = await draftOf(engram);
    await engram.templates.approve({ id: 'assign', reason: 'Read and tried' });
    await engram.templates.edit({ id: 'assign', free: ['1:$.state'] });
    await engram.templates.edit({ id: 'assign', name: 'assign-it' });
    await engram.templates.save({ run, name: 'at-once', approve: true });
    await engram.templates.learn({ id: 'assign-it', run });
    const { slug } = await engram.prevention.create({ message: 'Is it Friday?', when: { tool: 'pay' } });
    await engram.prevention.switch({ id: slug ?? '', enabled: false });
    await engram.workflows.start({ name: 'release', version: '1', id: 'release-v2' });
    await engram.workflows.signal({ id: 'release-v2', topic: 'approved' });
    await engram.tokens.create({});
    const { items } = await engram.audit.list({ limit: 100 });
    const told = items.map(({ action, operation, kind, ids }) => [action, operation, kind, ids[0]]).reverse();
    expect(told).toEqual([
      ['trust', 'template.approve', 'template', 'assign'],
      ['trust', 'template.edit', 'template', 'assign'],
      ['trust', 'template.save', 'template', 'at-once'],
      ['trust', 'template.learn', 'template', 'assign-it'],
      ['trust', 'prevention.switch', 'check', slug],
      ['trust', 'workflow.signal', 'workflow', expect.stringMatching(/^wfl_/)],
      ['create-token', 'token.create', 'token', expect.any(String)],
    ]);
    expect(items.at(-1)).toMatchObject({ why: 'Read and tried', by: { agent: null } });
  });

  it('has every refused try, with the scope that was missing', async () => {
    const door = await openTestServer();
    const reader = await door.token({ agent: 'alice' }, ['read']);
    await door.call('POST', '/api/memories', { kind: 'knowledge', text: 'A' }, reader);
    await door.call('GET', '/api/doctor', undefined, reader);
    await door.call('GET', '/api/memories', undefined, { ...reader, 'X-Engram-Agent': 'bob' });
    await door.call('POST', '/api/templates/assign/approve', {}, reader);
    const { items } = await door.engram.agent('alice').audit.list({ action: 'refuse' });
    expect(items.map(({ operation }) => operation).reverse()).toEqual([
      'memory.record',
      'doctor',
      'http',
      'template.approve',
    ]);
    expect(items[0]?.why).toContain('"trust"');
  });
});

describe('LRN-4: a check that blocks', () => {
  it('is looked at however many other checks a writer makes', async () => {
    const engram = await openForTest();
    const create = (name: string, tool: string, action: 'warn' | 'block') =>
      engram.prevention.create({ name, message: name, when: { tool }, action });
    await create('no-payments', 'pay', 'block');
    const { measured: _, ...other } = { measured: null, ...(await create('flood', 'look', 'warn')) };
    // As fast as a writer could.
    await engram.contextFor().store.commit(
      Array.from({ length: 1_005 }, (_one, number) => ({
        type: 'save-lesson',
        lesson: { ...other, id: `les_flood_${number}`, slug: `flood-${number}` },
      })),
    );
    expect(await engram.prevention.check({ tool: 'pay' })).toMatchObject({ verdict: 'block' });
    const run = await engram.startRun({ description: 'Pay' });
    await expect(run.call('pay', {}, () => 'paid')).rejects.toMatchObject({ code: 'blocked' });
  });
});
