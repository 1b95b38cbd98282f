import type { RunHandle } from '../../../../ports/run-handle.ts';
import type { View } from '../../../library/view.ts';
import { type Story, think } from './story.ts';

const refundTask = (order: number) => ({
  description: `Refund order ${order}`,
  category: 'support',
  type: 'refund',
  inputs: { order_id: order },
});
const situation = 'refund-while-in-transit';

/** Cleo refunds an order with a model. `knows` is whether she is told that the shipment has to be cancelled first. */
export async function refundByModel(story: Story, order: number, isCold: boolean): Promise<string> {
  const cleo = story.as('cleo');
  const run = await cleo.startRun(refundTask(order));
  const advice = isCold
    ? null
    : (await cleo.learning.suggest({ context: situation, run: run.id })).recommended;
  const tools = run.tools(story.desk);
  await think(story, run, 1_650, 110);
  const found = await tools.get_order({ order_id: order });
  await think(story, run, 1_980, 95);
  if (advice?.action === 'cancel-shipment-first' && found.shipment !== null) {
    await tools.cancel_shipment({ shipment_id: found.shipment.id });
    await think(story, run, 2_150, 80);
  }
  const action = advice?.action ?? 'refund-directly';
  try {
    await tools.refund({ order_id: order, amount: found.total });
    await think(story, run, 2_300, 140);
    await finish(cleo, run, action, true);
  } catch (error) {
    await think(story, run, 2_400, 170);
    const isWorkedOut = found.shipment !== null && story.random(`refund ${order}`)() < 0.6;
    if (!isWorkedOut || found.shipment === null) {
      await finish(cleo, run, 'refund-directly', false, (error as Error).message);
      return run.id;
    }
    await tools.cancel_shipment({ shipment_id: found.shipment.id });
    await think(story, run, 2_600, 90);
    await tools.refund({ order_id: order, amount: found.total });
    await think(story, run, 2_800, 130);
    await finish(cleo, run, 'cancel-shipment-first', true);
  }
  return run.id;
}

async function finish(
  view: View,
  run: RunHandle,
  action: string,
  success: boolean,
  summary = 'The customer has the money back.',
): Promise<void> {
  const outcome = success ? 'success' : 'failure';
  await run.finish({ outcome, approach: action, summary });
  await view.memories.record({
    kind: 'decision',
    content: { context: situation, action, outcome },
    tags: ['support'],
    provenance: { runId: run.id },
  });
}

/** Cleo routes a ticket with a model. */
export async function triageByModel(story: Story, ticket: string): Promise<string> {
  const cleo = story.as('cleo');
  const run = await cleo.startRun({
    description: `Triage ticket ${ticket}`,
    category: 'triage',
    type: 'routing',
    inputs: { ticket },
    approach: 'by-area',
  });
  const tools = run.tools(story.desk);
  await think(story, run, 1_200, 70);
  const found = await tools.get_ticket({ ticket });
  await think(story, run, 1_450, 60);
  const { team } = await tools.find_team({ area: found.area });
  await think(story, run, 1_700, 75);
  await tools.assign_ticket({ ticket, team });
  await think(story, run, 1_850, 90);
  await run.finish({ outcome: 'success', summary: `It went to ${team}.` });
  return run.id;
}

/** Two templates of support: refunds and tickets, saved from runs, read by a person, and approved. */
export async function saveSupportTemplates(
  story: Story,
  refunds: readonly string[],
  tickets: readonly string[],
): Promise<void> {
  const cleo = story.as('cleo');
  const [refund = '', ...moreRefunds] = refunds;
  await cleo.templates.save({ run: refund, further: moreRefunds, name: 'refund-order' }, story.desk);
  story.clock.pass(20 * 60_000);
  await cleo.templates.edit({
    id: 'refund-order',
    free: ['1:$.customer'],
    reason: 'Every customer is paid back the same way',
  });
  await cleo.templates.approve({ id: 'refund-order', reason: 'Read call by call with the support lead' });
  const [ticket = '', ...moreTickets] = tickets;
  await cleo.templates.save({ run: ticket, further: moreTickets, name: 'triage-ticket' }, story.desk);
  story.clock.pass(5 * 60_000);
  await cleo.templates.approve({ id: 'triage-ticket', reason: 'It only assigns' });
}

/** A refund without a model. Answers whether it was completed; one that stops has changed nothing. */
export async function refundByReplay(story: Story, order: number): Promise<string> {
  const { status } = await story
    .as('cleo')
    .templates.run({ id: 'refund-order', inputs: { order_id: order } }, story.desk);
  return status;
}

/** A ticket without a model. */
export async function triageByReplay(story: Story, ticket: string): Promise<string> {
  const { status } = await story
    .as('cleo')
    .templates.run({ id: 'triage-ticket', inputs: { ticket } }, story.desk);
  return status;
}

/** A draft that waits for a person: why the worker is restarted, and how long it drains, nothing in the run explains. */
export async function saveWorkerTemplate(story: Story): Promise<void> {
  const ben = story.as('ben');
  const worker = 'mailer-3';
  const run = await ben.startRun({
    description: `Restart the stuck worker ${worker}`,
    category: 'operations',
    type: 'incident',
    inputs: { worker },
    approach: 'look-then-restart',
  });
  const tools = run.tools(story.desk);
  await think(story, run, 1_500, 90);
  await tools.get_worker({ worker });
  await think(story, run, 1_800, 80);
  await tools.restart_worker({ worker, drain_seconds: 30, reason: 'emails are late' });
  await think(story, run, 2_000, 100);
  await run.finish({ outcome: 'success', summary: 'Emails are sent again.' });
  await ben.templates.save({ run: run.id, name: 'restart-worker' }, story.desk);
}
