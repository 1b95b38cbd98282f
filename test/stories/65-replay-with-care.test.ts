import { describe, expect, it } from 'vitest';
import type { TemplateRun, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

describe('CAP-5 secrets and replay', () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

  async function recordLogin(agent: View): Promise<void> {
    const run = await agent.startRun({ description: 'Read the issue list' });
    const given = { password: 'hunter2', host: 'db.internal' };
    await run.call('login', given, ({ password }) => ({ session: 'ok', password }));
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
    await expect(alice.templates.run({ id: 'read-issues', asRecorded: true }, {})).rejects.toThrow(
      /these: "inputs.password" "inputs.header"$|again: "inputs.password" "inputs.header"$/,
    );
  });

  /** Replays with new secrets, in a world where the login answers this. */
  async function replayed(agent: View, session: string) {
    const seen: unknown[] = [];
    const tools = {
      login: (given: { password: string }) => {
        seen.push(given);
        return { session, password: given.password };
      },
      fetch: (given: object) => {
        seen.push(given);
        return { open: 3 };
      },
    };
    const inputs = { password: 'correct-horse', header: 'odd-token-form' };
    const report = (await agent.templates.run(
      { id: 'read-issues', inputs, asRecorded: ['host', 'header_2'] },
      tools,
    )) as TemplateRun;
    return { report, seen, everything: JSON.stringify([report, await agent.runs.show(report.runId)]) };
  }

  it('hands the secrets to the tools, and keeps them out of the record and the report', async () => {
    const alice = (await openForTest()).agent('alice');
    await recordLogin(alice);
    const { report, seen, everything } = await replayed(alice, 'ok');
    expect(report.status).toBe('completed');
    expect(seen).toEqual([
      { password: 'correct-horse', host: 'db.internal' },
      { header: 'Authorization: Bearer odd-token-form' },
    ]);
    expect(everything).not.toContain('correct-horse');
    expect(everything).not.toContain('odd-token-form');
  });

  it('keeps them out of what it says about an answer that differs', async () => {
    const alice = (await openForTest()).agent('alice');
    await recordLogin(alice);
    const { report, everything } = await replayed(alice, 'wrong password: correct-horse');
    expect(report).toMatchObject({ status: 'diverged', divergence: { call: 1 } });
    expect(everything).not.toContain('correct-horse');
  });
});

describe('TPL-6 a value that may have come from a result', () => {
  async function recordAssignment(
    agent: View,
    ticket: number,
    state: string,
    owner: string,
  ): Promise<string> {
    const run = await agent.startRun({ description: 'Assign a ticket', inputs: { ticket } });
    await run.call('getTicket', { id: ticket }, () => ({ id: ticket, state, owner }));
    await run.call('assign', { id: ticket, to: owner, column: state }, () => ({ assigned: true }));
    await run.finish({ outcome: 'success' });
    return run.id;
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
      report: (await agent.templates.run({ id: 'assign', inputs: { ticket: 809 } }, tools)) as TemplateRun,
      done,
    };
  }

  it('stops after one run when a word is another: it may have decided', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await recordAssignment(alice, 807, 'triage', 'ada');
    await alice.templates.save({ run, name: 'assign', approve: true });
    const { report, done } = await assignments(alice, { id: 809, state: 'triage', owner: 'eve' });
    expect(report.divergence).toMatchObject({ expected: '"ada"', found: '"eve"' });
    expect(done).toEqual([]);
  });

  it('follows it after one run when a person has said that the word does not matter', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await recordAssignment(alice, 807, 'triage', 'ada');
    await alice.templates.save({ run, name: 'assign' });
    await alice.templates.edit({ id: 'assign', free: ['1:$.owner'] });
    await alice.templates.approve({ id: 'assign' });
    const { done } = await assignments(alice, { id: 809, state: 'triage', owner: 'eve' });
    expect(done).toEqual([{ id: 809, to: 'eve', column: 'triage' }]);
    const { report } = await assignments(alice, { id: 809, state: 'closed', owner: 'eve' });
    expect(report.divergence).toMatchObject({ expected: '"triage"', found: '"closed"', place: '1:$.state' });
  });

  const owners = ['ada', 'grace', 'joan', 'mary', 'rosa', 'emmy', 'hedy', 'lise'];
  const states = ['triage', 'backlog', 'planned', 'design', 'build', 'test', 'paused', 'late'];

  /** Assignments of as many owners as are no vocabulary, as one template. */
  async function saveAssignments(agent: View, stateOf: (run: number) => string): Promise<void> {
    const runs: string[] = [];
    for (const [at, owner] of owners.entries())
      runs.push(await recordAssignment(agent, 1807 + at, stateOf(at), owner));
    const [run = '', ...further] = runs;
    await agent.templates.save({ run, further, name: 'assign', approve: true });
  }

  it('follows the result, under whatever name it was used, when eight runs have shown that it did', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveAssignments(alice, (run) => states[run] ?? '');
    const { done } = await assignments(alice, { id: 809, state: 'review', owner: 'eve' });
    expect(done).toEqual([{ id: 809, to: 'eve', column: 'review' }]);
  });

  it('stops when a common word was perhaps the same by accident, and is now another', async () => {
    const alice = (await openForTest()).agent('alice');
    await saveAssignments(alice, () => 'open');
    const same = await assignments(alice, { id: 809, state: 'open', owner: 'eve' });
    expect(same.done).toEqual([{ id: 809, to: 'eve', column: 'open' }]);
    const other = await assignments(alice, { id: 809, state: 'closed', owner: 'eve' });
    expect(other.report).toMatchObject({
      status: 'diverged',
      divergence: { expected: '"open"', found: '"closed"' },
    });
    expect(other.done).toEqual([]);
  });
});
