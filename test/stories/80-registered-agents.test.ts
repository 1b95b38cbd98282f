import { beforeEach, describe, expect, it } from 'vitest';
import type { Engram } from '../../src/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { openForTest } from './open-for-test.ts';

describe('COO-1 registered agents', () => {
  let engram: Engram;

  beforeEach(async () => {
    engram = await openForTest();
    await engram.agents.register({ name: 'ada', specialisations: ['backend', 'backend', 'database'] });
  });

  it('are shown with what they are good at, each once, and with the record of their work', async () => {
    expect(await engram.agents.show('ada')).toMatchObject({
      specialisations: ['backend', 'database'],
      description: null,
      runs: 0,
      lastSeenAt: null,
    });
    const run = await engram.agent('ada').startRun({ description: 'Add an index' });
    await run.finish({ outcome: 'success' });
    expect(await engram.agents.show('ada')).toMatchObject({ runs: 1, finished: 1, successes: 1 });
  });

  it('are listed before they have worked, beside agents that were never registered', async () => {
    const run = await engram.agent('zoe').startRun({ description: 'Tidy up' });
    await run.finish({ outcome: 'success' });
    expect(await engram.agents.list()).toMatchObject([
      { agent: 'ada', specialisations: ['backend', 'database'], runs: 0, lastSeenAt: null },
      { agent: 'zoe', specialisations: [], runs: 1, successes: 1 },
    ]);
  });

  it('are seen by every agent of the project, and by no other project', async () => {
    expect(await engram.agent('bob').agents.show('ada')).toMatchObject({
      specialisations: ['backend', 'database'],
    });
    const elsewhere = engram.as({ project: 'elsewhere' });
    expect(await elsewhere.agents.show('ada').catch(asRefusal)).toMatchObject({ code: 'not_found' });
  });

  it('keep what an update leaves out; null takes the description away', async () => {
    await engram.agents.update({ name: 'ada', description: 'Owns the billing service' });
    const updated = await engram.agents.update({ name: 'ada', specialisations: ['billing'] });
    expect(updated).toMatchObject({ specialisations: ['billing'], description: 'Owns the billing service' });
    expect(await engram.agents.update({ name: 'ada', description: null })).toMatchObject({
      description: null,
    });
    expect(await engram.agents.update({ name: 'ada' }).catch(asRefusal)).toMatchObject({
      code: 'invalid_input',
    });
  });

  it('are registered once, and changed by the owner of the project or by themselves', async () => {
    expect(await engram.agents.register({ name: 'ada' }).catch(asRefusal)).toMatchObject({
      code: 'conflict',
    });
    const bob = engram.agent('bob').agents;
    expect(await bob.register({ name: 'bob' })).toMatchObject({ name: 'bob' });
    const attempts = [
      bob.register({ name: 'eve' }),
      bob.update({ name: 'ada', description: 'x' }),
      bob.delete('ada'),
    ];
    for (const attempt of attempts)
      expect(await attempt.catch(asRefusal)).toMatchObject({ code: 'forbidden' });
  });

  it('leave the register when they are deleted, and their records stay', async () => {
    const run = await engram.agent('ada').startRun({ description: 'Add an index' });
    await run.finish({ outcome: 'success' });
    expect(await engram.agents.delete('ada')).toEqual({ deleted: 'ada' });
    expect(await engram.agents.show('ada')).toMatchObject({
      registeredAt: null,
      specialisations: [],
      runs: 1,
    });
    expect(await engram.agents.delete('ada').catch(asRefusal)).toMatchObject({ code: 'not_found' });
  });

  it('are known by their name, and not by the id of their record', async () => {
    const { viewer, store } = engram.contextFor();
    const [record] = await store.findRecords(viewer, 'agent', 'ada');
    const refused = await engram.agents.show(record?.id ?? '').catch(asRefusal);
    expect(refused).toMatchObject({ code: 'not_found' });
  });

  it('lose secrets before they are stored (CAP-5)', async () => {
    const key = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');
    const { description } = await engram.agents.update({ name: 'ada', description: `Uses ${key}` });
    expect(description).not.toContain(key);
  });
});
