import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engram } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

async function openNew(): Promise<Engram> {
  const engram = await openForTest();
  onTestFinished(() => engram.close());
  return engram;
}

/** Ten runs about other things, all of which went well. */
async function proveElsewhere(engram: Engram, agent: string): Promise<void> {
  const chores = [
    'Translate the handbook',
    'Water the plants',
    'Order new chairs',
    'Draw the logo',
    'Book a room',
  ];
  for (const description of [...chores, ...chores.map((chore) => `${chore} again`)]) {
    const run = await engram.agent(agent).startRun({ description });
    await run.finish({ outcome: 'success' });
    await engram.agent(agent).memories.record({ kind: 'success', text: `${description}: done` });
  }
}

const scenarios = [
  ['Python TypeError: None value causing errors', 'Python TypeError fixed', 'TypeError'],
  [
    'The nightly backup of the orders database runs out of disk space',
    'Freed disk space for the backup of the database',
    'backup',
  ],
  ['Safari shows a blank page after login', 'Fixed the login page that stayed blank in Safari', 'Safari'],
  [
    'Invoices are sent twice when the mail server times out',
    'Mail server timeout: sent each invoice once with a key',
    'invoice',
  ],
  [
    'Flaky test: checkout spec fails on CI only',
    'Made the checkout spec stable on CI by waiting for the network',
    'checkout',
  ],
  ['Dependency update: upgrade React to version 19', 'Upgraded React from 17 to 18', 'React'],
  [
    'Kubernetes pods restart because of OOMKilled',
    'OOMKilled pods in Kubernetes: raised the memory limit',
    'OOMKilled',
  ],
  ['Add pagination to GET /api/customers', 'Added pagination to GET /api/orders', 'pagination'],
  [
    'Memory leak in the websocket gateway',
    'Closed listeners, which ended the leak of memory in the websocket gateway',
    'websocket',
  ],
  ['Customers in Germany see prices without VAT', 'VAT was missing from German prices', 'VAT'],
] as const;

describe('COO-2: experience from memory', () => {
  it.each(scenarios)('"%s" goes to the agent that remembers "%s"', async (issue, memory, word) => {
    const engram = await openNew();
    for (const name of ['agent-1', 'agent-2']) await engram.agents.register({ name, specialisations: [] });
    await proveElsewhere(engram, 'agent-2');
    expect((await engram.agents.match({ description: issue })).agent).toBe('agent-2');
    await engram.agent('agent-1').memories.record({ kind: 'success', text: memory });
    const match = await engram.agents.match({ description: issue });
    expect(
      match.ranking.map(({ agent }) => agent),
      JSON.stringify(match.ranking),
    ).toEqual(['agent-1', 'agent-2']);
    expect(match.context).toContain(word);
    // The same memory does not make it the agent for everything.
    expect((await engram.agents.match({ description: 'Choose a colour for the new sofa' })).agent).toBe(
      'agent-2',
    );
  });

  it('grows with each success, shrinks with each failure, and is 0 where nothing is remembered', async () => {
    const engram = await openNew();
    for (const name of ['ada', 'bob']) await engram.agents.register({ name, specialisations: [] });
    const description = 'Python TypeError: None value causing errors';
    const experience = async () =>
      new Map(
        (await engram.agents.match({ description })).ranking.map(({ agent, parts }) => [
          agent,
          parts.experience,
        ]),
      );
    expect(await experience()).toEqual(
      new Map([
        ['ada', 0],
        ['bob', 0],
      ]),
    );
    const measured: number[] = [];
    for (const place of ['parser', 'importer', 'mailer', 'scheduler']) {
      await engram
        .agent('ada')
        .memories.record({ kind: 'success', text: `Python TypeError fixed in the ${place}` });
      measured.push((await experience()).get('ada') ?? 0);
    }
    expect(measured).toEqual(measured.toSorted((left, right) => left - right));
    expect(measured[3]).toBeGreaterThan(0.5);
    await engram.agent('ada').memories.record({
      kind: 'experience',
      text: 'Python TypeError: None value in the exporter was not found',
      content: { context: 'Python TypeError in the exporter', outcome: 'failure' },
    });
    expect((await experience()).get('ada')).toBeLessThan(measured[3] ?? 0);
    expect((await experience()).get('bob')).toBe(0);
  });

  it('counts a run once, whatever was remembered of it', async () => {
    const engram = await openNew();
    await engram.agents.register({ name: 'ada', specialisations: [] });
    const ada = engram.agent('ada');
    const run = await ada.startRun({ description: 'Refund order 42' });
    await run.finish({ outcome: 'success' });
    const [before] = (await engram.agents.match({ description: 'Refund order 42' })).ranking;
    await ada.memories.record({
      kind: 'success',
      text: 'Refunded order 42',
      derivedFrom: [{ kind: 'run', id: run.id }],
    });
    const [after] = (await engram.agents.match({ description: 'Refund order 42' })).ranking;
    expect(after?.parts.experience).toBe(before?.parts.experience);
  });
});
