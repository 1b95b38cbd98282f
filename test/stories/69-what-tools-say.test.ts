import { describe, expect, it } from 'vitest';
import type { View } from '../../src/index.ts';
import type { MadeTemplate } from '../../src/interfaces/library/types.ts';
import { program } from '../tools/odd-servers.ts';
import { openForTest } from './open-for-test.ts';

/** A run whose names mislead: `order_report` only looks; `get_ticket` takes a number away. */
async function recorded(agent: View, order: string): Promise<string> {
  const run = await agent.startRun({ description: `Close order ${order}` });
  await run.call('order_report', { of: 'today' }, () => ({ lines: 3 }));
  await run.call('get_ticket', { desk: 'front' }, () => ({ queue: 'b' }));
  await run.call('close_order', { id: order }, () => ({ done: true }));
  await run.finish({ outcome: 'success' });
  return run.id;
}

const unused = () => {
  throw new Error('saving calls no tool');
};
const tools = {
  order_report: { execute: unused, readOnly: true },
  get_ticket: { execute: unused, readOnly: false },
  close_order: { execute: unused, destructive: true },
};

const effectsOf = ({ plan }: MadeTemplate) =>
  plan.map(({ tool, effect, effectFrom }) => [tool, effect, effectFrom]);
const byName = [
  ['order_report', 'write', 'name'],
  ['get_ticket', 'read', 'name'],
  ['close_order', 'write', 'name'],
];
const declared = [
  ['order_report', 'read', 'declared'],
  ['get_ticket', 'write', 'declared'],
  ['close_order', 'write', 'declared'],
];

describe('TPL-6 what tools say about themselves when a run is saved', () => {
  it('counts for more than their names', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await recorded(alice, 'ORD-1001');
    expect(effectsOf(await alice.templates.save({ run, name: 'by-name' }))).toEqual(byName);
    const saved = await alice.templates.save({ run, name: 'asked' }, tools);
    expect(effectsOf(saved)).toEqual(declared);
    expect(saved).not.toHaveProperty('warnings');
  });

  it('counts for less than the settings', async () => {
    const engram = await openForTest({ tools: { writes: ['order_*'], readOnly: ['get_ticket'] } });
    const alice = engram.agent('alice');
    const run = await recorded(alice, 'ORD-1001');
    expect(effectsOf(await alice.templates.save({ run }, tools))).toEqual([
      ['order_report', 'write', 'declared'],
      ['get_ticket', 'read', 'declared'],
      ['close_order', 'write', 'declared'],
    ]);
  });

  it('is remembered: learning without them makes the same plan of the same work', async () => {
    const alice = (await openForTest()).agent('alice');
    await alice.templates.save({ run: await recorded(alice, 'ORD-1001'), name: 'close' }, tools);
    const again = await recorded(alice, 'ORD-1002');
    expect(effectsOf(await alice.templates.learn({ id: 'close', run: again }))).toEqual(declared);
  });

  it('may be asked for later, with learning: then it is another version', async () => {
    const alice = (await openForTest()).agent('alice');
    const run = await recorded(alice, 'ORD-1001');
    await alice.templates.save({ run, name: 'close' });
    const learned = await alice.templates.learn({ id: 'close', run }, tools);
    expect(effectsOf(learned)).toEqual(declared);
    expect(learned).toMatchObject({ version: 2 });
  });
});

describe('TPL-12 a server that cannot be asked', () => {
  it('does not keep a run from being saved: names decide, and the answer says so', async () => {
    const desk = { command: process.execPath, args: ['no-such-server.mjs'], env: {} };
    const alice = (await openForTest({ tools: { mcpServers: { desk } } })).agent('alice');
    const run = await recorded(alice, 'ORD-1001');
    const saved = await alice.templates.save({ run, name: 'close' });
    expect(effectsOf(saved)).toEqual(byName);
    expect(saved.warnings).toEqual([expect.stringMatching(/could not be asked .*"desk"/s)]);
    expect(await alice.templates.show('close')).not.toHaveProperty('warnings');
    expect(await alice.templates.learn({ id: 'close', run })).toMatchObject({
      warnings: [expect.anything()],
    });
  });

  it('leaves the functions that were handed over, which can', async () => {
    const desk = program('exit');
    const alice = (await openForTest({ tools: { mcpServers: { desk } } })).agent('alice');
    const run = await recorded(alice, 'ORD-1001');
    const saved = await alice.templates.save({ run, name: 'close' }, tools);
    expect(effectsOf(saved)).toEqual(declared);
    expect(saved.warnings).toHaveLength(1);
  });
});
