import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, TemplateRun } from '../../src/index.ts';
import type { Tools } from '../../src/ports/run-handle.ts';
import { scriptedModel } from '../../src/testing/index.ts';
import { lateErrorLimits, lateErrors } from './errors-after-the-effect.ts';
import { openForTest } from './open-for-test.ts';

/** A desk where a refund has a prose argument, a field that may be empty, and two names. */
function aDesk(late: () => unknown) {
  const changes: string[] = [];
  const refund = {
    execute: ({ id }: JsonObject) => {
      changes.push(`refund ${id}`);
      return (changes.length === 1 ? late : () => ({ sent: true }))();
    },
    readOnly: false,
  };
  const tools = {
    getCustomer: {
      execute: ({ id }: JsonObject) => ({ id: id ?? null, language: 'English' }),
      readOnly: true,
    },
    refund,
    pay_back: refund,
  } satisfies Tools;
  return { tools, changes };
}

const recordedRefund = { id: 'W2', reason: 'The customer does not want it any more.' };

async function handedOver(late: () => unknown, asked: { tool: string; arguments: JsonObject }) {
  const model = scriptedModel([{ requests: [asked] }, 'Somebody must look.']);
  const engram = await openForTest({
    model,
    tools: lateErrorLimits,
    templates: { synthesis: { by: 'rules' } },
  });
  const alice = engram.agent('alice');
  const { tools } = aDesk(() => ({ sent: true }));
  const run = await alice.startRun({
    description: 'Refund order W1. The customer does not want it any more.',
    inputs: { id: 'W1', reason: recordedRefund.reason },
  });
  await run.call('getCustomer', { id: 'W1' }, (given) => tools.getCustomer.execute(given) as Json);
  await run.call('refund', { ...recordedRefund, id: 'W1' }, (given) => tools.refund.execute(given) as Json);
  await run.finish({ outcome: 'success' });
  await alice.templates.save({ run: run.id, name: 'refund', approve: true }, tools);
  const desk = aDesk(late);
  const inputs = { id: 'W2', reason: recordedRefund.reason };
  const report = (await alice.templates.run(
    { id: 'refund', inputs, asRecorded: Object.keys(inputs).length === 0 },
    desk.tools,
  )) as TemplateRun;
  return { report, changes: desk.changes };
}

const requests = [
  { wording: 'in the same words', tool: 'refund', arguments: recordedRefund },
  { wording: 'by another name of the same tool', tool: 'pay_back', arguments: recordedRefund },
  {
    wording: 'in other words',
    tool: 'refund',
    arguments: { ...recordedRefund, reason: 'Customer changed their mind; refunding.' },
  },
  { wording: 'with an empty field more', tool: 'refund', arguments: { ...recordedRefund, note: '' } },
  { wording: 'with an empty list more', tool: 'refund', arguments: { ...recordedRefund, tags: [] } },
];

describe.each(requests)('TPL-9 a model asks again $wording for a change', ({ wording: _, ...asked }) => {
  it.each(lateErrors)('that acted and then failed by $kind, and it is held back', async ({ fail }) => {
    const { report, changes } = await handedOver(fail, asked);
    expect(report).toMatchObject({ modelCalls: 2 });
    expect(changes).toEqual(['refund W2']);
  });
});

describe('TPL-9 a model that takes over', () => {
  it('may make the same change for something else', async () => {
    const other = { tool: 'refund', arguments: { ...recordedRefund, id: 'W3' } };
    const { changes } = await handedOver(() => {
      throw new Error('socket hang up');
    }, other);
    expect(changes).toEqual(['refund W2', 'refund W3']);
  });
});
