import { describe, expect, it } from 'vitest';
import { openForTest } from './open-for-test.ts';

describe('STO-3 memory switched off', () => {
  it('accepts everything an agent does and keeps nothing of it', async () => {
    const engram = await openForTest({ db: 'null:' });
    const alice = engram.agent('alice');
    await alice.tasks.create({ id: 'auth-123', description: 'Fix the login' });
    const run = await alice.startRun({ description: 'Refund order 42' });
    await expect(run.call('refund', { id: 42 }, () => 'ok')).resolves.toBe('ok');
    expect((await run.finish({ outcome: 'success' })).lost.records).toBe(0);
    const outside = await alice.runs.start({ description: 'Refund order 42' });
    await alice.runs.step({ run: outside.id, tool: 'refund' });
    await alice.runs.finish({ id: outside.id, outcome: 'success' });
    const { id } = await alice.memories.record({ kind: 'knowledge', text: 'x' });
    await alice.memories.delete(id);
    await alice.session('chat').append({ role: 'user', content: 'hello' });
    expect((await alice.learning.suggest({ context: 'x' })).recommended).toBeNull();
    expect(await alice.stats()).toMatchObject({
      runs: 0,
      memories: 0,
      sessions: 0,
      tasks: 0,
      backend: 'null',
    });
  });
});
