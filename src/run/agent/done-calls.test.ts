import { describe, expect, it } from 'vitest';
import { type DoneCall, doneCalls } from './done-calls.ts';

const refund: DoneCall = {
  tool: 'refund',
  arguments: { order: '#W7', amount: 50, reason: 'The cup arrived broken' },
  result: { refunded: 50 },
  effect: 'write',
};
const unsure: DoneCall = { ...refund, result: null, uncertain: true };

const description = { description: '', inputSchema: null, annotations: {} };
const describeTool = (name: string) =>
  name === 'give_money_back' ? { name, ...description, alias: 'refund' } : { name, ...description };

describe('TPL-8 a change that was made is not made again by a model', () => {
  const earlier = doneCalls([refund], describeTool);

  it.each([
    [
      'the same arguments in another order',
      'refund',
      { amount: 50, reason: 'The cup arrived broken', order: '#W7' },
    ],
    [
      'another wording of the reason',
      'refund',
      { order: '#W7', amount: 50, reason: 'Broken on arrival, sorry' },
    ],
    ['an empty field more', 'refund', { ...refund.arguments, note: '', tags: [], coupon: null }],
    ['another writing of a name', 'refund', { ...refund.arguments, order: ' #w7 ' }],
    ['another name of the tool', 'give_money_back', refund.arguments],
  ])('with %s', (_, tool, asked) => {
    expect(earlier(tool, asked)).toMatchObject({ failed: false, result: { result: { refunded: 50 } } });
  });

  it.each([
    ['another order', { ...refund.arguments, order: '#W8' }],
    ['another amount', { ...refund.arguments, amount: 20 }],
    ['something that was not said before', { ...refund.arguments, currency: 'EUR' }],
  ])('but one with %s is another change', (_, asked) => {
    expect(earlier('refund', asked)).toBeUndefined();
    expect(earlier('cancel', refund.arguments)).toBeUndefined();
  });

  it('nor one that may have been made, whatever else is said about the same thing', () => {
    const held = doneCalls([unsure], describeTool);
    expect(held('refund', refund.arguments)).toMatchObject({ failed: true });
    expect(held('refund', { order: '#W7', amount: 20, currency: 'EUR' })).toMatchObject({ failed: true });
    expect(held('refund', { ...refund.arguments, order: '#W8' })).toBeUndefined();
  });

  it('and a look may be made as often as it likes', () => {
    const look: DoneCall = { ...refund, effect: 'read' };
    expect(
      doneCalls([look], describeTool)('refund', { ...refund.arguments, reason: 'other words' }),
    ).toBeUndefined();
  });
});
