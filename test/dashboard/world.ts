import type { View } from '../../src/interfaces/library/view.ts';
import type { FixedClock } from '../../src/testing/index.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** What the dashboard is tested with: some weeks at a shop, in which a failure stops recurring. */
export async function liveSomeWeeks(
  shop: View,
  agentNamed: (name: string) => View,
  clock: FixedClock,
): Promise<void> {
  const [alice, bob] = [agentNamed('alice'), agentNamed('bob')];
  await recordKnowledge(alice);
  await alice.memories.record({
    kind: 'knowledge',
    text: 'A shipment in transit must be cancelled before its order is refunded.',
    tags: ['refunds'],
    visibility: 'shareable',
  });
  for (let week = 0; week < 5; week += 1) {
    for (let order = 0; order < 6; order += 1) {
      clock.advance(day + hour * order);
      const knows = week >= 2;
      const runId = await refund(order % 2 === 0 ? alice : bob, clock, 1000 + week * 10 + order, knows);
      await alice.memories.record({
        kind: 'decision',
        content: {
          context: 'refund-while-in-transit',
          action: knows ? 'cancel-shipment-first' : 'refund-directly',
          outcome: knows ? 'success' : 'failure',
        },
        provenance: { runId },
      });
    }
    if (week === 1) {
      const [failure] = await shop.learning.failures({ limit: 1 });
      if (failure !== undefined) await alice.prevention.generate({ pattern: failure.slug });
    }
  }
  await talk(bob, clock);
  await planTasks(alice);
  clock.advance(10 * minute);
}

async function recordKnowledge(agent: View): Promise<void> {
  const texts = [
    'The staging API needs the VPN.',
    'Customers in Switzerland pay VAT at the border.',
    'Deployments on Fridays need the approval of the release manager.',
    'The warehouse answers within two minutes during the day.',
  ];
  for (const text of texts) await agent.memories.record({ kind: 'knowledge', text, tags: ['operations'] });
  await agent.memories.record({
    kind: 'preference',
    text: 'Mrs Keller prefers letters to calls.',
    tags: ['customers'],
  });
}

async function refund(agent: View, clock: FixedClock, order: number, knows: boolean): Promise<string> {
  const run = await agent.startRun({
    description: `Refund order ${order}`,
    category: 'refunds',
    inputs: { order_id: order },
  });
  const work = async (milliseconds: number): Promise<void> => clock.advance(milliseconds);
  await run.model({ model: 'small-1', inputTokens: 1_840, outputTokens: 210, durationMs: 1_400 });
  if (knows) await agent.memories.search({ query: 'refund an order that is in transit', run: run.id });
  await run.call('get_order', { order_id: order }, async () => {
    await work(140);
    return { order_id: order, status: 'paid', total: 18.5, shipment: `SHP-${order}` };
  });
  if (knows) {
    await run.call('cancel_shipment', { shipment: `SHP-${order}` }, async () => {
      await work(420);
      return { cancelled: true };
    });
  }
  const refunded = await run
    .call('refund', { order_id: order, amount: 18.5 }, async () => {
      await work(230);
      if (!knows) throw new Error(`Order ${order} cannot be refunded: shipment SHP-${order} is in transit`);
      return { refunded: 18.5 };
    })
    .then(() => true)
    .catch(() => false);
  await run.model({ model: 'small-1', inputTokens: 2_300, outputTokens: 90, durationMs: 900 });
  await run.finish({
    outcome: refunded ? 'success' : 'failure',
    approach: knows ? 'cancel first' : 'directly',
  });
  return run.id;
}

async function talk(agent: View, clock: FixedClock): Promise<void> {
  const session = agent.session('support-4711');
  await session.append({ role: 'user', content: 'Where is my refund for order 1031?' });
  clock.advance(4_000);
  await session.append({
    role: 'assistant',
    content: 'I look it up.',
    toolCalls: [{ id: 'call-1', name: 'get_order', arguments: { order_id: 1031 } }],
  });
  clock.advance(500);
  await session.append({
    role: 'tool',
    content: '{"status":"refunded"}',
    toolCallId: 'call-1',
    toolName: 'get_order',
  });
  await session.append({ role: 'assistant', content: 'It was refunded yesterday: 18.50 are on their way.' });
}

async function planTasks(agent: View): Promise<void> {
  await agent.tasks.create({
    id: 'refund-backlog',
    description: 'Refund the orders of the recall',
    category: 'refunds',
    effort: 3,
  });
  await agent.tasks.create({
    id: 'tell-customers',
    description: 'Write to customers of the recall',
    dependencies: ['refund-backlog'],
  });
  await agent.tasks.create({ id: 'count-returns', description: 'Count what came back', status: 'done' });
}
