import { describe, expect, it } from 'vitest';
import type { TemplateRun, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

describe('CAP-5 secrets and replay', () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

  async function recordLogin(agent: View): Promise<void> {
    const run = await agent.startRun({ description: 'Read the issue list' });
    await run.call('login', { password: 'hunter2', host: 'db.internal' }, () => 'session-ok');
    await run.call('fetch', { header: `Authorization: Bearer ${token}` }, () => ({ open: 3 }));
    await run.finish({ outcome: 'success' });
    await agent.templates.save({ run: run.id, name: 'read-issues', approve: true });
  }

  it('asks for what was redacted, and for nothing else', async () => {
    const alice = (await openForTest()).agent('alice');
    await recordLogin(alice);
    const { parameters } = await alice.templates.show('read-issues');
    expect(parameters.filter(({ source }) => source === 'secret').map(({ name }) => name)).toEqual([
      'password',
      'header',
    ]);
    await expect(alice.templates.run({ id: 'read-issues' }, {})).rejects.toThrow(
      '"inputs.password" "inputs.header"',
    );
  });

  it('hands the secrets to the tools, and keeps them out of the record and the report', async () => {
    const alice = (await openForTest()).agent('alice');
    await recordLogin(alice);
    const seen: unknown[] = [];
    const tools = {
      login: (given: object) => {
        seen.push(given);
        return 'welcome, your password is correct-horse';
      },
      fetch: (given: object) => {
        seen.push(given);
        return { open: 4 };
      },
    };
    const report = (await alice.templates.run(
      { id: 'read-issues', inputs: { password: 'correct-horse', header: 'odd-token-form' } },
      tools,
    )) as TemplateRun;
    expect(report.status).toBe('completed');
    expect(seen).toEqual([
      { password: 'correct-horse', host: 'db.internal' },
      { header: 'Authorization: Bearer odd-token-form' },
    ]);
    const everything = JSON.stringify([report, await alice.runs.show(report.runId)]);
    expect(everything).not.toContain('correct-horse');
    expect(everything).not.toContain('odd-token-form');
  });
});

describe('TPL-6 a value that may have come from a result', () => {
  async function recordAssignment(agent: View, state: string): Promise<void> {
    const run = await agent.startRun({ description: 'Assign ticket 7', inputs: { ticket: 7 } });
    await run.call('getTicket', { id: 7 }, () => ({ id: 7, state, owner: 'ada' }));
    await run.call('assign', { id: 7, to: 'ada', column: state }, () => ({ assigned: true }));
    await run.finish({ outcome: 'success' });
    await agent.templates.save({ run: run.id, name: 'assign', approve: true });
  }

  async function assignments(agent: View, ticket: object): Promise<{ report: TemplateRun; done: unknown[] }> {
    const done: unknown[] = [];
    const tools = {
      getTicket: () => ticket,
      assign: (given: object) => {
        done.push(given);
        return { assigned: true };
      },
    };
    return {
      report: (await agent.templates.run({ id: 'assign', inputs: { ticket: 8 } }, tools)) as TemplateRun,
      done,
    };
  }

  it('follows the result, under whatever name it was used', async () => {
    const alice = (await openForTest()).agent('alice');
    await recordAssignment(alice, 'triage');
    const { done } = await assignments(alice, { id: 8, state: 'backlog', owner: 'grace' });
    expect(done).toEqual([{ id: 8, to: 'grace', column: 'backlog' }]);
  });

  it('stops when a common word was perhaps the same by accident, and is now another', async () => {
    const alice = (await openForTest()).agent('alice');
    await recordAssignment(alice, 'open');
    const same = await assignments(alice, { id: 8, state: 'open', owner: 'grace' });
    expect(same.done).toEqual([{ id: 8, to: 'grace', column: 'open' }]);
    const other = await assignments(alice, { id: 8, state: 'closed', owner: 'grace' });
    expect(other.report).toMatchObject({
      status: 'diverged',
      divergence: { expected: '"open"', found: '"closed"' },
    });
    expect(other.done).toEqual([]);
  });
});
