import { describe, expect, it } from 'vitest';
import { toolSettings } from '../../src/config/template-settings.ts';
import type { EngramOptions, Json, TemplateRun, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

type Tool = (given: never) => unknown;

/** A bank that keeps a diary of what was done to it, and tools that can be replaced by broken ones. */
function aBank(broken: Record<string, Tool> = {}) {
  const diary: string[] = [];
  const tools: Record<string, Tool> = {
    getAccount: ({ account }: { account: string }) => ({ account, balance: 90, state: 'open' }),
    transfer: ({ account, amount }: { account: string; amount: number }) => {
      diary.push(`transfer ${amount} from ${account}`);
      return { receipt: `R-${account}`, status: 'done' };
    },
    sendReceipt: ({ receipt }: { receipt: string }) => {
      diary.push(`send ${receipt}`);
      return { sent: true };
    },
  };
  const spoilt = Object.entries(broken).map(([name, tool]): [string, Tool] => [
    name,
    (given) => {
      if (name !== 'getAccount') diary.push(`${name} was reached`);
      return tool(given);
    },
  ]);
  return { diary, tools: { ...tools, ...Object.fromEntries(spoilt) } };
}

/** An agent empties an account and sends the receipt; the template of that is approved. */
async function aTransfer(options: EngramOptions = {}): Promise<View> {
  const alice = (await openForTest(options)).agent('alice');
  const { tools } = aBank();
  const run = await alice.startRun({ description: 'Empty account DE-1', inputs: { account: 'DE-1' } });
  const call = (tool: string, given: Json) => run.call(tool, given as never, tools[tool] ?? (() => null));
  await call('getAccount', { account: 'DE-1' });
  await call('transfer', { account: 'DE-1', amount: 90 });
  await call('sendReceipt', { receipt: 'R-DE-1' });
  await run.finish({ outcome: 'success' });
  await alice.templates.save({ run: run.id, name: 'empty-account' });
  await alice.templates.approve({ id: 'empty-account' });
  return alice;
}

async function replayed(alice: View, bank: ReturnType<typeof aBank>): Promise<TemplateRun> {
  const inputs = { account: 'DE-2' };
  return (await alice.templates.run(
    { id: 'empty-account', inputs, asRecorded: Object.keys(inputs).length === 0 },
    bank.tools,
  )) as TemplateRun;
}

describe('TPL-6 a tool that turns out otherwise ends a replay in a clear state, with nothing done twice', () => {
  it('when all is well, everything is done once', async () => {
    const bank = aBank();
    expect(await replayed(await aTransfer(), bank)).toMatchObject({ status: 'completed', modelCalls: 0 });
    expect(bank.diary).toEqual(['transfer 90 from DE-2', 'send R-DE-2']);
  });

  it('a tool that disappeared: nothing is called', async () => {
    const alice = await aTransfer();
    const bank = aBank();
    const { sendReceipt: _, ...left } = bank.tools;
    await expect(
      alice.templates.run({ id: 'empty-account', inputs: { account: 'DE-2' } }, left),
    ).rejects.toMatchObject({ code: 'tool_missing', details: { missing: ['sendReceipt'] } });
    expect(bank.diary).toEqual([]);
    expect((await alice.runs.list()).items).toHaveLength(1);
  });

  it('a tool that takes other arguments now: nothing is called', async () => {
    const alice = await aTransfer();
    const bank = aBank();
    const transfer = {
      execute: bank.tools['transfer'] as Tool,
      inputSchema: {
        type: 'object',
        properties: { account: { type: 'string' }, amount: { type: 'number' }, reason: { type: 'string' } },
        required: ['account', 'amount', 'reason'],
      },
    };
    const report = (await alice.templates.run(
      { id: 'empty-account', inputs: { account: 'DE-2' } },
      { ...bank.tools, transfer },
    )) as TemplateRun;
    expect(report).toMatchObject({
      status: 'diverged',
      toolCalls: [],
      divergence: {
        call: 2,
        reason: 'The tool "transfer" now requires "reason"; nothing was called',
        remaining: ['getAccount', 'transfer', 'sendReceipt'],
      },
    });
    expect(bank.diary).toEqual([]);
    expect(await alice.runs.show(report.runId)).toMatchObject({ outcome: 'failure' });
  });

  it('50 MB from a tool that looks: nothing is changed, and they are not recorded', async () => {
    const alice = await aTransfer();
    const bank = aBank({
      getAccount: () => ({ account: 'x'.repeat(50_000_000), balance: 1, state: 'open' }),
    });
    const report = await replayed(alice, bank);
    expect(report).toMatchObject({ status: 'failed', divergence: { call: 1 } });
    expect(report.divergence?.reason).toContain('more than 10000000 bytes');
    expect(bank.diary).toEqual([]);
    const recorded = JSON.stringify([report, await alice.runs.show(report.runId)]);
    expect(recorded.length).toBeLessThan(10_000);
  });

  it('50 MB from a tool that changed something: that is done, said, and not done again', async () => {
    const bank = aBank({ transfer: () => 'x'.repeat(50_000_000) });
    const alice = await aTransfer();
    const report = await replayed(alice, bank);
    expect(report).toMatchObject({ status: 'failed', divergence: { call: 2, remaining: ['sendReceipt'] } });
    expect(report.divergence?.reason).toContain('The call was made, and is not made again');
    expect(bank.diary).toEqual(['transfer was reached']);
    expect(await alice.runs.show(report.runId)).toMatchObject({ outcome: 'partial' });
  });

  it('a tool that hangs while it looks: nothing is changed', async () => {
    const bank = aBank({ getAccount: () => new Promise(() => {}) });
    const report = await replayed(await aTransfer({ tools: toolSettings.parse({ timeoutMs: 30 }) }), bank);
    expect(report).toMatchObject({ status: 'failed', divergence: { call: 1 } });
    expect(report.divergence).not.toHaveProperty('uncertain');
    expect(bank.diary).toEqual([]);
  });

  it('a tool that hangs while it changes something: nobody knows, it is said, and not repeated', async () => {
    const bank = aBank({ transfer: () => new Promise(() => {}) });
    const alice = await aTransfer({ tools: toolSettings.parse({ timeoutMs: 30 }) });
    const report = await replayed(alice, bank);
    expect(report).toMatchObject({
      status: 'failed',
      divergence: { call: 2, uncertain: true, remaining: ['sendReceipt'] },
    });
    expect(bank.diary).toEqual(['transfer was reached']);
    const { outcome, summary } = await alice.runs.show(report.runId);
    expect(outcome).toBe('partial');
    expect(summary).toContain('it is not known whether it did its work');
  });

  it.each<[string, unknown]>([
    ['an object', { error: 'No such account', account: 'DE-2', balance: 90, state: 'open' }],
    ['a text', 'Error: no such account'],
    ['JSON inside a text', '{"success": false, "account": "DE-2", "balance": 90, "state": "open"}'],
  ])('a tool that answers with an error inside a success (%s): nothing is changed', async (_, answer) => {
    const bank = aBank({ getAccount: () => answer });
    const report = await replayed(await aTransfer(), bank);
    expect(report).toMatchObject({
      status: 'diverged',
      toolCalls: [{ tool: 'getAccount', matched: false }],
      divergence: {
        call: 1,
        reason: 'The tool answered, and its answer says that it failed',
        remaining: ['transfer', 'sendReceipt'],
      },
    });
    expect(bank.diary).toEqual([]);
  });

  it('a state that changed: it stops before the first change', async () => {
    const bank = aBank({ getAccount: () => ({ account: 'DE-2', balance: 90, state: 'frozen' }) });
    const report = await replayed(await aTransfer(), bank);
    expect(report).toMatchObject({ status: 'diverged', divergence: { found: '"frozen"' } });
    expect(bank.diary).toEqual([]);
  });
});

describe('TPL-11 a template that may change something', () => {
  it('is a draft until it is approved; a dry run shows it all the same', async () => {
    const alice = (await openForTest()).agent('alice');
    const bank = aBank();
    const run = await alice.startRun({ description: 'Send it' });
    await run.call('sendReceipt', { receipt: 'R-1' } as never, bank.tools['sendReceipt'] as Tool);
    await run.finish({ outcome: 'success' });
    await alice.templates.save({ run: run.id, name: 'send' });
    await expect(alice.templates.run({ id: 'send', asRecorded: true }, bank.tools)).rejects.toMatchObject({
      code: 'not_replayable',
      message: expect.stringContaining('templates.approve({ id: "send" })'),
    });
    expect(
      await alice.templates.run({ id: 'send', dryRun: true, asRecorded: true }, bank.tools),
    ).toMatchObject({
      status: 'planned',
      calls: [{ tool: 'sendReceipt', effect: 'write', preview: { receipt: 'R-1' } }],
      problems: [expect.stringContaining('is a draft')],
    });
    expect(bank.diary).toEqual(['send R-1']);
    await alice.templates.approve({ id: 'send' });
    expect(await alice.templates.run({ id: 'send', asRecorded: true }, bank.tools)).toMatchObject({
      status: 'completed',
    });
    expect(bank.diary).toHaveLength(2);
  });
});
